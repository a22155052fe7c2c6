/** A text as the tokens by which two wordings are compared. */

/** Kinds of token, which decide what a correction may change. */
type TokenKind = 'word' | 'number' | 'symbol' | 'link' | 'placeholder'

/** A text as the words, numbers, links and symbols that carry meaning; parallel arrays. */
export type Tokens = {
  /**
   * NFKC of the text, dashes made equal, without what nobody sees; the offsets below are into it,
   * in UTF-16 units.
   */
  readonly text: string
  /** The compared form: case folded, ligatures split, without white space and punctuation. */
  readonly keys: string[]
  readonly kinds: TokenKind[]
  readonly starts: number[]
  readonly ends: number[]
}

// White space and punctuation separate tokens. `%`, `§`, `&` and the like are words, but not the
// signs that a heading begins with. A name that was taken out appears as [X], [Adresse 3], [...] or
// X...: one token each; what an address in brackets follows is a link.
const TOKEN =
  /(?<link>(?:https?:\/\/|www\.)[^\s<>"«»)\]]*[\p{L}\p{N}/])|(?<placeholder>\[(?:\p{Lu}[^\][]{0,39}|\.{3})\](?!\()|(?<![\p{L}\p{N}])\p{Lu}\.{3})|(?<number>(?:(?<=^|[\s(])-(?=\p{Nd}))?(?:\p{Nd}{1,3}(?: \p{Nd}{3})+(?!\p{Nd})|\p{Nd}+))|(?<word>\p{L}[\p{L}\p{M}]*)|(?<!^|[\n#])#|[\p{Sm}\p{Sc}\p{So}%‰§&@/\\]/gu

const NOT_KEY = /[\s\p{P}\p{Sk}]+/gu
const WHITE_SPACE = /\s+/g
const DASHES = /[\p{Pd}\u2212]/gu
/** Where a word or a number may be parted, and other signs that nobody sees. */
const INVISIBLE = /\p{Cf}/gu
const FRACTION_BARS = /[\u2044\u2215]/gu

/** Folds case (upper, then lower, for ß), splits French ligatures and unifies the degree sign. */
const fold = (text: string): string =>
  text.toUpperCase().toLowerCase().replaceAll('œ', 'oe').replaceAll('æ', 'ae').replaceAll('°', 'o')

const kindOf = (groups: Record<string, string | undefined> | undefined): TokenKind => {
  if (groups?.['word'] !== undefined) return 'word'
  if (groups?.['number'] !== undefined) return 'number'
  if (groups?.['link'] !== undefined) return 'link'
  return groups?.['placeholder'] === undefined ? 'symbol' : 'placeholder'
}

// Punctuation between digits is part of the number (`1,5`, `122-1`); two numbers are never joined.
const numberKey = (digits: string, gap: string | null): string => {
  const key = digits.replaceAll(' ', '')
  if (gap === null) return key
  const punctuation = gap.replaceAll(WHITE_SPACE, '')
  return punctuation === '' && !key.startsWith('-') ? ` ${key}` : `${punctuation}${key}`
}

const DIGIT = /\p{Nd}/u
/** Signs between two digits are part of a number, also in a name. */
const nameKey = (raw: string): string =>
  fold(
    raw.replaceAll(NOT_KEY, (gap, at: number) => {
      const isWithin = DIGIT.test(raw[at - 1] ?? '') && DIGIT.test(raw[at + gap.length] ?? '')
      return isWithin ? gap.replaceAll(WHITE_SPACE, ' ') : ''
    }),
  )

const keyOf = (kind: TokenKind, raw: string, gap: string | null): string => {
  switch (kind) {
    case 'link':
      return raw
    case 'number':
      return numberKey(raw, gap)
    case 'placeholder':
      return nameKey(raw)
    case 'word':
    case 'symbol':
      return fold(raw)
    default:
      return kind satisfies never
  }
}

/** Cuts a text into tokens, in time linear in its length. */
export const tokensOf = (source: string): Tokens => {
  const text = source
    .normalize('NFKC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(DASHES, '-')
    .replaceAll(FRACTION_BARS, '/')
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

/** Some tokens of a text that follow each other: from `from` to before `to`. */
export type Side = { readonly tokens: Tokens; readonly from: number; readonly to: number }

export const isEmpty = ({ from, to }: Side): boolean => from === to
export const indexes = ({ from, to }: Side): number[] =>
  Array.from({ length: to - from }, (_, at) => from + at)
export const rawOf = (tokens: Tokens, index: number): string =>
  tokens.text.slice(tokens.starts[index], tokens.ends[index])

const CAPITAL = /^\p{Lu}/u
export const isName = (tokens: Tokens, index: number): boolean => CAPITAL.test(rawOf(tokens, index))

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))
/** What a name always follows. `Monsieur` and `Maître` may also stand before a verb. */
const BEFORE_NAME = setOf('m mm mme mmes mlle mlles dr sr sra mr mrs ms consorts')
/** A title with a capital alone: `me` is another word. */
const LAWYER = 'me'
const PARTICLES = setOf('de du des d la le les l van von der den')
/** Particles between a title and a surname: `Mme de la Tour`. */
const PARTICLES_MAX = 2
/** A full stop and blanks, but no apostrophe: `m’a`. */
const AFTER_TITLE = /^\.?\s+$/u

/** Whether a word is a name by the title before it, also in small letters: `m. durand`. */
export const isTitled = (tokens: Tokens, index: number): boolean => {
  const { keys, kinds, text, starts, ends } = tokens
  if (kinds[index] !== 'word') return false
  let at = index - 1
  while (index - at <= PARTICLES_MAX && PARTICLES.has(keys[at] ?? '')) at -= 1
  const key = keys[at] ?? ''
  // A unit: `5 m de long`.
  if (kinds[at - 1] === 'number') return false
  const isTitle = BEFORE_NAME.has(key) || (key === LAWYER && isName(tokens, at))
  return isTitle && AFTER_TITLE.test(text.slice(ends[at], starts[at + 1]))
}
export const allAre = (side: Side, kind: string): boolean =>
  !isEmpty(side) && indexes(side).every((index) => side.tokens.kinds[index] === kind)
