/** Kinds of token: what a correction of it may mean (`version-class-text.ts`). */
export type TokenKind = 'word' | 'number' | 'symbol' | 'link' | 'placeholder'

/** A text as the words, numbers, links and symbols that carry meaning; parallel arrays. */
export type Tokens = {
  /** NFKC of the text, dashes made equal; the offsets below are into it, in UTF-16 units. */
  readonly text: string
  /** What is compared: case folded, ligatures opened, no white space and no punctuation. */
  readonly keys: string[]
  readonly kinds: TokenKind[]
  readonly starts: number[]
  readonly ends: number[]
}

// What stands between tokens is white space and punctuation. `%`, `§`, `&` and their like are
// words. A name that was taken out shows as [X], [Adresse 3], [...] or X...: one token each.
const TOKEN =
  /(?<link>(?:https?:\/\/|www\.)[^\s<>"«»)\]]*[\p{L}\p{N}/])|(?<placeholder>\[(?:\p{Lu}[^\][\n]{0,39}|\.{3})\]|(?<![\p{L}\p{N}])\p{Lu}\.{3})|(?<number>(?:(?<=^|[\s(])-(?=\p{Nd}))?(?:\p{Nd}{1,3}(?: \p{Nd}{3})+(?!\p{Nd})|\p{Nd}+))|(?<word>\p{L}[\p{L}\p{M}]*)|[\p{Sm}\p{Sc}\p{So}%‰§&@#/\\]/gu

const NOT_KEY = /[\s\p{P}\p{Sk}]+/gu
const WHITE_SPACE = /\s+/g
const DASHES = /[\p{Pd}\u2212]/gu

/**
 * Case folding (upper then lower opens ß), ligatures of French opened, the degree sign as in `n°`.
 */
const fold = (text: string): string =>
  text.toUpperCase().toLowerCase().replaceAll('œ', 'oe').replaceAll('æ', 'ae').replaceAll('°', 'o')

const kindOf = (groups: Record<string, string | undefined> | undefined): TokenKind => {
  if (groups?.['word'] !== undefined) return 'word'
  if (groups?.['number'] !== undefined) return 'number'
  if (groups?.['link'] !== undefined) return 'link'
  return groups?.['placeholder'] === undefined ? 'symbol' : 'placeholder'
}

// Punctuation between digits is part of the number (`1,5`, `122-1`); two numbers never melt into
// one.
const numberKey = (digits: string, gap: string | null): string => {
  const key = digits.replaceAll(' ', '')
  if (gap === null) return key
  const punctuation = gap.replaceAll(WHITE_SPACE, '')
  return punctuation === '' && !key.startsWith('-') ? ` ${key}` : `${punctuation}${key}`
}

const keyOf = (kind: TokenKind, raw: string, gap: string | null): string => {
  switch (kind) {
    case 'link':
      return raw
    case 'number':
      return numberKey(raw, gap)
    case 'placeholder':
      return fold(raw.replaceAll(NOT_KEY, ''))
    case 'word':
    case 'symbol':
      return fold(raw)
    default:
      return kind satisfies never
  }
}

/** Cuts a text into tokens, in time linear in its length. */
export const tokensOf = (source: string): Tokens => {
  const text = source.normalize('NFKC').replaceAll(DASHES, '-')
  const tokens: Tokens = { text, keys: [], kinds: [], starts: [], ends: [] }
  let lastEnd = 0
  for (const match of text.matchAll(TOKEN)) {
    const [raw] = match
    const kind = kindOf(match.groups)
    const gap = tokens.kinds.at(-1) === 'number' ? text.slice(lastEnd, match.index) : null
    tokens.keys.push(keyOf(kind, raw, gap))
    tokens.kinds.push(kind)
    tokens.starts.push(match.index)
    lastEnd = match.index + raw.length
    tokens.ends.push(lastEnd)
  }
  return tokens
}

/**
 * What stays of a text under PATCH equality (contracts/conventions/versions.md): NFKC, case fold,
 * without white space, punctuation (kept between digits) and typographic variants.
 */
export const patchKey = (text: string): string => tokensOf(text).keys.join('')
