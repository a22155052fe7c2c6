import { hunksBetween, hunksBetweenNumbers, numbered } from '../../toolkit/sequence-diff.ts'
import { differInAccents, protectedKind } from '../protected-words.ts'
import { type NearMatcher, nearMatcher } from './near-match.ts'
import { normalText, type QuotableText, tripleAt, type Words, wordsOf } from './quotable-text.ts'

/** `-` is in the source only, `+` in the quotation only. */
export type DiffSegment = readonly [sign: '-' | '+', text: string]

/** Characters of a difference compared one by one; a longer difference counts as a whole. */
const PRECISE_MAX = 400

/** Levenshtein distance of two short strings, in characters. */
const editDistance = (a: string, b: string): number => {
  if (a === b) return 0
  if (a.length > PRECISE_MAX || b.length > PRECISE_MAX) return Math.max(a.length, b.length)
  const row = Int32Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    let diagonal = i - 1
    let left = i
    row[0] = i
    for (let j = 1; j <= b.length; j += 1) {
      const above = row[j] ?? 0
      const substituted = diagonal + (a[i - 1] === b[j - 1] ? 0 : 1)
      left = Math.min(substituted, above + 1, left + 1)
      row[j] = left
      diagonal = above
    }
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
 * Compares stretches of a window of a source with a quotation, word by word from the source to the
 * quotation; null past the bounds of a comparison (`contracts/toolkit/sequence-diff.ts`). Words are
 * numbered once, and stretches of one window mostly differ in the same places, which are measured
 * once.
 */
const differencesIn = (window: readonly string[], quoted: readonly string[]) => {
  const [windowNumbers, quotedNumbers] = numbered(window, quoted)
  const measured = new Map<string, number>()
  const distanceOf = (before: string, after: string): number => {
    const key = `${before}\n${after}`
    // An added or removed word also adds or removes a space.
    const distance =
      measured.get(key) ?? editDistance(before, after) + (before === '' || after === '' ? 1 : 0)
    measured.set(key, distance)
    return distance
  }
  return (from: number, to: number): WordDifference | null => {
    const hunks = hunksBetweenNumbers(windowNumbers.subarray(from, to), quotedNumbers)
    if (hunks === null) return null
    let distance = 0
    const diff: DiffSegment[] = []
    for (const { oldFrom, oldTo, nextFrom, nextTo } of hunks) {
      const before = window.slice(from + oldFrom, from + oldTo).join(' ')
      const after = quoted.slice(nextFrom, nextTo).join(' ')
      distance += distanceOf(before, after)
      if (before !== '') diff.push(['-', before])
      if (after !== '') diff.push(['+', after])
    }
    return { distance, diff }
  }
}

/** A place of a source, in UTF-16 units of its content, `end` exclusive. */
export type QuotationPlace = { readonly start: number; readonly end: number }

/**
 * A quotation made ready to be looked up: marks at its end and brackets around a letter left out.
 */
export type Quoted = {
  readonly text: string
  readonly normal: string
  readonly words: Words
  /** Whether a text in folded words holds something near to its words; made on first use. */
  readonly isNear: NearMatcher
}

const BRACKETED_LETTER = /\[(\p{L})\]/gu
const LAST_MARKS = /(?<![.,;:])[.,;:]+$/u

export const quotedText = (text: string): Quoted => {
  const normal = normalText(text.normalize('NFC').replaceAll(BRACKETED_LETTER, '$1')).text.trim()
  const words = wordsOf(normal)
  let matcher: NearMatcher | null = null
  return {
    text,
    normal,
    words,
    isNear: (other, distanceMax) =>
      (matcher ??= nearMatcher(words.folded.join(' ')))(other, distanceMax),
  }
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

const DIGIT = /\d/u
const NAME = /^\p{Lu}/u

/** What a word carries that no quotation may change: `a negation`, `a number`, `a date`, …. */
const kindOf = (words: readonly string[], at: number): string | null =>
  protectedKind(words, at) ?? (DIGIT.test(words[at] ?? '') ? 'a number' : null)

/** The kinds of protected words and names between two places of a normal text. */
const kindsWithin = ({ normal, words }: QuotableText, from: number, to: number): string[] => {
  const { folded, starts, ends } = words
  const first = starts.findIndex((start) => start >= from)
  const kinds: string[] = []
  for (let at = first; at >= 0 && at < folded.length && (ends[at] ?? 0) <= to; at += 1) {
    const kind = kindOf(folded, at)
    if (kind !== null) kinds.push(kind)
    else if (NAME.test(normal.text.slice(starts[at], ends[at]))) kinds.push('a proper name')
  }
  return kinds
}

/** `[…]`, `(...)`, and an ellipsis between spaces. */
const ELISION = / ?[[(]\.\.\.[\])] ?| \.\.\. /u
/** Characters that an honest elision may leave out. */
const ELIDED_MAX = 600
const FRAGMENT_MIN = 8

export type Elided = QuotationPlace & {
  /** The omitted stretches, as the source has them. */
  readonly left: readonly string[]
  /** The kinds of protected words among them, sorted. */
  readonly touches: readonly string[]
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
  const touches = new Set<string>()
  let end = first + (pieces[0] ?? '').length
  for (const piece of pieces.slice(1)) {
    const next = source.normal.text.indexOf(piece, end)
    if (next < 0 || next - end > ELIDED_MAX) return null
    left.push(source.normal.text.slice(end, next).trim())
    for (const kind of kindsWithin(source, end, next)) touches.add(kind)
    end = next + piece.length
  }
  return { ...placeOf(source, first, end), left, touches: [...touches].toSorted() }
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
 * The places that most triples of the quotation point to: offsets of its first word, best first, of
 * equal ones the first.
 */
const diagonals = (source: QuotableText, words: Words): number[] => {
  const below = Math.ceil(words.folded.length / NEAR.bucket)
  const above = Math.ceil(source.words.folded.length / NEAR.bucket)
  let votes: Int32Array | null = null
  const voted: number[] = []
  for (let index = 0; index + 2 < words.folded.length; index += 1) {
    const triple = tripleAt(words, index)
    const places = triple === null ? undefined : source.triples.get(triple)
    if (places === undefined) continue
    votes ??= new Int32Array(below + above + 1)
    for (const place of places) {
      const bucket = Math.round((place - index) / NEAR.bucket) + below
      const count = (votes[bucket] ?? 0) + 1
      votes[bucket] = count
      if (count === 1) voted.push(bucket)
    }
  }
  const countAt = (bucket: number): number => votes?.[bucket] ?? 0
  const best: number[] = []
  for (const bucket of voted) {
    const isBefore = (other: number): boolean =>
      countAt(bucket) - countAt(other) > 0 || (countAt(bucket) === countAt(other) && bucket < other)
    const place = best.findIndex(isBefore)
    if (place >= 0) best.splice(place, 0, bucket)
    else best.push(bucket)
    if (best.length > NEAR.windowsMax) best.pop()
  }
  return best.map((bucket) => (bucket - below) * NEAR.bucket)
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

type Window = { readonly from: number; readonly to: number }

/** Shrinks on, where taking a word off an end brings the two nearer. */
const nearestIn = (
  source: QuotableText,
  quoted: readonly string[],
  window: Window,
): Near | null => {
  const measure = differencesIn(source.words.folded.slice(window.from, window.to), quoted)
  const start = shrunk(source.words, quoted, window.from, window.to)
  let from = start.from - window.from
  let to = start.to - window.from
  let best = measure(from, to)
  const isBetter = (other: WordDifference | null): other is WordDifference =>
    other !== null && best !== null && other.distance < best.distance
  for (let step = 0; best !== null && step < 2 * NEAR.slack; step += 1) {
    const withoutFirst = measure(from + 1, to)
    const shorter = isBetter(withoutFirst) ? withoutFirst : measure(from, to - 1)
    if (!isBetter(shorter)) break
    best = shorter
    if (shorter === withoutFirst) from += 1
    else to -= 1
  }
  if (best === null || to <= from) return null
  const { starts, ends } = source.words
  const first = starts[window.from + from] ?? 0
  const end = ends[window.from + to - 1] ?? 0
  return { ...placeOf(source, first, end), ...best }
}

/**
 * The wording of the source that is nearest to a quotation, and how far; null where not three words
 * agree, or no wording is within `distanceMax`. The distance by words is never below the one by
 * characters, so what is too far by characters need not be compared word by word.
 */
export const nearestPlace = (
  source: QuotableText,
  { words, isNear }: Quoted,
  distanceMax: number,
): Near | null => {
  if (distanceMax < 0) return null
  let best: Near | null = null
  for (const diagonal of diagonals(source, words)) {
    const from = Math.max(0, diagonal - NEAR.slack)
    const to = Math.min(source.words.folded.length, diagonal + words.folded.length + NEAR.slack)
    const max = best === null ? distanceMax : best.distance - 1
    if (!isNear(source.words.folded.slice(from, to).join(' '), max)) continue
    const near = nearestIn(source, words.folded, { from, to })
    if (near !== null && near.distance <= max) best = near
  }
  return best
}

/** The kinds of protected words in which a quotation differs from a place of a source; sorted. */
export const touchedAt = (
  { normal, words }: QuotableText,
  { words: quoted }: Quoted,
  { start, end }: QuotationPlace,
): string[] => {
  const from = words.starts.findIndex((at) => (normal.at[at] ?? 0) >= start)
  const to = words.ends.findLastIndex((at) => (normal.at[at - 1] ?? 0) < end) + 1
  const held = words.folded.slice(from, to)
  const kinds = new Set<string>()
  const note = (all: readonly string[], first: number, last: number): void => {
    for (let at = first; at < last; at += 1) {
      const kind = kindOf(all, at)
      if (kind !== null) kinds.add(kind)
    }
  }
  for (const hunk of hunksBetween(held, quoted.folded) ?? []) {
    const was = held.slice(hunk.oldFrom, hunk.oldTo).join(' ')
    if (differInAccents(was, quoted.folded.slice(hunk.nextFrom, hunk.nextTo).join(' '))) continue
    note(words.folded, from + hunk.oldFrom, from + hunk.oldTo)
    note(quoted.folded, hunk.nextFrom, hunk.nextTo)
  }
  return [...kinds].toSorted()
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
