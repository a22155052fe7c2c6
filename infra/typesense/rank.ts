import { BM25, type Bm25Parameters, FUSION } from '#contracts/search/parameters.ts'
import type { IndexQuery, TermShare, WordRarity } from '#query-api/ports.ts'
import { type Tally, entriesOf } from './head.ts'
import { type Named, byName } from './order.ts'
import { countIn, shareOf } from './rows.ts'

/** A hit or passage of the engine, with the data for ranking. */
export type Candidate = Named & {
  /** The change that wrote it. */
  readonly change: number
  /** The members that count its words (rows.ts). */
  readonly shares: Readonly<Record<string, unknown>>
  readonly titleLength: number
  readonly bodyLength: number
  /** Whether a citation of the query names it. */
  readonly named: boolean
}

export type WeighedTerm = IndexQuery['terms'][number] & {
  readonly token: string
  /** Current entries of the whole corpus that contain it. */
  readonly frequency: number
}

export type Scored = {
  readonly candidate: Candidate
  readonly score: number
  /** The weighted idf of the rare terms that it holds. */
  readonly rare: number
  readonly matches: boolean
  /** What each term that it holds adds, by spelling. */
  readonly parts: readonly TermShare[]
}

/** Length divided by the average; 1 without an average. */
const relative = (length: number, average: number): number =>
  length === 0 || !(average > 0) ? 1 : length / average

const bySpelling = (first: { term: string }, second: { term: string }): number => {
  if (first.term === second.term) return 0
  return first.term < second.term ? -1 : 1
}

export const inverseFrequency = (entries: number, frequency: number): number =>
  Math.log(1 + (entries - frequency + 0.5) / (frequency + 0.5))

/** How rare the terms are in the whole corpus: the same additions as in the embedded index. */
export const rarityOf = (terms: readonly WeighedTerm[], tally: Tally): WordRarity => {
  const entries = entriesOf(tally)
  return {
    asked: terms
      .toSorted(bySpelling)
      .reduce(
        (sum, { weight, frequency }) => sum + weight * inverseFrequency(entries, frequency),
        0,
      ),
    unheld: inverseFrequency(entries, 0),
  }
}

/**
 * BM25F over the candidates with the frequencies of the whole corpus: the same additions as in the
 * embedded index, so the same text gets the same score to the last bit.
 */
export const scorer = (
  terms: readonly WeighedTerm[],
  tally: Tally,
  { k1, lengthPower, titleWeight }: Bm25Parameters = BM25,
): ((candidate: Candidate) => Scored) => {
  const entries = entriesOf(tally)
  const weighed = terms.toSorted(bySpelling).map(({ term, token, weight, frequency }) => ({
    term,
    weight,
    idf: inverseFrequency(entries, frequency),
    token,
    share: shareOf(token),
    rarity: weight * inverseFrequency(entries, frequency),
    isRare: inverseFrequency(entries, frequency) >= FUSION.rareShare * inverseFrequency(entries, 0),
  }))
  return (candidate) => {
    const kin = tally[candidate.kind]
    const titleRatio = relative(candidate.titleLength, kin.title / kin.entries)
    const bodyRatio = relative(candidate.bodyLength, kin.body / kin.entries)
    const titleNorm = titleWeight / titleRatio ** lengthPower
    const bodyNorm = 1 / bodyRatio ** lengthPower
    let score = 0
    let rare = 0
    let matches = false
    const parts: TermShare[] = []
    for (const { term, weight, idf, token, share, rarity, isRare } of weighed) {
      const counts = candidate.shares[share]
      const count = typeof counts === 'string' ? countIn(counts, token) : null
      if (count === null) continue
      const frequency = count[0] * titleNorm + count[1] * bodyNorm
      const part = (rarity * frequency) / (k1 + frequency)
      score += part
      parts.push({ term, weight, idf, inTitle: count[0], inBody: count[1], score: part })
      if (isRare) rare += rarity
      matches = true
    }
    return { candidate, score, rare, matches, parts }
  }
}

const byScore = (first: Scored, second: Scored): number =>
  second.score - first.score || byName(first.candidate, second.candidate)

/** Entries that a citation names come first, whatever their score; then the best matches. */
export const rank = (scored: readonly Scored[], depth: number): Scored[] => {
  const named = scored.filter(({ candidate }) => candidate.named)
  const rest = scored.filter(({ candidate, matches }) => !candidate.named && matches)
  return [...named.toSorted(byScore), ...rest.toSorted(byScore)].slice(0, depth)
}
