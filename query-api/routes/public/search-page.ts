/** `/search`: a search with its filters, rendered on the server. */
import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { type Day, Slug } from '#contracts/ids.ts'
import type { SearchResponse } from '#contracts/http/search.ts'
import { networkOf } from '#contracts/web/http/address.ts'
import { abortWhenClientLeaves } from '#contracts/web/http/connection.ts'
import type { CallGates } from '../../billing/billing.ts'
import { conceptLabels } from '../../public/concept-labels.ts'
import type { PublicTexts } from '../../public/ports.ts'
import {
  readAddress,
  requestOf,
  type SearchAddress,
  type Wanted,
  withFilter,
  withoutFilters,
} from '../../public/search-address.ts'
import { FACETS, searchContent, type SearchState } from '../../public/search-content.ts'
import { WORDS } from '../../public/words/words.ts'
import type { ResearchParts } from '../../relations/ports.ts'
import type { Search } from '../../search/search.ts'
import { sendPage } from '../pages/frame.ts'
import { missingIn, missingText, type MissingTextDeps } from './missing-text.ts'
import { admit, type VisitDeps } from '../pages/visit.ts'

export type SearchPageDeps = VisitDeps &
  MissingTextDeps & {
    readonly search: Search
    readonly gates: CallGates
    /** Milliseconds since 1970. */
    readonly clock: () => number
    readonly research: Pick<ResearchParts, 'concepts'>
    readonly texts: Pick<PublicTexts, 'cards'>
  }

const DAY_CHARACTERS = 10
export const todayOf = (clock: () => number): Day =>
  new Date(clock()).toISOString().slice(0, DAY_CHARACTERS) as Day

const WRONG = 400
const BUSY = 503
const RETRY_SECONDS = 1
/** Filters of an empty search that are left out one by one: each is a search. */
const RELAXED_MAX = 4

const WANTED: Wanted = { facets: [...FACETS], collapse: true }

/** The concepts that filters, facets and warnings name. */
const conceptsNamed = (address: SearchAddress, response: SearchResponse | null): string[] => [
  ...(address.filters.get('conceptIds') ?? []),
  ...(response?.facets?.conceptIds?.values ?? []).map(({ value }) => value),
]

/** The texts of a page of results as they are served now. */
const cardsOf = (
  { texts }: Pick<SearchPageDeps, 'texts'>,
  response: SearchResponse | null,
): Promise<SearchState['cards']> =>
  texts.cards([...new Set((response?.hits ?? []).map(({ slug }) => Slug.parse(slug)))])

type Ran = Pick<SearchState, 'result' | 'withoutFilters' | 'relaxed'>
const ALONE = { withoutFilters: null, relaxed: [] } as const

/** How many results an address has. */
const totalOf = async ({ search }: SearchPageDeps, address: SearchAddress): Promise<number> => {
  const request = requestOf(address, { collapse: true })
  if ('wrong' in request) return 0
  const { response } = await search({ ...request, limit: 1 })
  return response.total
}

/** Runs the search of an address; an empty one is compared with those that ask for less. */
const run = async (deps: SearchPageDeps, address: SearchAddress): Promise<Ran> => {
  const request = requestOf(address, WANTED)
  if ('wrong' in request) return { ...ALONE, result: { kind: 'wrong', details: request.wrong } }
  const { response } = await deps.search(request)
  const result = { kind: 'found', response } as const
  if (response.total > 0 || address.filters.size === 0) return { ...ALONE, result }
  const open = await totalOf(deps, withoutFilters(address))
  const fields = open === 0 || address.filters.size === 1 ? [] : [...address.filters.keys()]
  const relaxed = await Promise.all(
    fields.slice(0, RELAXED_MAX).map(async (field) => ({
      field,
      total: await totalOf(deps, withFilter(address, field, [])),
    })),
  )
  return { result, withoutFilters: open, relaxed: relaxed.filter(({ total }) => total > 0) }
}

export const addSearchPage = (app: FastifyInstance, deps: SearchPageDeps): void => {
  app.get('/search', (request, reply) =>
    admit(deps, 'searching', { request, reply }, async (visit) => {
      const { language, url, reader } = visit
      const { search, colon } = WORDS[language]
      const leave = await deps.gates.reading.enter(`page:${networkOf(request.ip)}`)
      if (leave === null) {
        const { problems } = WORDS[language]
        return sendPage(reply.code(BUSY).header('Retry-After', RETRY_SECONDS), {
          ...visit,
          title: problems.busy,
          isPrivate: true,
          content: html`<h1>${problems.failed}</h1>
            <p>${problems.failedText(RETRY_SECONDS)}</p>`,
        })
      }
      try {
        const address = readAddress(url)
        const ran = await run(deps, address)
        const name = missingIn(url)
        const leaving = abortWhenClientLeaves(reply)
        const missing = name === null ? null : await missingText(deps, address, name, leaving)
        const response = ran.result?.kind === 'found' ? ran.result.response : null
        const state: SearchState = {
          language,
          url,
          today: todayOf(deps.clock),
          address,
          missing,
          concepts: await conceptLabels(
            deps.research.concepts,
            language,
            conceptsNamed(address, response),
          ),
          cards: await cardsOf(deps, response),
          canSave: reader !== null,
          readsAll: reader?.account.paid === true,
          ...ran,
        }
        const isWrong = ran.result?.kind === 'wrong'
        return sendPage(isWrong ? reply.code(WRONG) : reply, {
          ...visit,
          title: address.words === '' ? search.title : `${search.title}${colon}${address.words}`,
          isPrivate: reader !== null,
          isWide: true,
          head: '<meta name="robots" content="noindex, follow" />',
          content: searchContent(state),
        })
      } finally {
        leave()
      }
    }),
  )
}
