/**
 * A text with normalised typography, and the place of each character in the original text (UTF-16
 * units).
 */
type NormalText = {
  readonly text: string
  /** One more entry than characters: the last one is the end of the text. */
  readonly at: Int32Array
}

const QUOTES = /[«»“”„‟"]/u
const APOSTROPHES = /['’‘ʼ＇]/u
const SPACE = /\s/u
/** Signs before which French sets a space and others do not. */
const SPACED = /[;:!?%"]/u
/** Marks of emphasis in Markdown: they are no words of the text. */
const MARKUP = /[*_]/u
const HYPHENS = /[‐‑]/u

/** What becomes of a character. */
const ROLE = {
  unknown: 0,
  letter: 1,
  space: 2,
  markup: 3,
  spaced: 4,
  quote: 5,
  ellipsis: 6,
} as const
type Role = (typeof ROLE)[keyof typeof ROLE]

const normalOf = (character: string): string => {
  if (QUOTES.test(character)) return '"'
  if (APOSTROPHES.test(character)) return "'"
  if (HYPHENS.test(character)) return '-'
  return character
}

const roleOf = (character: string): Role => {
  if (MARKUP.test(character)) return ROLE.markup
  if (SPACE.test(character)) return ROLE.space
  if (character === '…') return ROLE.ellipsis
  const normal = normalOf(character)
  if (normal === '"') return ROLE.quote
  return SPACED.test(normal) ? ROLE.spaced : ROLE.letter
}

const UNITS = 65_536
/** Role and normal form of each UTF-16 unit that was met: a pattern per character is slow. */
const roles = new Uint8Array(UNITS)
const normals = new Uint16Array(UNITS)

const roleOfUnit = (unit: number): number => {
  const known = roles[unit] ?? ROLE.unknown
  if (known !== ROLE.unknown) return known
  const character = String.fromCharCode(unit)
  const role = roleOf(character)
  roles[unit] = role
  normals[unit] = normalOf(character).charCodeAt(0)
  return role
}

const SPACE_UNIT = 32
const QUOTE_UNIT = 34
const DOT_UNIT = 46
/** An ellipsis becomes three full stops. */
const UNITS_PER_UNIT = 3
const PIECE = 8_192

const textOfUnits = (units: Uint16Array): string => {
  let text = ''
  for (let from = 0; from < units.length; from += PIECE)
    text += String.fromCharCode(...units.subarray(from, from + PIECE))
  return text
}

/**
 * Equalises what contracts/conventions/verify.md allows a quotation to change: white space,
 * quotation marks, apostrophes, ellipses. Keeps case. Linear in the text.
 */
export const normalText = (source: string): NormalText => {
  const units = new Uint16Array(source.length * UNITS_PER_UNIT)
  const at = new Int32Array(source.length * UNITS_PER_UNIT + 1)
  let length = 0
  const push = (unit: number, index: number): void => {
    units[length] = unit
    at[length] = index
    length += 1
  }
  let spaceAt = -1
  for (let index = 0; index < source.length; index += 1) {
    const unit = source.charCodeAt(index)
    const role = roleOfUnit(unit)
    if (role === ROLE.markup) continue
    if (role === ROLE.space) {
      if (spaceAt < 0) spaceAt = index
      continue
    }
    const afterQuote = length > 0 && units[length - 1] === QUOTE_UNIT
    const isSpaced = role === ROLE.spaced || role === ROLE.quote
    if (spaceAt >= 0 && length > 0 && !afterQuote && !isSpaced) push(SPACE_UNIT, spaceAt)
    spaceAt = -1
    if (role === ROLE.ellipsis)
      for (let dot = 0; dot < UNITS_PER_UNIT; dot += 1) push(DOT_UNIT, index)
    else push(normals[unit] ?? unit, index)
  }
  at[length] = source.length
  return { text: textOfUnits(units.subarray(0, length)), at: at.slice(0, length + 1) }
}

/**
 * A text made ready to look quotations up in; made once per text, in time linear in it, as far as
 * it is needed.
 */
export type QuotableText = {
  readonly content: string
  readonly normal: NormalText
  readonly words: Words
  /** Places of every three words that follow each other, by their folded form. */
  readonly triples: ReadonlyMap<string, readonly number[]>
}

/** Words of a normal text; offsets into it. */
export type Words = {
  readonly folded: readonly string[]
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

const WORD = /[\p{L}\p{N}]+/gu

export const wordsOf = (normal: string): Words => {
  const folded: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  for (const match of normal.matchAll(WORD)) {
    folded.push(match[0].toLowerCase())
    starts.push(match.index)
    ends.push(match.index + match[0].length)
  }
  return { folded, starts, ends }
}

/** A triple that occurs more often than this does not help to locate a quotation. */
const PLACES_MAX = 200

export const tripleAt = ({ folded }: Words, index: number): string | null =>
  index + 2 < folded.length
    ? `${folded[index] ?? ''} ${folded[index + 1] ?? ''} ${folded[index + 2] ?? ''}`
    : null

const triplesOf = (words: Words): Map<string, number[]> => {
  const triples = new Map<string, number[]>()
  for (let index = 0; index + 2 < words.folded.length; index += 1) {
    const triple = tripleAt(words, index)
    if (triple === null) break
    const places = triples.get(triple)
    if (places === undefined) triples.set(triple, [index])
    else if (places.length < PLACES_MAX) places.push(index)
  }
  return triples
}

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

/**
 * A text ready for look-ups. Each form of it is made when it is first asked for: most claims quote
 * nothing.
 */
export const quotableText = (content: string): QuotableText => {
  const normal = once(() => normalText(content))
  const words = once(() => wordsOf(normal().text))
  const triples = once(() => triplesOf(words()))
  return {
    content,
    get normal() {
      return normal()
    },
    get words() {
      return words()
    },
    get triples() {
      return triples()
    },
  }
}
