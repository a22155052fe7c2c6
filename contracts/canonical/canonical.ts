import canonicalize from 'canonicalize'
import { Fault } from '../fault.ts'

const HINT_JSON = 'give JSON: no undefined, NaN, infinity, cycle, or half of a surrogate pair'

/**
 * The RFC 8785 form of a JSON value: members sorted by UTF-16 code unit, numbers as ECMAScript
 * prints them, no white space. Like `JSON.stringify` it leaves out members that are undefined, so
 * the hashed form is the stored one. Numbers are doubles: an integer beyond 2^53 − 1 has already
 * lost digits, so the schemas refuse it (`z.int()`). Throws Fault `not-canonical` for a value
 * without such a form.
 */
export const canonicalJson = (value: unknown): string => {
  let text: string | undefined
  try {
    text = canonicalize(value)
  } catch (cause) {
    throw new Fault('not-canonical', 'the value has no canonical JSON form', {
      cause,
      hint: HINT_JSON,
    })
  }
  if (text === undefined) {
    throw new Fault('not-canonical', 'the value is not JSON', { hint: HINT_JSON })
  }
  return text
}
