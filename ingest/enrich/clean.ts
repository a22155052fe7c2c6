/** Signs of a damaged encoding with their counts. */
export type EncodingSuspicion = {
  readonly controlCharacters: number
  readonly replacementCharacters: number
  readonly mojibake: number
}

const CONTROL = /(?![\t\n\r])\p{Cc}/gu
const REPLACEMENT = /\uFFFD/gu
// UTF-8 that was read as Windows-1252: é as Ã©, a no-break space as Â and itself, ’ as â€™, U+FFFD
// as ï¿½.
const MOJIBAKE =
  /Ã[\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|Â[\u0080-\u00BF]|â€[\u0080-\u00BF™œžŸ˜“”¢¦šž]|ï¿½|ï»¿/gu

/** Form feeds and vertical tabs that no line end stands beside. */
const BREAK_BETWEEN_WORDS = /(?<=[^\n\v\f])[\v\f]+(?=[^\n\v\f])/g

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/**
 * The cleaning before the hash, and nothing beyond it (contracts/conventions/canonical-form.md):
 * CRLF and CR become LF, and so does what ends a page or column between two words; other control
 * characters are removed; a run of spaces and tabs becomes one space; NFC. U+00A0, U+202F and
 * blanks at line ends are kept, since a quotation must stay verbatim. Idempotent.
 */
export const cleanText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(BREAK_BETWEEN_WORDS, '\n')
    // Before blanks and NFC, since the removal joins its neighbours.
    .replaceAll(CONTROL, '')
    .replaceAll(/[ \t]+/g, ' ')
    .normalize('NFC')

/** Cleans a short member (title, summary) and trims what a YAML block leaves at its ends. */
export const cleanMember = (text: string): string => cleanText(text).trim()

const LINE_ENDS_AND_BLANKS = /[ \t\n\v\f\r\u0085\u2028\u2029]+/gu
/** They turn the direction of writing, so that a name reads as another one. */
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/**
 * Cleans a member that is shown on one line (a title, a heading, a citation): line ends become a
 * space, and controls of the direction of writing are removed.
 */
export const cleanLine = (text: string): string =>
  cleanMember(text.replaceAll(BIDI_CONTROLS, '').replaceAll(LINE_ENDS_AND_BLANKS, ' '))

/** Checks the original text, with its control characters; null if nothing is suspect. */
export const encodingSuspicion = (text: string): EncodingSuspicion | null => {
  const controlCharacters = count(text, CONTROL)
  const replacementCharacters = count(text, REPLACEMENT)
  const mojibake = count(text, MOJIBAKE)
  if (controlCharacters + replacementCharacters + mojibake === 0) return null
  return { controlCharacters, replacementCharacters, mojibake }
}

/** Cleans every string of a value at any depth, but no names of members. */
export const cleanStrings = (value: unknown, clean = cleanText): unknown => {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map((inner) => cleanStrings(inner, clean))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, cleanStrings(inner, clean)]),
  )
}
