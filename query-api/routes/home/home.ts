/** `/`: what this is, a search, and where to go. */
import type { FastifyInstance } from 'fastify'
import { API_BASE_PATH, PRODUCT } from '#contracts/service.ts'
import { preferredType } from '#contracts/web/http/accept.ts'
import { linkTo, textPath } from '../../public/addresses.ts'
import { HTML, PLACES, sendPage, urlOf } from '../pages/frame.ts'
import { admit, type VisitDeps } from '../pages/visit.ts'
import { homeContent } from './page.ts'
import { WORDS } from './words.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const SEE_OTHER = 303
const MOVED = 301

/** The same pages for a program. */
const linksOf = ({ account }: VisitDeps) => ({
  name: PRODUCT,
  documentation: PLACES.documentation,
  mcp: PLACES.mcp,
  openapi: `${API_BASE_PATH}/openapi.json`,
  llms: '/llms.txt',
  health: '/health/ready',
  ...(account === null ? {} : { account: PLACES.account }),
})

export const addHome = (app: FastifyInstance, deps: VisitDeps): void => {
  const json = JSON.stringify(linksOf(deps))
  app.get('/', (request, reply) =>
    admit(deps, 'reading', { request, reply }, (visit) => {
      const { language, url, hasAccounts } = visit
      reply.headers({ 'Cache-Control': 'no-cache', Vary: 'Accept, Accept-Language' })
      const type = preferredType(request.headers.accept, [JSON_TYPE, HTML])
      if (type === JSON_TYPE) return reply.type(type).send(json)
      // Where the search of this page was before it had one of its own.
      if (url.searchParams.has('q')) return reply.redirect(`/search${url.search}`, SEE_OTHER)
      return sendPage(reply, {
        ...visit,
        title: PRODUCT,
        head: `<meta name="description" content="${WORDS[language].description}" />`,
        content: homeContent({ language, url, hasAccounts }),
      })
    }),
  )
  // Addresses of texts before they became permanent.
  app.get<{ Params: { slug: string } }>('/texts/:slug', (request, reply) =>
    admit(deps, 'reading', { request, reply }, () =>
      reply.redirect(
        linkTo(textPath(encodeURIComponent(request.params.slug)), urlOf(request)),
        MOVED,
      ),
    ),
  )
}
