/** The wordings that a question finds, in force on its day. */
import type { RagRequest } from '#contracts/http/rag.ts'
import type { Article } from '#contracts/http/article.ts'
import { SEARCH_LIMITS, SearchRequest, type SearchResponse } from '#contracts/http/search.ts'
import { Day, Slug } from '#contracts/ids.ts'
import type { Search, SearchOutcome } from '../search/search.ts'
import { currencyOf } from '../verify/currency.ts'
import type { WordingReader } from './wordings.ts'

/** How much is looked at. */
export const RETRIEVAL = { hits: 40, texts: 20 } as const

export type Retrieved = {
  readonly found: SearchOutcome
  /** Distinct hits that share words with the question. */
  readonly lexicalTotal: number
  /** In the order of the hits. */
  readonly texts: readonly Article[]
}

const queryOf = (question: string): string =>
  [...question].slice(0, SEARCH_LIMITS.textCodePointsMax).join('')

/** The day that is asked for: of the question, else of its filters, else today. */
export const dayOf = ({ asOf, filters }: RagRequest, nowMs: number): Day =>
  Day.parse(asOf ?? filters.asOf ?? new Date(nowMs).toISOString().slice(0, 10))

const searchFor = (
  search: Search,
  { filters, question, enableVector }: RagRequest,
  asOf: Day | null,
  onlyWords: boolean,
): Promise<SearchOutcome> => {
  const { asOf: _, ...others } = filters
  return search(
    SearchRequest.parse({
      text: queryOf(question),
      filters: asOf === null ? others : { ...others, asOf },
      limit: onlyWords ? 1 : RETRIEVAL.hits,
      enableVector: enableVector && !onlyWords,
    }),
  )
}

const wordingsOf = async (
  read: WordingReader,
  { hits }: SearchResponse,
  asOf: Day,
): Promise<Article[]> => {
  const versions = new Map(hits.map(({ slug, version }) => [slug, version]))
  const names = [...versions].slice(0, RETRIEVAL.texts)
  const texts = await Promise.all(
    names.map(([slug, version]) => read({ slug: Slug.parse(slug), version }, asOf)),
  )
  return texts.filter((text) => text !== null)
}

const NOT_IN_FORCE: ReadonlySet<string> = new Set(['repealed', 'not_yet_in_force'])

export type RetrievalDeps = { readonly search: Search; readonly wordings: WordingReader }

/** Searches for the wordings in force on a day and reads them. Throws the faults of its ports. */
export const retrieve = async (
  { search, wordings }: RetrievalDeps,
  request: RagRequest,
  asOf: Day,
): Promise<Retrieved> => {
  const [found, lexical] = await Promise.all([
    searchFor(search, request, asOf, false),
    searchFor(search, request, asOf, true),
  ])
  const texts = await wordingsOf(wordings, found.response, asOf)
  return {
    found,
    lexicalTotal: lexical.response.total,
    texts: texts.filter((article) => !NOT_IN_FORCE.has(currencyOf(article, asOf))),
  }
}

/** What is held of the matter on any day: the current wordings, whether in force or not. */
export const heldOnAnyDay = async (
  { search, wordings }: RetrievalDeps,
  request: RagRequest,
  asOf: Day,
): Promise<Article[]> => {
  const { response } = await searchFor(search, request, null, false)
  return wordingsOf(wordings, response, asOf)
}
