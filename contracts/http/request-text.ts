/**
 * Forms of text in requests, in the words of JSON Schema. Engines differ in `\s`, `\p` and flags,
 * so characters are named one by one, and lengths count code points, as `maxLength` does.
 */
import { z } from 'zod'

/** What `trim` of JavaScript removes. */
const SPACE = String.raw`\t-\r \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF`
/** A form with space around it, which is removed. */
export const spaced = (form: string): string => `^[${SPACE}]*${form}[${SPACE}]*$`

const CONTROL = String.raw`\u0000-\u001F\u007F-\u009F`

/** No database stores U+0000. */
export const NO_NUL = String.raw`^[^\u0000]*$`
/** No control characters (Unicode category Cc). */
export const NO_CONTROL = `^[^${CONTROL}]*$`
/** Something that `trim` leaves, and no U+0000. */
const NOT_BLANK = String.raw`^[^\u0000]*[^${SPACE}\u0000][^\u0000]*$`
/** Something that `trim` leaves, and no control characters. */
export const NAME = `^[^${CONTROL}]*[^${SPACE}${CONTROL}][^${CONTROL}]*$`
/** Two characters that `trim` leaves, and no U+0000. */
const TWO_NOT_BLANK = String.raw`^[^\u0000]*[^${SPACE}\u0000][^\u0000]*[^${SPACE}\u0000][^\u0000]*$`
/** Patterns that say no more than a length does to whoever writes words. */
export const NOT_BLANK_FORMS: ReadonlySet<string> = new Set([NOT_BLANK, TWO_NOT_BLANK])

const codePoints = (text: string): number => [...text].length

/** Text of at most so many code points. */
export const textOf = (max: number) =>
  z
    .string()
    .refine((text) => codePoints(text) <= max, {
      error: `at most ${max} characters (Unicode code points)`,
      params: { code: 'too_big' },
    })
    .meta({ maxLength: max })

/** The same with something in it. */
export const wordsOf = (max: number, error: string) =>
  textOf(max)
    .refine((text) => text.trim() !== '', { error, params: { code: 'too_small' } })
    .meta({ minLength: 1, pattern: NOT_BLANK })

/** Words without the space around them, at least so many characters. */
export const trimmedOf = (max: number, min: 1 | 2 = 1) =>
  textOf(max)
    .trim()
    .refine((text) => codePoints(text) >= min, {
      error: min === 1 ? 'something but space is needed' : `at least ${min} characters`,
      params: { code: 'too_small' },
    })
    .meta({ minLength: min, pattern: min === 1 ? NOT_BLANK : TWO_NOT_BLANK })
