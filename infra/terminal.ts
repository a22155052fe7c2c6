import { Fault } from '#contracts/fault.ts'

/** Exit codes of every command (contracts/conventions/command-line.md). */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const

/** Data goes to stdout, everything else to stderr. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`)
export const say = (line: string): void => void process.stderr.write(`${line}\n`)

const CLASS_NAME = /^[A-Za-z]{1,60}$/
const FRAME = /^\s+at .*?([\w.-]+\.[cm]?[jt]s:\d+:\d+)\)?$/m
/**
 * File and line that an error came from. Its message is cut off first: a stack begins with it, and
 * it may have many lines.
 */
const placeOf = (error: Error): string => {
  const { stack = '', message } = error
  const start = stack.indexOf(message)
  return start < 0 ? '' : (FRAME.exec(stack.slice(start + message.length))?.[1] ?? '')
}

/** The one format of a refusal: who or what is refused, the code and the reason, then a hint. */
export const sayRefusal = (
  subject: string,
  code: string,
  reason: string,
  hint: string | undefined,
): void => {
  say(`${subject}: ${code}: ${reason}`)
  if (hint !== undefined) say(`  hint: ${hint}`)
}

/**
 * Says why a command failed, in our words: code, message and hint of a Fault. An error that is not
 * a Fault is a bug of ours: its name and place are printed, never its message, which might carry
 * content.
 */
export const report = (error: unknown): number => {
  if (error instanceof Fault) {
    sayRefusal('pandect', error.code, error.message, error.hint)
    return EXIT.failed
  }
  const name = error instanceof Error && CLASS_NAME.test(error.name) ? error.name : typeof error
  const place = error instanceof Error ? placeOf(error) : ''
  sayRefusal(
    'pandect',
    'internal-error',
    `${name} ${place}`,
    'this is a bug of Pandect; please report it with the command that was run',
  )
  return EXIT.failed
}
