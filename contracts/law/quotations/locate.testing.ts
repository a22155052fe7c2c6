/** The search for the nearest wording as it is defined: every window, every step, whole diffs. */
import { hunksBetween } from '../../toolkit/sequence-diff.ts'
import type { DiffSegment, Near, QuotationPlace, Quoted } from './locate.ts'
import { type QuotableText, tripleAt, type Words } from './quotable-text.ts'

const PRECISE_MAX = 400

/** Levenshtein distance of two short strings, in characters. */
const editDistance = (a: string, b: string): number => {
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

const placeOf = (source: QuotableText, from: number, to: number): QuotationPlace => ({
  start: source.normal.at[from] ?? 0,
  end: (source.normal.at[to - 1] ?? 0) + 1,
})

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
export const slowNearestPlace = (source: QuotableText, { words }: Quoted): Near | null => {
  let best: Near | null = null
  for (const diagonal of diagonals(source, words)) {
    const from = Math.max(0, diagonal - NEAR.slack)
    const to = Math.min(source.words.folded.length, diagonal + words.folded.length + NEAR.slack)
    const near = nearestIn(source, words.folded, { from, to })
    if (near !== null && (best === null || near.distance < best.distance)) best = near
  }
  return best
}
