/**
 * The desk process: the pages for editors and the editorial API in one server
 * (contracts/conventions/editorial-api.md).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HEADERS, PRODUCT } from '#contracts/service.ts'
import { networkOf } from '#contracts/web/http/address.ts'
import { addHealth, type HealthDeps } from '#contracts/web/http/health.ts'
import { limitHeaders, type RateLimiter } from '#contracts/web/http/limits.ts'
import { messageProblem } from '#contracts/web/http/message.ts'
import { rateLimited } from '#contracts/web/http/problem.ts'
import { addReference } from '#contracts/web/reference.ts'
import { makeServer, type ServerOptions } from '#contracts/web/http/server.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import type { AccessDeps } from './api/access.ts'
import { addEditorialApi } from './api/api.ts'
import type { EditorialApiDeps } from './api/deps.ts'
import { EDITORIAL_PATH } from './api/endpoint.ts'
import { answerInItsLanguage } from './api/language.ts'
import { addDesk, type DeskDeps as DeskPageDeps } from './desk/desk.ts'
import { DESK_PATH } from './desk/visit.ts'

export type DeskDeps = HealthDeps &
  Pick<ServerOptions, 'log' | 'trustProxy'> & {
    readonly api: EditorialApiDeps
    /** What the pages need; null: the API alone. */
    readonly desk: DeskPageDeps | null
  }

/** A text of 2 MB as JSON, with room for its escapes. */
const BODY_BYTES_MAX = 4 * 1024 * 1024
/** Requests a minute of everybody behind one network who is not signed in. */
const STRANGERS = { name: 'desk-anon', quota: 60, windowSeconds: 60 } as const

/** Headers of every answer; the pages of the desk have a content policy of their own. */
const SECURITY = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const

const guard = async (request: FastifyRequest, reply: FastifyReply) => {
  reply.headers({ ...SECURITY, [HEADERS.requestId]: request.id })
  const malformed = messageProblem(request.raw)
  return malformed === null ? undefined : sendProblem(request, reply, malformed)
}

/** Counts a request of somebody who is not signed in against their network. */
const countStranger = async (
  limiter: RateLimiter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> => {
  const { name, quota, windowSeconds } = STRANGERS
  const decision = await limiter.take(`${name}:${networkOf(request.ip)}`, quota, windowSeconds)
  const limited = { policy: STRANGERS, decision }
  reply.headers(limitHeaders(limited))
  return decision.allowed ? undefined : sendProblem(request, reply, rateLimited(limited))
}

/** What everybody may read. */
const addOpenRoutes = (app: FastifyInstance, deps: DeskDeps): void => {
  app.addHook('onRequest', async (request, reply) =>
    request.routeOptions.config.unlimited === true
      ? undefined
      : countStranger(deps.api.limiter, request, reply),
  )
  addHealth(app, deps)
  addReference(app, {
    url: `${EDITORIAL_PATH}/openapi.json`,
    title: `${PRODUCT} editorial API`,
    // A token belongs to a person, who types it in.
    demonstrationKey: null,
  })
  app.get('/', { schema: { hide: true } }, async (_, reply) => reply.redirect(DESK_PATH))
}

/**
 * Builds the desk without listening. `close` waits for requests in flight. Throws Fault
 * `settings-invalid`.
 */
export const buildDesk = (deps: DeskDeps): FastifyInstance => {
  const { log, trustProxy, api, desk } = deps
  const count: AccessDeps['countStranger'] = (request, reply) =>
    countStranger(api.limiter, request, reply)
  const app = makeServer({
    log,
    trustProxy,
    callerOf: ({ signedPerson }) => ({ staffId: signedPerson?.id }),
    bodyBytesMax: BODY_BYTES_MAX,
    headers: SECURITY,
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(EDITORIAL_PATH)) answerInItsLanguage(request, reply)
  })
  app.addHook('onRequest', guard)
  // A path that does not exist belongs to no group of routes.
  app.addHook('onRequest', async (request, reply) =>
    request.is404 ? count(request, reply) : undefined,
  )
  app.decorateRequest('signedPerson', null)
  app.register(async (open) => addOpenRoutes(open, deps))
  addEditorialApi(app, api, count)
  if (desk !== null) addDesk(app, desk)
  return app
}
