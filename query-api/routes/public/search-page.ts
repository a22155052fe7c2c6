/** `/search`: a search with its filters, rendered on the server. */
import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { ConceptId, type Day } from '#contracts/ids.ts'
import type { SearchResponse } from '#contracts/http/search.ts'
import { networkOf } from '#contracts/web/http/address.ts'
import type { Language } from '#contracts/web/language.ts'
import type { CallGates } from '../../billing/billing.ts'
import {
  readAddress,
  requestOf,
  type SearchAddress,
  type Wanted,
  withoutFilters,
} from '../../public/search-address.ts'
import { FACETS, searchContent, type SearchState } from '../../public/search-content.ts'
import { WORDS } from '../../public/words/words.ts'
import type { ResearchParts } from '../../relations/ports.ts'
import type { Search } from '../../search/search.ts'
import { sendPage } from '../pages/frame.ts'
import { admit, type VisitDeps } from '../pages/visit.ts'

export type SearchPageDeps = VisitDeps & {
  readonly search: Search
  readonly gates: CallGates
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly research: Pick<ResearchParts, 'concepts'>
}

const DAY_CHARACTERS = 10
export const todayOf = (clock: () => number): Day =>
  new Date(clock()).toISOString().slice(0, DAY_CHARACTERS) as Day

const WRONG = 400
const BUSY = 503
const RETRY_SECONDS = 1
/** Labels are read one by one. */
const CONCEPTS_MAX = 30

const WANTED: Wanted = { facets: [...FACETS] }

/** Labels of the concepts that filters, facets and warnings name. */
const conceptLabels = async (
  { research }: SearchPageDeps,
  language: Language,
  address: SearchAddress,
  response: SearchResponse | null,
): Promise<ReadonlyMap<string, string>> => {
  const facet = response?.facets?.conceptIds
  const ids = new Set([
    ...(address.filters.get('conceptIds') ?? []),
    ...(facet?.values ?? []).map(({ value }) => value),
  ])
  const known = [...ids].slice(0, CONCEPTS_MAX).flatMap((id) => ConceptId.safeParse(id).data ?? [])
  const concepts = await Promise.all(known.map((id) => research.concepts.byId(id)))
  return new Map(
    concepts.flatMap((concept) => {
      if (concept === null) return []
      const { prefLabel } = concept
      const label = prefLabel[language] ?? prefLabel['fr'] ?? Object.values(prefLabel)[0]
      return label === undefined ? [] : [[concept.id, label] as const]
    }),
  )
}

type Ran = Pick<SearchState, 'result' | 'withoutFilters' | 'keptOut'>

/** Runs the search of an address; an empty one is compared with the same search without filters. */
const run = async ({ search }: SearchPageDeps, address: SearchAddress): Promise<Ran> => {
  const request = requestOf(address, WANTED)
  if ('wrong' in request)
    return {
      result: { kind: 'wrong', details: request.wrong },
      withoutFilters: null,
      keptOut: null,
    }
  const { response } = await search(request)
  const result = { kind: 'found', response } as const
  if (response.total > 0 || address.filters.size === 0)
    return { result, withoutFilters: null, keptOut: null }
  const open = requestOf(withoutFilters(address), {})
  const others = 'wrong' in open ? null : await search({ ...open, limit: 1 })
  return { result, withoutFilters: others?.response.total ?? null, keptOut: null }
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
        const response = ran.result?.kind === 'found' ? ran.result.response : null
        const state: SearchState = {
          language,
          url,
          today: todayOf(deps.clock),
          address,
          concepts: await conceptLabels(deps, language, address, response),
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
