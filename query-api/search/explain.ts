/** Why each hit has its place (contracts/conventions/search.md). */
import type { Explanation, QueryExplanation, TermOrigin } from '#contracts/http/explain.ts'
import type { Day } from '#contracts/ids.ts'
import { isGroup } from '#contracts/law/analysis/short-forms.ts'
import { TERM_WEIGHTS } from '#contracts/search/parameters.ts'
import type { IndexAnswer, IndexFilters, IndexQuery, RankedEntry } from '../ports.ts'
import { type FusedLists, rankScore } from './fusion.ts'

type Contribution = Explanation['contributions'][number]
type Lexical = IndexAnswer['lexical'][number]

/** Explains the entries of one ranked list. */
export type Explainer = {
  readonly explain: (entry: number) => Explanation
  /** Whether the entry owes its place to meaning rather than to words. */
  readonly isByMeaning: (entry: number) => boolean
}

/** Ranks from 1, by entry. */
const ranksIn = (list: readonly RankedEntry[]): ReadonlyMap<number, number> =>
  new Map(list.map(({ entry }, at) => [entry, at + 1]))

const contributionIn = (
  ranking: Contribution['ranking'],
  rank: number | undefined,
): Contribution[] => (rank === undefined ? [] : [{ ranking, rank, score: rankScore(rank) }])

const lexicalOf = (hit: Lexical | undefined): Explanation['lexical'] =>
  hit === undefined ? null : { score: hit.score, terms: [...(hit.shares ?? [])] }

/** What only a full explanation needs: hits that are not explained do without it. */
const detailsOf = (answer: IndexAnswer, { words, near, following }: FusedLists) => {
  const lastRank = Math.max(words.length, near.length)
  const followRanks = ranksIn(following)
  const named = new Set(answer.lexical.slice(0, answer.named).map(({ entry }) => entry))
  const lexical = new Map(answer.lexical.map((hit) => [hit.entry, hit]))
  const similarities = new Map(answer.semantic.map((hit) => [hit.entry, hit.similarity]))
  const followRank = (entry: number): number | undefined => {
    const follows = followRanks.get(entry)
    return follows === undefined ? undefined : lastRank + follows
  }
  return {
    followRank,
    ruleOf: (entry: number): Explanation['rule'] => {
      if (named.has(entry)) return 'named'
      if (followRanks.has(entry)) return 'follows'
      return answer.semantic.length === 0 ? 'words' : 'fusion'
    },
    lexicalOf: (entry: number) => lexicalOf(lexical.get(entry)),
    similarityOf: (entry: number) => similarities.get(entry) ?? null,
  }
}

/**
 * Explains a fusion of the lists of an answer. Shares of terms are given where the query asked for
 * them.
 */
export const explainFusion = (answer: IndexAnswer, lists: FusedLists): Explainer => {
  const wordRanks = ranksIn(lists.words)
  const nearRanks = ranksIn(lists.near)
  let details: ReturnType<typeof detailsOf> | null = null
  return {
    explain: (entry) => {
      details ??= detailsOf(answer, lists)
      return {
        rule: details.ruleOf(entry),
        contributions: [
          ...contributionIn('lexical', wordRanks.get(entry)),
          ...contributionIn('semantic', nearRanks.get(entry)),
          ...contributionIn('follows', details.followRank(entry)),
        ],
        lexical: details.lexicalOf(entry),
        similarity: details.similarityOf(entry),
      }
    },
    isByMeaning: (entry) => {
      const byMeaning = nearRanks.get(entry)
      const byWords = wordRanks.get(entry)
      return byMeaning !== undefined && (byWords === undefined || byMeaning < byWords)
    },
  }
}

/** Explains a list that is not ordered by relevance. */
export const explainOrder = (entries: readonly RankedEntry[]): Explainer => {
  const ranks = ranksIn(entries)
  return {
    explain: (entry) => ({
      rule: 'order',
      contributions: contributionIn('order', ranks.get(entry)),
      lexical: null,
      similarity: null,
    }),
    isByMeaning: () => false,
  }
}

/** Filters and day of a query, before it has terms. */
export const explainedQuery = (day: Day, filters: IndexFilters): QueryExplanation => ({
  day,
  terms: [],
  corrections: [],
  identifiers: [],
  semantic: 'browse',
  similarityFloor: null,
  filters: {
    kinds: [...filters.kinds],
    anyOf: Object.fromEntries(
      Object.entries(filters.anyOf).map(([field, values]) => [field, [...values]]),
    ),
    dateFrom: filters.dateFrom,
    dateTo: filters.dateTo,
    asOf: filters.asOf,
  },
})

const originOf = (term: string, weight: number, meant: ReadonlySet<string>): TermOrigin => {
  if (isGroup(term)) return 'group'
  if (meant.has(term)) return 'correction'
  return weight === TERM_WEIGHTS.foreign ? 'foreign' : 'word'
}

/** The terms that were looked for, and what was meant by those that no text holds. */
export const explainedTerms = (
  terms: IndexQuery['terms'],
  meant: ReadonlyMap<string, string>,
): Pick<QueryExplanation, 'terms' | 'corrections'> => {
  const corrections = new Set(meant.values())
  return {
    terms: terms.map(({ term, weight }) => ({
      term,
      weight,
      origin: originOf(term, weight, corrections),
    })),
    corrections: [...meant].map(([term, to]) => ({ term, meant: to })),
  }
}
