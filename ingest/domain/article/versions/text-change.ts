import { protectedKind } from '#contracts/law/protected-words.ts'
import { type Hunk, hunksBetween } from '#contracts/toolkit/sequence-diff.ts'

/** Kinds of token, which decide what a correction may change. */
type TokenKind = 'word' | 'number' | 'symbol' | 'link' | 'placeholder'

/** A text as the words, numbers, links and symbols that carry meaning; parallel arrays. */
export type Tokens = {
  /** NFKC of the text, dashes made equal; the offsets below are into it, in UTF-16 units. */
  readonly text: string
  /** The compared form: case folded, ligatures split, without white space and punctuation. */
  readonly keys: string[]
  readonly kinds: TokenKind[]
  readonly starts: number[]
  readonly ends: number[]
}

// White space and punctuation separate tokens. `%`, `§`, `&` and the like are words. A name that
// was taken out appears as [X], [Adresse 3], [...] or X...: one token each.
const TOKEN =
  /(?<link>(?:https?:\/\/|www\.)[^\s<>"«»)\]]*[\p{L}\p{N}/])|(?<placeholder>\[(?:\p{Lu}[^\][\n]{0,39}|\.{3})\]|(?<![\p{L}\p{N}])\p{Lu}\.{3})|(?<number>(?:(?<=^|[\s(])-(?=\p{Nd}))?(?:\p{Nd}{1,3}(?: \p{Nd}{3})+(?!\p{Nd})|\p{Nd}+))|(?<word>\p{L}[\p{L}\p{M}]*)|[\p{Sm}\p{Sc}\p{So}%‰§&@#/\\]/gu

const NOT_KEY = /[\s\p{P}\p{Sk}]+/gu
const WHITE_SPACE = /\s+/g
const DASHES = /[\p{Pd}\u2212]/gu

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

/** Limits of a correction that is a PATCH (contracts/conventions/versions.md). */
const CORRECTION = {
  /** Share of the characters of the old text. */
  shareMax: 0.005,
  /** Most tokens that a placeholder may replace: a name, an address. */
  anonymisedTokensMax: 12,
} as const

/**
 * How two wordings of one text compare. `why` completes a sentence that begins with the member's
 * name. It never quotes the text: a reason is recorded for ever, a text may have to be erased.
 */
type TextChange = {
  readonly kind: 'patch' | 'beyond'
  readonly changeClass: 'anonymisation' | null
  /** Whether only typography differs. */
  readonly typographic: boolean
  readonly why: string
}

/** `1 place`, `2 places`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`

type Side = { readonly tokens: Tokens; readonly from: number; readonly to: number }
type HunkVerdict =
  | { readonly kind: 'correction'; readonly characters: number }
  | { readonly kind: 'anonymisation' }
  | { readonly kind: 'beyond'; readonly why: string }

const isEmpty = ({ from, to }: Side): boolean => from === to
const indexes = ({ from, to }: Side): number[] =>
  Array.from({ length: to - from }, (_, at) => from + at)
const joined = ({ tokens, from, to }: Side): string => tokens.keys.slice(from, to).join('')
const rawOf = (tokens: Tokens, index: number): string =>
  tokens.text.slice(tokens.starts[index], tokens.ends[index])

const CAPITAL = /^\p{Lu}/u
const isName = (tokens: Tokens, index: number): boolean => CAPITAL.test(rawOf(tokens, index))
const allAre = (side: Side, kind: string): boolean =>
  !isEmpty(side) && indexes(side).every((index) => side.tokens.kinds[index] === kind)

const MARK = /^(?:\p{L}|[ivxlcdm]{1,5})$/iu
/** A letter or Roman number that names a point: `a)`, `iv)`, `b.`. */
const isMark = (tokens: Tokens, index: number): boolean =>
  MARK.test(rawOf(tokens, index)) && ').°'.includes(tokens.text[tokens.ends[index] ?? -1] ?? ' ')

/** The protected kind of a token, which no correction may change; null for an ordinary word. */
const carried = (tokens: Tokens, index: number): string | null => {
  const kind = tokens.kinds[index]
  if (kind === 'number') return 'a number'
  if (kind === 'placeholder') return 'a name that was taken out'
  const word = protectedKind(tokens.keys, index)
  if (word !== null) return word
  if (isMark(tokens, index)) return 'the number of a point'
  return isName(tokens, index) ? 'a proper name' : null
}

/** A number's neighbour names what is counted or cited: `30 jours`, `L. 122-1`, `5 %`. */
const besideNumber = ({ tokens, from, to }: Side): boolean =>
  tokens.kinds[from - 1] === 'number' || tokens.kinds[to] === 'number'

const touched = (side: Side): string | null => {
  for (const index of indexes(side)) {
    const what = carried(side.tokens, index)
    if (what !== null) return what
  }
  return besideNumber(side) ? 'what a number counts or cites' : null
}

/** Whether a side is whole paragraphs: nothing else on its first and on its last line. */
const isWholeParagraphs = ({ tokens, from, to }: Side): boolean => {
  if (from === to) return false
  const before = tokens.text.slice(tokens.ends[from - 1] ?? 0, tokens.starts[from])
  const after = tokens.text.slice(tokens.ends[to - 1], tokens.starts[to] ?? tokens.text.length)
  return (
    (from === 0 || before.includes('\n')) && (to === tokens.keys.length || after.includes('\n'))
  )
}

const anonymises = (old: Side, next: Side): boolean =>
  allAre(next, 'placeholder') &&
  old.to - old.from <= CORRECTION.anonymisedTokensMax &&
  indexes(old).some((index) => old.tokens.kinds[index] === 'number' || isName(old.tokens, index)) &&
  indexes(old).every((index) => old.tokens.kinds[index] !== 'placeholder')

const editedCharacters = (old: string, next: string): number => {
  const max = Math.min(old.length, next.length)
  let prefix = 0
  while (prefix < max && old[prefix] === next[prefix]) prefix += 1
  let suffix = 0
  while (suffix < max - prefix && old.at(-1 - suffix) === next.at(-1 - suffix)) suffix += 1
  return Math.max(old.length, next.length) - prefix - suffix
}

const judge = (old: Side, next: Side): HunkVerdict => {
  const [before, after] = [joined(old), joined(next)]
  const sameLink = allAre(old, 'link') && allAre(next, 'link')
  if (before === after || sameLink) return { kind: 'correction', characters: 0 }
  if (anonymises(old, next)) return { kind: 'anonymisation' }
  if (isEmpty(next) && isWholeParagraphs(old))
    return { kind: 'beyond', why: 'a paragraph was removed' }
  if (isEmpty(old) && isWholeParagraphs(next))
    return { kind: 'beyond', why: 'a paragraph was added' }
  const what = touched(old) ?? touched(next)
  if (what !== null) return { kind: 'beyond', why: `${what} is touched` }
  return { kind: 'correction', characters: editedCharacters(before, after) }
}

const beyond = (why: string): TextChange => ({
  kind: 'beyond',
  changeClass: null,
  typographic: false,
  why: `changed beyond a PATCH: ${why}`,
})

const PERCENT = 100
const LIMIT_TEXT = `${CORRECTION.shareMax * PERCENT} % of its characters`

const summary = (verdicts: readonly HunkVerdict[], oldLength: number): TextChange => {
  const first = verdicts.find((verdict) => verdict.kind === 'beyond')
  if (first !== undefined) return beyond(first.why)
  const corrections = verdicts.filter((verdict) => verdict.kind === 'correction')
  const characters = corrections.reduce((sum, one) => sum + one.characters, 0)
  if (characters > oldLength * CORRECTION.shareMax) return beyond(`more than ${LIMIT_TEXT} changed`)
  const hidden = verdicts.length - corrections.length
  if (hidden > 0) {
    const why = `was anonymised: names gave way to placeholders in ${counted(hidden, 'place')}`
    return { kind: 'patch', changeClass: 'anonymisation', typographic: false, why }
  }
  const share = `${characters} of ${oldLength} characters in ${counted(corrections.length, 'place')}`
  const why = `was corrected in ${share}; no number, negation, date or name is touched`
  return { kind: 'patch', changeClass: null, typographic: false, why }
}

/** The part of two texts that differs, widened to whole lines and one line of context before. */
export const differingLines = (old: string, next: string): [string, string] => {
  const max = Math.min(old.length, next.length)
  let prefix = 0
  while (prefix < max && old.charCodeAt(prefix) === next.charCodeAt(prefix)) prefix += 1
  const line = old.lastIndexOf('\n', prefix - 1)
  const from = line <= 0 ? 0 : old.lastIndexOf('\n', line - 1) + 1
  let suffix = 0
  while (
    suffix < max - prefix &&
    old.charCodeAt(old.length - 1 - suffix) === next.charCodeAt(next.length - 1 - suffix)
  ) {
    suffix += 1
  }
  const end = old.indexOf('\n', old.length - suffix)
  const kept = end < 0 ? 0 : old.length - end
  return [old.slice(from, old.length - kept), next.slice(from, next.length - kept)]
}

/**
 * Compares two different wordings (contracts/conventions/versions.md, PATCH): equal in all but
 * typography; a correction of at most 0.5 % of the characters that touches no digit, negation,
 * date, article number or proper name; a link; anonymisation. Anything else is `beyond`. Time is
 * linear in the texts plus bounded edit work.
 */
export const compareTexts = (old: string, next: string): TextChange => {
  const [oldTokens, nextTokens] = differingLines(old, next).map(tokensOf) as [Tokens, Tokens]
  if (oldTokens.keys.join('') === nextTokens.keys.join('')) {
    const why = 'differs in typography, white space or punctuation only'
    return { kind: 'patch', changeClass: null, typographic: true, why }
  }
  const hunks = hunksBetween(oldTokens.keys, nextTokens.keys)
  if (hunks === null) return beyond('it was rewritten in too many places')
  const verdicts = hunks.map((hunk: Hunk) =>
    judge(
      { tokens: oldTokens, from: hunk.oldFrom, to: hunk.oldTo },
      { tokens: nextTokens, from: hunk.nextFrom, to: hunk.nextTo },
    ),
  )
  return summary(verdicts, old.length)
}
