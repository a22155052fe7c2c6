import type { Place, Quoted } from './locate.ts'
import { type QuotableText, tripleAt } from './source.ts'

/** What makes joined pieces of a source a quotation that it never wrote. */
const JOINED = {
  /** Shortest piece, in words. */
  wordsMin: 3,
  piecesMax: 5,
  /** Share of the words that the pieces must hold. */
  shareMin: 0.8,
  /** Pieces this many words apart, or less, stand together. */
  adjacentWords: 2,
} as const

/** A run of words that stands in a source as it stands in the quotation. */
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
 * two or more that do not stand together and hold nearly all of it. Null where it is something
 * else.
 */
export const joinedPlaces = (source: QuotableText, quoted: Quoted): Place[] | null => {
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
