/**
 * Which entries a saved search matches (contracts/conventions/saved-searches.md). The plan is that
 * of `POST /search` and an index of the service answers it; nearness in meaning matches nothing.
 */
import {
  type SavedQuery,
  SAVED_SEARCH_LIMITS,
  type WordsAsked,
} from '#contracts/http/saved-searches.ts'
import { type SearchFilters, SearchRequest } from '#contracts/http/search.ts'
import type { Position } from '#contracts/ids.ts'
import type { BrowseQuery, IndexQuery, RankedEntry, SearchIndex } from '../ports.ts'
import { planSearch } from '../search/query.ts'
import { meets, type Needed, neededWords } from './needed.ts'

/** What the index is asked, and which of its answers count. */
export type MatchPlan =
  | { readonly kind: 'browse'; readonly query: BrowseQuery }
  | {
      readonly kind: 'search'
      readonly query: IndexQuery
      /** Beside what a citation of the search names; null: a hit is enough. */
      readonly needed: Needed | null
    }

/** The index that answers: of the whole corpus, or of some texts. */
export type MatchIndex = Pick<SearchIndex, 'search' | 'browse'>

/** `filters`: those of the search, with narrower concepts. */
export const planMatch = (
  { text, includeHeadnotes }: SavedQuery,
  words: WordsAsked,
  filters: SearchFilters,
): MatchPlan => {
  const request = { text, filters, includeHeadnotes, enableVector: false }
  const plan = planSearch(SearchRequest.parse(request))
  const depth = SAVED_SEARCH_LIMITS.entriesMax
  if (plan.kind === 'browse') return { kind: 'browse', query: { ...plan.query, depth } }
  const isAll = words === 'all'
  return {
    kind: 'search',
    query: {
      ...plan.query,
      vector: null,
      similarityFloor: 0,
      lexicalDepth: depth,
      semanticDepth: 0,
      ...(isAll ? { withShares: true } : {}),
    },
    needed: isAll ? neededWords(text.trim()) : null,
  }
}

/** Whether a plan asks for anything; a text of function words asks for nothing. */
export const isAsking = (plan: MatchPlan): boolean =>
  plan.kind === 'browse' || plan.query.terms.length + plan.query.identifiers.length > 0

/** Whether a plan lets everything through. */
export const isOpen = ({ kind, query: { filters } }: MatchPlan): boolean =>
  kind === 'browse' &&
  Object.keys(filters.anyOf).length === 0 &&
  filters.dateFrom === null &&
  filters.dateTo === null

export type Matched = {
  /** Entries that match; meaningless where there are too many. */
  readonly entries: readonly RankedEntry[]
  /** Entries that the index had to look at. */
  readonly looked: number
  /** How far the index knows the corpus. */
  readonly position: Position
}

/** The entries of an index that a plan matches. Throws the index's faults. */
export const matchesIn = async (index: MatchIndex, plan: MatchPlan): Promise<Matched> => {
  if (plan.kind === 'browse') {
    const { entries, total, position } = await index.browse(plan.query)
    return { entries, looked: total, position }
  }
  const { needed } = plan
  const { lexical, lexicalTotal, named, position } = await index.search(plan.query)
  const entries =
    needed === null
      ? lexical
      : lexical.filter(
          ({ shares }, at) =>
            at < named || meets(needed, new Set((shares ?? []).map(({ term }) => term))),
        )
  return { entries, looked: lexicalTotal, position }
}
