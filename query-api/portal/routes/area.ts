/** The account area: a small web application under `/account`, separate from the API. */
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { Fault } from '#contracts/fault.ts'
import { failureOf } from '#contracts/web/http/errors.ts'
import { type Asset, type Assets, ASSETS_PATH, readAssets } from '../assets.ts'
import {
  type GuardDeps,
  isOwnForm,
  isSafeTransport,
  overLimit,
  strangerVisit,
  type Visit,
  visitIn,
  visitOf,
} from '../guard.ts'
import { ACCOUNT_PATH } from '../pages/layout.ts'
import { limitedPage } from '../pages/problem.ts'
import { addKeyRoutes, type KeyRouteDeps } from './keys.ts'
import { addPasswordRoutes } from './password.ts'
import { addSessionRoutes } from './session.ts'
import { makeProblem, makeShow, type Show } from './show.ts'
import { addUsageRoutes, type UsageRouteDeps } from './usage.ts'
import type { SignInDeps } from '../sign-in.ts'

export type AccountArea = GuardDeps & SignInDeps & KeyRouteDeps & UsageRouteDeps

const BODY_BYTES_MAX = 16 * 1024
/** The prefix of the framework's codes for a refused request. */
const REQUEST_REFUSED = /^FST_ERR_CTP_/
const RETRY_AFTER_FAULT_SECONDS = 30

const addAssets = (area: FastifyInstance, assets: Assets): void => {
  const serve = ({ path, type, bytes }: Asset): void => {
    area.get(path.slice(ACCOUNT_PATH.length), (_request, reply) =>
      reply
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .removeHeader('Vary')
        .type(type)
        .send(bytes),
    )
  }
  for (const asset of Object.values(assets)) serve(asset)
}

const retrySecondsOf = (error: unknown): number =>
  error instanceof Fault && error.retryAfterMs !== undefined
    ? Math.ceil(error.retryAfterMs / 1_000)
    : RETRY_AFTER_FAULT_SECONDS

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

const addProblems = (
  area: FastifyInstance,
  deps: GuardDeps,
  problem: ReturnType<typeof makeProblem>,
): void => {
  area.setNotFoundHandler((request, reply) => problem(request, reply, [404, 'notFound']))
  area.setErrorHandler((error, request, reply) => {
    // The guard may have failed before it set the visit.
    request.visit ??= strangerVisit(deps, request, reply)
    if (REQUEST_REFUSED.test(codeOf(error))) return problem(request, reply, [400, 'invalid'])
    request.failure = failureOf(error, 'account_failed')
    return problem(request, reply.header('Retry-After', retrySecondsOf(error)), [500, 'failed'])
  })
}

/** Public pages. Every other page redirects to sign-in. */
const isPublic = (path: string): boolean =>
  path === `${ACCOUNT_PATH}/sign-in` || path.startsWith(`${ACCOUNT_PATH}/assets/`)

const addGuard = (
  area: FastifyInstance,
  deps: GuardDeps,
  show: Show,
  problem: ReturnType<typeof makeProblem>,
): void => {
  area.addHook('onRequest', async (request, reply) => {
    const visit: Visit = await visitOf(deps, request, reply)
    request.visit = visit
    // An unknown path was already counted against the limit of the API.
    const seconds = request.is404 ? null : await overLimit(deps, request, visit)
    if (seconds !== null) {
      request.failure = { code: 'rate_limit' }
      return show(
        request,
        reply.code(429).header('Retry-After', seconds),
        limitedPage(visit, seconds),
      )
    }
    if (request.is404 || request.routeOptions.url?.startsWith(ASSETS_PATH) === true)
      return undefined
    if (!isSafeTransport(request)) return problem(request, reply, [403, 'insecure'])
    if (visit.user === null && !isPublic(visit.path))
      return reply.redirect(`${ACCOUNT_PATH}/sign-in`, 303)
    return undefined
  })
  area.addHook('preHandler', async (request, reply) => {
    if (request.method === 'POST' && !isOwnForm(deps.pepper, request, visitIn(request)))
      return problem(request, reply, [403, 'forbidden'])
    return undefined
  })
}

/**
 * Adds the area to a server. It counts and admits its requests itself, without the hook of the API
 * (`unlimited`).
 */
export const addAccountArea = (app: FastifyInstance, deps: AccountArea): void => {
  const assets = readAssets()
  const show = makeShow(assets)
  const problem = makeProblem(show)
  app.decorateRequest('visit', null)
  app.register(
    async (area) => {
      area.removeAllContentTypeParsers()
      await area.register(cookie)
      await area.register(formbody, { bodyLimit: BODY_BYTES_MAX })
      area.addHook('onRoute', (route) => {
        route.config = { ...route.config, unlimited: true }
        route.schema = { ...route.schema, hide: true }
      })
      addProblems(area, deps, problem)
      addGuard(area, deps, show, problem)
      addAssets(area, assets)
      area.get('/', (_request, reply) => reply.redirect(`${ACCOUNT_PATH}/keys`, 303))
      addSessionRoutes(area, deps, show)
      addPasswordRoutes(area, deps, show)
      addKeyRoutes(area, deps, show)
      addUsageRoutes(area, deps, show)
    },
    { prefix: ACCOUNT_PATH },
  )
}
