import { Fault } from '#contracts/fault.ts'

/** Exit codes of every command (contracts/conventions/command-line.md). */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const

/** Data goes to stdout, everything else to stderr. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`)
export const say = (line: string): void => void process.stderr.write(`${line}\n`)

const CLASS_NAME = /^[A-Za-z]{1,60}$/
const FRAME = /^ +at (?:.*[ (/\\])?([\w.-]+\.[cm]?[jt]s:\d+:\d+)\)?$/m
/**
 * File and line of an error. Its message is cut off first: the stack begins with it, and it may
 * have many lines.
 */
const placeOf = (error: Error): string => {
  const { stack = '', message } = error
  const start = stack.indexOf(message)
  return start < 0 ? '' : (FRAME.exec(stack.slice(start + message.length))?.[1] ?? '')
}

const SYSTEM_CODE = /^[A-Z][A-Z0-9_]{1,60}$/
/**
 * `ENOSPC`, `ERR_WORKER_OUT_OF_MEMORY`: the code of an error of the system, which holds no content.
 */
const systemCodeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && SYSTEM_CODE.test(String(error.code))
    ? String(error.code)
    : ''

/** Prints a refusal: who or what is refused, the code and the reason, then a hint. */
export const sayRefusal = (
  subject: string,
  code: string,
  reason: string,
  hint: string | undefined,
): void => {
  say(`${subject}: ${code}: ${reason}`)
  if (hint !== undefined) say(`  hint: ${hint}`)
}

/** What a fault says, and how to repair it, in one line. */
export const repairLine = ({ message, hint }: Fault): string =>
  hint === undefined ? message : `${message.replace(/\.$/, '')}. Repair: ${hint}`

/**
 * Prints why a command failed: code, message and hint of a Fault. Any other error is a bug: only
 * its name and place are printed, since its message might contain content.
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
    [name, systemCodeOf(error), place].filter((part) => part !== '').join(' '),
    'this is a bug of Pandect; please report it with the command that was run',
  )
  return EXIT.failed
}

/**
 * A reader may close the pipe before all is said (`pandect doctor | head -1`): what follows is
 * dropped, and the command ends with its own code. Nobody could read of the error anyway.
 */
const dropWhatNobodyReads = (error: Error): void => {
  if (systemCodeOf(error) !== 'EPIPE') throw error
}

/**
 * An uncaught error ends the process with its code and place, like a command that fails. Node would
 * print the whole error, and with it words of a request or statement.
 */
export const reportCrashes = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', dropWhatNobodyReads)
  process.on('uncaughtException', (error) => {
    process.exit(report(error))
  })
}
