/** The news of a saved search for feed readers: whoever has the path may read it. */
import type { FastifyInstance } from 'fastify'
import { routeNotFound } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import type { SavedSearchAdmin } from '../../saved-searches/admin.ts'
import { SEARCH_FEEDS_PATH, searchFeed } from '../../saved-searches/feed.ts'
import { originOf } from '../pages/origin.ts'
import { admit, type VisitDeps } from '../pages/visit.ts'

export type SearchFeedDeps = VisitDeps & { readonly savedSearches: SavedSearchAdmin }

export const addSearchFeeds = (app: FastifyInstance, deps: SearchFeedDeps): void => {
  app.get<{ Params: { id: string; secret: string } }>(
    `${SEARCH_FEEDS_PATH}/:id/:secret.atom`,
    (request, reply) =>
      admit(deps, 'reading', { request, reply }, async () => {
        const { id, secret } = request.params
        const fed = await deps.savedSearches.fed(id, secret)
        if (fed === null) return sendProblem(request, reply, routeNotFound)
        return reply
          .type('application/atom+xml; charset=utf-8')
          .header('Cache-Control', 'private, max-age=60')
          .header('X-Robots-Tag', 'noindex')
          .send(searchFeed(fed.search, fed.news, originOf(request)))
      }),
  )
}
