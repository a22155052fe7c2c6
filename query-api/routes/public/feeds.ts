/** What became of texts, for feed readers; it holds no words of a text. */
import type { FastifyInstance } from 'fastify'
import { routeNotFound } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import { archivedFeed, currentFeed, FEED_PATH } from '../../changes/atom.ts'
import type { ChangePlaces, ChangesReader } from '../../changes/ports.ts'
import { originOf } from '../pages/origin.ts'
import { admit, type VisitDeps } from '../pages/visit.ts'

export type FeedDeps = VisitDeps & {
  readonly changes: ChangesReader
  readonly changePlaces: ChangePlaces
}

const ATOM = 'application/atom+xml; charset=utf-8'
/** Of archives, too: an erasure takes slugs and hashes out of them, and no cache may keep any. */
const CACHED = 'public, max-age=60'
const NUMBER = /^[1-9]\d{0,11}$/u

export const addFeeds = (app: FastifyInstance, deps: FeedDeps): void => {
  const sources = { changes: deps.changes, places: deps.changePlaces }
  app.get(FEED_PATH, (request, reply) =>
    admit(deps, 'reading', { request, reply }, async () =>
      reply
        .type(ATOM)
        .header('Cache-Control', CACHED)
        .send(await currentFeed(sources, originOf(request))),
    ),
  )
  app.get<{ Params: { archive: string } }>('/feeds/articles/:archive.atom', (request, reply) =>
    admit(deps, 'reading', { request, reply }, async () => {
      const { archive } = request.params
      const feed = NUMBER.test(archive)
        ? await archivedFeed(sources, Number(archive), originOf(request))
        : null
      if (feed === null) return sendProblem(request, reply, routeNotFound)
      return reply.type(ATOM).header('Cache-Control', CACHED).send(feed)
    }),
  )
}
