import { createHash } from 'node:crypto'

/**
 * The engine folds case and accents, drops signs, and cuts tokens at 100 bytes. What has to be told
 * apart exactly (a term, a docket number, a tag) is therefore written in letters and digits alone:
 * `z` opens and closes a code unit in hexadecimal. A filter value can hold nothing then that would
 * need an escape.
 */
const PLAIN = /^[a-y0-9]+$/
const OTHERS = /[^a-y0-9]/g
const ESCAPED = /z([0-9a-f]+)z/g
const HASHED = 'zz'
const HEX = 16
/** The empty string is one too: a filter of the engine can't be empty. */
const EMPTY = `${HASHED}e`
const LENGTH_MAX = 90

/** One token for one string, and for no other one. */
export const encodeToken = (text: string): string => {
  if (text === '') return EMPTY
  if (text.length <= LENGTH_MAX && PLAIN.test(text)) return text
  const escaped = text.replace(OTHERS, (unit) => `z${unit.charCodeAt(0).toString(HEX)}z`)
  if (escaped.length <= LENGTH_MAX) return escaped
  return HASHED + createHash('sha256').update(Buffer.from(text, 'utf16le')).digest('hex')
}

/** The string of a token; null for one so long that only its hash is kept. */
export const decodeToken = (token: string): string | null => {
  if (token === EMPTY) return ''
  if (token.startsWith(HASHED)) return null
  return token.replace(ESCAPED, (_, unit: string) =>
    String.fromCharCode(Number.parseInt(unit, HEX)),
  )
}

/** Analysed terms, joined by spaces, as tokens joined by spaces. */
export const encodeTerms = (terms: string): string =>
  terms
    .split(' ')
    .filter((term) => term !== '')
    .map(encodeToken)
    .join(' ')

/**
 * A value of a filter, between the engine's own marks. Tokens need none; whatever else comes must
 * not end the filter.
 */
export const quoted = (value: string): string => `\`${value.replaceAll('`', '')}\``
