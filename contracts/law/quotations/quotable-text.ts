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

const normalOf = (character: string): string => {
  if (character === '…') return '...'
  if (QUOTES.test(character)) return '"'
  if (APOSTROPHES.test(character)) return "'"
  if (HYPHENS.test(character)) return '-'
  return character
}

/**
 * Equalises what contracts/conventions/verify.md allows a quotation to change: white space,
 * quotation marks, apostrophes, ellipses. Keeps case. Linear in the text.
 */
export const normalText = (source: string): NormalText => {
  const characters: string[] = []
  const at: number[] = []
  const push = (character: string, index: number): void => {
    characters.push(character)
    at.push(index)
  }
  let spaceAt = -1
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index] ?? ''
    if (MARKUP.test(character)) continue
    if (SPACE.test(character)) {
      if (spaceAt < 0) spaceAt = index
      continue
    }
    const normal = normalOf(character)
    const afterQuote = characters.at(-1) === '"'
    if (spaceAt >= 0 && characters.length > 0 && !afterQuote && !SPACED.test(normal))
      push(' ', spaceAt)
    spaceAt = -1
    for (const one of normal) push(one, index)
  }
  return { text: characters.join(''), at: Int32Array.from([...at, source.length]) }
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
