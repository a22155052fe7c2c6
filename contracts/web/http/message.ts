/** Faults of a message that would leave open what is asked, or by whom. */
import type { IncomingMessage } from 'node:http'
import type { ValidationDetail } from '#contracts/http/error.ts'
import { type Problem, validationFailed } from './problem.ts'

/** Headers that may come once. Node keeps one of several, or joins them. */
const SINGLE: ReadonlySet<string> = new Set([
  'authorization',
  'content-type',
  'host',
  'idempotency-key',
])
const CONTINUE = /^100-continue$/i

const namesOf = ({ rawHeaders }: IncomingMessage): string[] =>
  rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())

const refused = (path: string, code: string, message: string): ValidationDetail => ({
  path,
  code,
  message,
})

/**
 * Why a message is refused before anything of it is looked at; null: it is in order. Node would
 * answer a missing `Host` and an unknown `Expect` by itself, without a body.
 */
export const messageProblem = (message: IncomingMessage): Problem | null => {
  const names = namesOf(message)
  const { httpVersion, headers } = message
  if (httpVersion === '1.1' && !names.includes('host'))
    return validationFailed([refused('host', 'header_missing', 'HTTP/1.1 needs a Host header')])
  const twice = names.find((name, at) => SINGLE.has(name) && names.indexOf(name) !== at)
  if (twice !== undefined)
    return validationFailed([refused(twice, 'duplicate_header', 'send this header once')])
  if (headers.expect === undefined || CONTINUE.test(headers.expect)) return null
  const unknown = refused('expect', 'unsupported_expectation', 'only 100-continue can be expected')
  return validationFailed([unknown], 417)
}
