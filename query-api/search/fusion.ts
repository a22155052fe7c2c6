import { FUSION } from '#contracts/search/parameters.ts'
import type { IndexAnswer, IndexQuery, RankedEntry } from '../ports.ts'

export type FusedEntry = RankedEntry & { readonly score: number }

/** The score of a rank; the first rank is 1. */
const rankScore = (rank: number): number => 1 / (FUSION.k + rank)

const KIND_ORDER: Record<RankedEntry['kind'], number> = { article: 0, headnote: 1 }
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Score descending, then type, slug, sequence (contracts/conventions/search.md). Slugs are ASCII:
 * code units are their order.
 */
export const byScore = (a: FusedEntry, b: FusedEntry): number =>
  b.score - a.score ||
  KIND_ORDER[a.kind] - KIND_ORDER[b.kind] ||
  compareText(a.slug, b.slug) ||
  a.sequence - b.sequence

const ranked = ({ entry, kind, slug, sequence }: RankedEntry, score: number): FusedEntry => ({
  entry,
  kind,
  slug,
  sequence,
  score,
})

/** Scores a single ranking by rank. */
export const scoreRanking = (entries: readonly RankedEntry[]): FusedEntry[] =>
  entries.map((entry, index) => ranked(entry, rankScore(index + 1)))

/**
 * Whether the lexical ranking is weak evidence: its first text lacks some words of the query, and
 * either has few of them or is much farther in meaning than the nearest text. A citation is always
 * strong evidence.
 */
export const areWordsWeak = (
  { termsInFirst, lexical, semantic }: Pick<IndexAnswer, 'termsInFirst' | 'lexical' | 'semantic'>,
  { terms, identifiers }: Pick<IndexQuery, 'terms' | 'identifiers'>,
): boolean => {
  if (identifiers.length > 0 || termsInFirst >= terms.length) return false
  const [nearest] = semantic
  const first = semantic.find(({ entry }) => entry === lexical[0]?.entry)
  const share = nearest === undefined ? 1 : (first?.similarity ?? 0) / nearest.similarity
  return termsInFirst < FUSION.evidentTerms || share < FUSION.evidentShare
}

/**
 * Appends the lexical ranking to the semantic one: entries that match weak words only come last.
 */
export const behind = ({
  lexical,
  semantic,
}: Pick<IndexAnswer, 'lexical' | 'semantic'>): FusedEntry[] => {
  const near = new Set(semantic.map(({ entry }) => entry))
  return scoreRanking([...semantic, ...lexical.filter(({ entry }) => !near.has(entry))])
}

/**
 * Reciprocal rank fusion of both rankings: each entry once, with the sum of the scores of its
 * ranks.
 */
export const fuse = ({
  lexical,
  semantic,
}: Pick<IndexAnswer, 'lexical' | 'semantic'>): FusedEntry[] => {
  const fused = new Map(scoreRanking(lexical).map((entry) => [entry.entry, entry]))
  for (const entry of scoreRanking(semantic)) {
    const other = fused.get(entry.entry)
    fused.set(
      entry.entry,
      other === undefined ? entry : { ...other, score: other.score + entry.score },
    )
  }
  return [...fused.values()].toSorted(byScore)
}

/** The whole list of an answer, best first. */
export const fusedFor = (
  answer: IndexAnswer,
  query: Pick<IndexQuery, 'terms' | 'identifiers'>,
): FusedEntry[] =>
  answer.semantic.length > 0 && areWordsWeak(answer, query) ? behind(answer) : fuse(answer)

/**
 * Distinct hits that match lexically (exact, at any depth) or are in the semantic ranking; the same
 * on every page.
 */
export const totalOf = ({
  lexicalTotal,
  semantic,
}: Pick<IndexAnswer, 'lexicalTotal' | 'semantic'>): number =>
  lexicalTotal + semantic.filter(({ matchesLexically }) => !matchesLexically).length

/** One page of a list that is the same for every page. */
export const pageOf = <T>(
  list: readonly T[],
  { offset, limit }: { offset: number; limit: number },
): T[] => list.slice(offset, offset + limit)
