import type { SearchRequest } from '#contracts/http/search.ts'
import { QUESTION_TERMS, terms } from '#contracts/law/analysis/analyse.ts'
import { groupsIn } from '#contracts/law/analysis/short-forms.ts'
import { type Translated, translatedQuery } from '#contracts/law/analysis/translation.ts'
import { citationOfQuery } from './query-citations.ts'
import { FUSION, TERM_WEIGHTS } from '#contracts/search/parameters.ts'
import type { BrowseQuery, IndexQuery, ResultOptions } from '../ports.ts'
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

const weighed = (words: readonly string[], weight: number): IndexQuery['terms'] =>
  words.map((term) => ({ term, weight }))

/** The words of a text without what only makes it a question. */
export const tellingWords = (text: string): string[] => {
  const all = terms(text)
  const telling = all.filter((term) => !QUESTION_TERMS.has(term))
  return telling.length > 0 ? telling : all
}

/**
 * The terms of a query, unique, with their weights: its words, what they stand for, and the French
 * words for those of an English or Catalan question.
 */
export const queryTerms = (
  text: string,
  translation: Translated | null = null,
): IndexQuery['terms'] => {
  const own = tellingWords(translation?.own ?? text)
  const translated = translation?.french.flatMap(terms) ?? []
  const all = [
    ...weighed(translated, TERM_WEIGHTS.word),
    ...weighed(own, translation !== null ? TERM_WEIGHTS.foreign : TERM_WEIGHTS.word),
    ...weighed(groupsIn([...translated, ...own]), TERM_WEIGHTS.group),
  ]
  // The first weight of a term is its highest.
  return all.filter(({ term }, at) => all.findIndex((one) => one.term === term) === at)
}

/** What a request asks of its result beside the ranking. */
const optionsOf = ({ sort, facets }: SearchRequest): ResultOptions => ({
  order: sort,
  ...(facets.length === 0 ? {} : { facets: [...new Set(facets)] }),
})

/**
 * What to ask of the index. A text of white space is empty, and an empty text is a browse. A text
 * that is nothing but a citation has no meaning to compare: it is answered by words and names
 * alone, its target first. Depths do not depend on the page, so that pages neither overlap nor
 * skip.
 */
export const planSearch = (request: SearchRequest): SearchPlan => {
  const filters = indexFilters(request)
  const text = request.text.trim()
  if (text === '')
    return {
      kind: 'browse',
      query: { filters, depth: FUSION.lexicalDepth, ...optionsOf(request) },
    }
  const { identifiers, alone } = citationOfQuery(text)
  const translation = alone ? null : translatedQuery(text)
  return {
    kind: 'search',
    query: {
      terms: queryTerms(text, translation),
      identifiers,
      filters,
      lexicalDepth: FUSION.lexicalDepth,
      semanticDepth: FUSION.semanticDepth,
      pageEnd: request.offset + request.limit,
      ...optionsOf(request),
    },
    textToEmbed: request.enableVector && !alone ? (translation?.french.join(' ') ?? text) : null,
  }
}
