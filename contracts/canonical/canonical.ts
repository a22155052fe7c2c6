import canonicalize from 'canonicalize'
import { Fault } from '../fault.ts'

const MEND = 'give JSON: no undefined, NaN, infinity, cycle, or half of a surrogate pair'

/**
 * The RFC 8785 form of a JSON value: members sorted by UTF-16 code unit, numbers as ECMAScript
 * prints them, no white space. Like `JSON.stringify` it leaves out members that are undefined, so
 * what is hashed is what is stored. Numbers are doubles: a whole number beyond 2^53 − 1 has lost
 * its digits before it comes here, so the schemas at the door refuse it (`z.int()`). Throws Fault
 * `not-canonical` for what has no such form.
 */
export const canonicalJson = (value: unknown): string => {
  let text: string | undefined
  try {
    text = canonicalize(value)
  } catch (cause) {
    throw new Fault('not-canonical', 'the value has no canonical JSON form', { cause, hint: MEND })
  }
  if (text === undefined) {
    throw new Fault('not-canonical', 'the value is not JSON', { hint: MEND })
  }
  return text
}
