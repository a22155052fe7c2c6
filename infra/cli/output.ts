/** What commands print: data on stdout, one refusal format on stderr. */
import type { Refusal } from '#contracts/fault.ts'
import { EXIT, print, sayRefusal } from '../terminal.ts'

export type Json = { readonly json?: boolean | undefined }

/** Prints a result: one JSON object for programs, lines for people. */
export const printResult = ({ json }: Json, value: unknown, lines: readonly string[]): void => {
  if (json === true) print(JSON.stringify(value))
  else for (const line of lines) print(line)
}

/** Says why a command, or what it does to one subject, is refused; the command fails. */
export const refuse = ({ refused, reason, hint }: Refusal, subject = 'pandect'): void => {
  sayRefusal(subject, refused, reason, hint)
  process.exitCode = EXIT.failed
}
