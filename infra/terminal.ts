import { Fault } from '#contracts/fault.ts'

/** Exit codes of every command (DESIGN, Command line). */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const

/** Data goes to stdout, everything else to stderr. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`)
export const say = (line: string): void => void process.stderr.write(`${line}\n`)

/**
 * Says why a command failed, in our words: code, message and mend of a Fault. An error that is not a Fault is a
 * bug of ours: its name and place are printed, never its message, which might carry content.
 */
export const report = (error: unknown): number => {
  if (error instanceof Fault) {
    say(`pandect: ${error.code}: ${error.message}`)
    if (error.mend !== undefined) say(`  mend: ${error.mend}`)
    return EXIT.failed
  }
  const name = error instanceof Error ? error.name : typeof error
  const place = error instanceof Error ? (error.stack?.split('\n')[1]?.trim() ?? '') : ''
  say(`pandect: internal-error: ${name} ${place}`)
  say('  mend: this is a bug of Pandect; please report it with the command that was run')
  return EXIT.failed
}
