import type { SearchRequest } from '#contracts/http/search.ts'
import { QUESTION_TERMS, terms } from '#contracts/law/analysis/analyse.ts'
import { citationOfQuery } from './query-citations.ts'
import { FUSION } from '#contracts/search/parameters.ts'
import type { BrowseQuery, IndexQuery } from '../ports.ts'
import { indexFilters } from './filters.ts'

/** A query before its text is embedded. */
export type PlannedQuery = Omit<IndexQuery, 'vector' | 'similarityFloor'>

/**
 * What a request asks of the index: a browse, or a search and the text that is to be embedded for
 * it.
 */
type SearchPlan =
  | { readonly kind: 'browse'; readonly query: BrowseQuery }
  | {
      readonly kind: 'search'
      readonly query: PlannedQuery
      /** null: words alone (asked for, or the text is nothing but a citation). */
      readonly textToEmbed: string | null
    }

const TERM_WEIGHT = 1

/**
 * The terms of a query, unique, in the order of the text, without what only makes it a question.
 */
export const queryTerms = (text: string): IndexQuery['terms'] => {
  const all = [...new Set(terms(text))]
  const telling = all.filter((term) => !QUESTION_TERMS.has(term))
  return (telling.length > 0 ? telling : all).map((term) => ({ term, weight: TERM_WEIGHT }))
}

/**
 * What to ask of the index. A text of white space is empty, and an empty text is a browse. A text
 * that is nothing but a citation has no meaning to compare: it is answered by words and names
 * alone, its target first. Depths do not depend on the page, so that pages neither overlap nor
 * skip.
 */
export const planSearch = (request: SearchRequest): SearchPlan => {
  const filters = indexFilters(request)
  const text = request.text.trim()
  if (text === '') return { kind: 'browse', query: { filters, depth: FUSION.lexicalDepth } }
  const { identifiers, alone } = citationOfQuery(text)
  return {
    kind: 'search',
    query: {
      terms: queryTerms(text),
      identifiers,
      filters,
      lexicalDepth: FUSION.lexicalDepth,
      semanticDepth: FUSION.semanticDepth,
    },
    textToEmbed: request.enableVector && !alone ? text : null,
  }
}
