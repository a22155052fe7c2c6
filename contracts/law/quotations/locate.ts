import { hunksBetween } from '../../toolkit/sequence-diff.ts'
import { PROTECTED_WORDS } from '../protected-words.ts'
import { normalText, type QuotableText, tripleAt, type Words, wordsOf } from './quotable-text.ts'

/** `-` is in the source only, `+` in the quotation only. */
export type DiffSegment = readonly [sign: '-' | '+', text: string]

/** Characters of a difference compared one by one; a longer difference counts as a whole. */
const PRECISE_MAX = 400

/** Levenshtein distance of two short strings, in characters. */
export const editDistance = (a: string, b: string): number => {
  if (a === b) return 0
  if (a.length > PRECISE_MAX || b.length > PRECISE_MAX) return Math.max(a.length, b.length)
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** The difference between two runs of words: how far apart they are, and where. */
type WordDifference = {
  /** Characters. */
  readonly distance: number
  readonly diff: readonly DiffSegment[]
}

/**
 * Word by word from the source to the quotation; null past the bounds of a comparison
 * (`contracts/toolkit/sequence-diff.ts`).
 */
const wordDifference = (
  source: readonly string[],
  quoted: readonly string[],
): WordDifference | null => {
  const hunks = hunksBetween(source, quoted)
  if (hunks === null) return null
  let distance = 0
  const diff: DiffSegment[] = []
  for (const { oldFrom, oldTo, nextFrom, nextTo } of hunks) {
    const before = source.slice(oldFrom, oldTo).join(' ')
    const after = quoted.slice(nextFrom, nextTo).join(' ')
    // An added or removed word also adds or removes a space.
    distance += editDistance(before, after) + (before === '' || after === '' ? 1 : 0)
    if (before !== '') diff.push(['-', before])
    if (after !== '') diff.push(['+', after])
  }
  return { distance, diff }
}

const DIGIT = /\d/u
const NAME = /^\p{Lu}/u

/**
 * The protected kinds of words that a difference affects: `a negation`, `a number`, `a date`, `a
 * proper name`; sorted.
 */
export const touchedBy = (diff: readonly DiffSegment[]): string[] => {
  const kinds = new Set<string>()
  for (const [, text] of diff) {
    for (const word of text.split(/[\s']+/u)) {
      const kind = PROTECTED_WORDS.get(word.toLowerCase())
      if (kind !== undefined) kinds.add(kind)
      else if (DIGIT.test(word)) kinds.add('a number')
      else if (NAME.test(word)) kinds.add('a proper name')
    }
  }
  return [...kinds].toSorted()
}

/** A place of a source, in UTF-16 units of its content, `end` exclusive. */
export type QuotationPlace = { readonly start: number; readonly end: number }

/**
 * A quotation made ready to be looked up: marks at its end and brackets around a letter left out.
 */
export type Quoted = { readonly text: string; readonly normal: string; readonly words: Words }

const BRACKETED_LETTER = /\[(\p{L})\]/gu
const LAST_MARKS = /[.,;:]+$/u

export const quotedText = (text: string): Quoted => {
  const normal = normalText(text.normalize('NFC').replaceAll(BRACKETED_LETTER, '$1')).text.trim()
  return { text, normal, words: wordsOf(normal) }
}

const placeOf = (source: QuotableText, from: number, to: number): QuotationPlace => ({
  start: source.normal.at[from] ?? 0,
  end: (source.normal.at[to - 1] ?? 0) + 1,
})

/** Word for word, character for character. */
export const exactPlace = ({ content }: QuotableText, text: string): QuotationPlace | null => {
  const start = content.indexOf(text)
  return start < 0 ? null : { start, end: start + text.length }
}

const firstLetterOtherwise = (text: string): string => {
  const [first = ''] = text
  const other = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase()
  return `${other}${text.slice(first.length)}`
}

const indexOfNormal = (source: string, text: string, from: number): number => {
  const own = source.indexOf(text, from)
  const other = source.indexOf(firstLetterOtherwise(text), from)
  if (own < 0) return other
  return other < 0 ? own : Math.min(own, other)
}

/** Equal in all but typography and the case of the first letter. */
export const normalizedPlace = (
  source: QuotableText,
  { normal }: Quoted,
): QuotationPlace | null => {
  for (const text of [normal, normal.replace(LAST_MARKS, '')]) {
    const from = text === '' ? -1 : indexOfNormal(source.normal.text, text, 0)
    if (from >= 0) return placeOf(source, from, from + text.length)
  }
  return null
}

/** `[…]`, `(...)`, and an ellipsis between spaces. */
const ELISION = / ?[[(]\.\.\.[\])] ?| \.\.\. /u
/** Characters that an honest elision may leave out. */
const ELIDED_MAX = 600
const FRAGMENT_MIN = 8

export type Elided = QuotationPlace & {
  /** The omitted words, as the source has them. */
  readonly left: readonly string[]
}

/**
 * The pieces of a quotation with marked elisions, in order and near each other; null: none marked,
 * or not so found.
 */
export const elidedPlace = (source: QuotableText, { normal }: Quoted): Elided | null => {
  const pieces = normal.split(ELISION).map((piece) => piece.replace(LAST_MARKS, '').trim())
  if (pieces.length < 2 || pieces.some((piece) => piece.length < FRAGMENT_MIN)) return null
  const first = indexOfNormal(source.normal.text, pieces[0] ?? '', 0)
  if (first < 0) return null
  const left: string[] = []
  let end = first + (pieces[0] ?? '').length
  for (const piece of pieces.slice(1)) {
    const next = source.normal.text.indexOf(piece, end)
    if (next < 0 || next - end > ELIDED_MAX) return null
    left.push(source.normal.text.slice(end, next).trim())
    end = next + piece.length
  }
  return { ...placeOf(source, first, end), left }
}

/** Bounds of the search for a near wording. */
const NEAR = {
  /** Word places apart that still count as one diagonal. */
  bucket: 8,
  windowsMax: 3,
  /** Words on both sides of the expected place of the wording. */
  slack: 12,
} as const

/**
 * The places that most triples of the quotation point to: offsets of its first word, best first.
 */
const diagonals = (source: QuotableText, words: Words): number[] => {
  const votes = new Map<number, number>()
  for (let index = 0; index + 2 < words.folded.length; index += 1) {
    const triple = tripleAt(words, index)
    for (const place of (triple === null ? undefined : source.triples.get(triple)) ?? []) {
      const bucket = Math.round((place - index) / NEAR.bucket)
      votes.set(bucket, (votes.get(bucket) ?? 0) + 1)
    }
  }
  return [...votes]
    .toSorted(([a, x], [b, y]) => y - x || a - b)
    .slice(0, NEAR.windowsMax)
    .map(([bucket]) => bucket * NEAR.bucket)
}

export type Near = QuotationPlace & {
  readonly distance: number
  readonly diff: readonly DiffSegment[]
}

const isTrimmable = (words: readonly string[], edge: string | undefined): boolean =>
  words.length > 0 && edge !== undefined

/** The window shrunk to the words from the first to the last that the quotation shares with it. */
const shrunk = (
  source: Words,
  quoted: readonly string[],
  from: number,
  to: number,
): { from: number; to: number } => {
  const shared = new Set(quoted)
  const slackEnd = Math.min(to, from + 2 * NEAR.slack)
  let first = from
  // The window begins where its first words are the quotation's first words.
  const [head] = quoted
  const headAt = source.folded.slice(from, slackEnd).indexOf(head ?? '')
  if (isTrimmable(quoted, head) && headAt >= 0) first = from + headAt
  else while (first < slackEnd && !shared.has(source.folded[first] ?? '')) first += 1
  let last = to
  const tail = quoted.at(-1)
  const slackStart = Math.max(first, to - 2 * NEAR.slack)
  const tailAt = source.folded.slice(slackStart, to).lastIndexOf(tail ?? '')
  if (tailAt >= 0) last = slackStart + tailAt + 1
  return { from: first, to: last }
}

/** Shrinks on, where taking a word off an end brings the two nearer. */
const nearestIn = (
  source: QuotableText,
  quoted: readonly string[],
  window: { from: number; to: number },
): Near | null => {
  let { from, to } = shrunk(source.words, quoted, window.from, window.to)
  const measure = (a: number, b: number) => wordDifference(source.words.folded.slice(a, b), quoted)
  let best = measure(from, to)
  for (let step = 0; best !== null && step < 2 * NEAR.slack; step += 1) {
    const before = measure(from + 1, to)
    const after = measure(from, to - 1)
    if (before !== null && before.distance < best.distance) {
      best = before
      from += 1
    } else if (after !== null && after.distance < best.distance) {
      best = after
      to -= 1
    } else break
  }
  if (best === null || to <= from) return null
  const { starts, ends } = source.words
  return { ...placeOf(source, starts[from] ?? 0, ends[to - 1] ?? 0), ...best }
}

/**
 * The wording of the source that is nearest to a quotation, and how far; null where not three words
 * agree.
 */
export const nearestPlace = (source: QuotableText, { words }: Quoted): Near | null => {
  let best: Near | null = null
  for (const diagonal of diagonals(source, words)) {
    const from = Math.max(0, diagonal - NEAR.slack)
    const to = Math.min(source.words.folded.length, diagonal + words.folded.length + NEAR.slack)
    const near = nearestIn(source, words.folded, { from, to })
    if (near !== null && (best === null || near.distance < best.distance)) best = near
  }
  return best
}

/** What makes joined pieces of a source a quotation that it never wrote. */
const JOINED = {
  /** Shortest piece, in words. */
  wordsMin: 3,
  piecesMax: 5,
  /** Share of the words that the pieces must hold. */
  shareMin: 0.8,
  /** Pieces at most this many words apart count as adjacent. */
  adjacentWords: 2,
} as const

/** A run of words that is the same in the source and in the quotation. */
type Run = { readonly quoted: number; readonly source: number; readonly length: number }

const runLength = (
  source: readonly string[],
  quoted: readonly string[],
  at: number,
  from: number,
): number => {
  let length = 0
  while (
    from + length < quoted.length &&
    at + length < source.length &&
    source[at + length] === quoted[from + length]
  ) {
    length += 1
  }
  return length
}

const longestRun = (source: QuotableText, { words }: Quoted, from: number): Run | null => {
  const triple = tripleAt(words, from)
  let best: Run | null = null
  for (const at of (triple === null ? undefined : source.triples.get(triple)) ?? []) {
    const length = runLength(source.words.folded, words.folded, at, from)
    if (best === null || length > best.length) best = { quoted: from, source: at, length }
  }
  return best
}

/**
 * The quotation read from left to right, each time with the longest piece that the source holds.
 */
const runsOf = (source: QuotableText, quoted: Quoted): Run[] => {
  const runs: Run[] = []
  let from = 0
  while (from < quoted.words.folded.length) {
    const run = longestRun(source, quoted, from)
    if (run !== null && run.length >= JOINED.wordsMin) {
      runs.push(run)
      from += run.length
    } else from += 1
  }
  return runs
}

const standTogether = (a: Run, b: Run): boolean => {
  const gap = b.source - (a.source + a.length)
  return gap >= 0 && gap <= JOINED.adjacentWords
}

/**
 * The pieces of a source that a quotation joins (contracts/conventions/verify.md, frankenquote):
 * two or more that are apart and hold nearly all of it. Null where it is something
 * else.
 */
export const joinedPlaces = (source: QuotableText, quoted: Quoted): QuotationPlace[] | null => {
  const runs = runsOf(source, quoted)
  const held = runs.reduce((sum, { length }) => sum + length, 0)
  if (runs.length < 2 || runs.length > JOINED.piecesMax) return null
  if (held < quoted.words.folded.length * JOINED.shareMin) return null
  const apart = runs.some((run, index) => {
    const next = runs[index + 1]
    return next !== undefined && !standTogether(run, next)
  })
  if (!apart) return null
  const { starts, ends } = source.words
  return runs.map(({ source: at, length }) => ({
    start: source.normal.at[starts[at] ?? 0] ?? 0,
    end: (source.normal.at[(ends[at + length - 1] ?? 1) - 1] ?? 0) + 1,
  }))
}
