import { type Evidence, FUSION } from '#contracts/search/parameters.ts'
import type { IndexAnswer, RankedEntry } from '../ports.ts'

export type FusedEntry = RankedEntry & { readonly score: number }

/** The score of a rank; the first rank is 1. */
export const rankScore = (rank: number): number => 1 / (FUSION.k + rank)

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

type Rankings = Pick<IndexAnswer, 'lexical' | 'semantic' | 'named' | 'rarity' | 'fused'>

/** The lexical hits that have a rank in the fusion. */
const evidentOf = (
  { lexical, named, rarity, fused = lexical.length }: Rankings,
  { evidentShare, evidentWords, shareOfFirst, rareEvidence }: Evidence,
): IndexAnswer['lexical'] => {
  const needed = Math.max(
    evidentShare * Math.min(rarity.asked, evidentWords * rarity.unheld),
    shareOfFirst * (lexical[named]?.score ?? 0),
  )
  const isEvident = ({ score, rare }: IndexAnswer['lexical'][number], at: number): boolean =>
    at < named || score >= needed || (rare > 0 && rare >= rareEvidence * rarity.asked)
  return lexical.slice(0, fused).filter(isEvident)
}

/** What a citation of the query names comes first in both rankings. */
const withNamedFirst = (
  named: readonly RankedEntry[],
  semantic: IndexAnswer['semantic'],
): readonly RankedEntry[] => {
  const own = new Set(named.map(({ entry }) => entry))
  return [...named, ...semantic.filter(({ entry }) => !own.has(entry))]
}

/** Each entry once, with the sum of the scores of its ranks. */
const sumOfRanks = (rankings: readonly (readonly RankedEntry[])[]): FusedEntry[] => {
  const fused = new Map<number, FusedEntry>()
  for (const entry of rankings.flatMap(scoreRanking)) {
    const score = (fused.get(entry.entry)?.score ?? 0) + entry.score
    fused.set(entry.entry, { ...entry, score })
  }
  return [...fused.values()].toSorted(byScore)
}

/** The lists that a fusion adds up, best first, and the lexical hits that only follow. */
export type FusedLists = {
  readonly words: IndexAnswer['lexical']
  readonly near: readonly RankedEntry[]
  /** They hold too little of the query. */
  readonly following: IndexAnswer['lexical']
}

/** Without a semantic ranking words rank alone. */
export const listsOf = (rankings: Rankings, evidence: Evidence = FUSION): FusedLists => {
  const { lexical, semantic, named } = rankings
  if (semantic.length === 0) return { words: lexical, near: [], following: [] }
  const words = evidentOf(rankings, evidence)
  const near = withNamedFirst(lexical.slice(0, named), semantic)
  const ranks = new Set([...words, ...near].map(({ entry }) => entry))
  return { words, near, following: lexical.filter(({ entry }) => !ranks.has(entry)) }
}

/**
 * Reciprocal rank fusion of both rankings (contracts/conventions/search.md). A lexical hit that
 * holds too little of the query has no rank in it: it comes after all that have one.
 */
export const fuse = (rankings: Rankings, evidence: Evidence = FUSION): FusedEntry[] =>
  fuseLists(listsOf(rankings, evidence))

/** The same for lists that are known. */
export const fuseLists = ({ words, near, following }: FusedLists): FusedEntry[] => {
  const lastRank = Math.max(words.length, near.length)
  return [
    ...sumOfRanks([words, near]),
    ...following.map((entry, at) => ranked(entry, rankScore(lastRank + at + 1))),
  ]
}

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
