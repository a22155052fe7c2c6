import { createHash } from 'node:crypto'

/**
 * The engine folds case and accents, drops punctuation, and cuts tokens at 100 bytes. Values that
 * must stay distinct (a term, a docket number, a tag) are therefore encoded in letters and digits:
 * `z` encloses a code unit in hexadecimal. So no filter value needs escaping.
 */
const PLAIN = /^[a-y0-9]+$/
const OTHERS = /[^a-y0-9]/g
const ESCAPED = /z([0-9a-f]+)z/g
const HASHED = 'zz'
const HEX = 16
/** Encodes the empty string: a filter of the engine can't be empty. */
const EMPTY = `${HASHED}e`
const LENGTH_MAX = 90

/** Encodes each string as a distinct token. */
export const encodeToken = (text: string): string => {
  if (text === '') return EMPTY
  if (text.length <= LENGTH_MAX && PLAIN.test(text)) return text
  const escaped = text.replace(OTHERS, (unit) => `z${unit.charCodeAt(0).toString(HEX)}z`)
  if (escaped.length <= LENGTH_MAX) return escaped
  return HASHED + createHash('sha256').update(Buffer.from(text, 'utf16le')).digest('hex')
}

/** Decodes a token; null if the string was so long that only its hash is kept. */
export const decodeToken = (token: string): string | null => {
  if (token === EMPTY) return ''
  if (token.startsWith(HASHED)) return null
  return token.replace(ESCAPED, (_, unit: string) =>
    String.fromCharCode(Number.parseInt(unit, HEX)),
  )
}

/** Encodes analysed terms, which are joined by spaces, as tokens joined by spaces. */
export const encodeTerms = (terms: string): string =>
  terms
    .split(' ')
    .filter((term) => term !== '')
    .map(encodeToken)
    .join(' ')

/**
 * Quotes a filter value with the engine's own marks. Tokens need no quotes; other values must not
 * end the filter.
 */
export const quoted = (value: string): string => `\`${value.replaceAll('`', '')}\``
