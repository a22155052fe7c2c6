/** The read API: limit → key → scope → price → serve → headers. */
import { randomUUID } from 'node:crypto'
import swagger from '@fastify/swagger'
import { fastify, type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import type { Health } from '#contracts/http/health.ts'
import { API_BASE_PATH } from '#contracts/service.ts'
import { type GateDeps, makeGate } from './auth/gate.ts'
import { type AccountArea, addAccountArea } from './portal/area.ts'
import { addArticleRoute } from './routes/article/endpoint.ts'
import type { CoverageReader } from './coverage/ports.ts'
import { addCoverageRoute } from './routes/coverage/endpoint.ts'
import { makeAccessHook } from './http/access-hook.ts'
import { answerClientError } from './http/client-error.ts'
import { endConnectionsOnClose } from './http/closing.ts'
import { handleError } from './http/errors.ts'
import { BODY_BYTES_MAX, takeJsonOnly } from './http/json-body.ts'
import { swaggerOptions } from './http/openapi.ts'
import { routeNotFound } from './http/problem.ts'
import { addPublicPages } from './routes/description/llms-txt.ts'
import { addReference } from './routes/description/reference.ts'
import { type LogTarget, makeRequestLog } from './http/request-log.ts'
import { sendProblem } from './http/request-state.ts'
import { addSearchRoute } from './routes/search/endpoint.ts'
import { addUsageRoute } from './routes/usage/endpoint.ts'
import { addWebhookRoute, type WebhookDeps } from './routes/webhook/route.ts'
import { parseRequest } from './http/validation.ts'
import { makeBilling } from './billing/billing.ts'
import type { Ledger, UsageReader } from './billing/ports.ts'
import type { ArticleReader } from './ports.ts'
import type { Search } from './search/search.ts'
import { addConnectPage } from './routes/mcp/connect-page.ts'
import { addMcpRoute, type McpDeps } from './routes/mcp/endpoint.ts'
import type { Answering } from './rag/ports.ts'
import { addRagRoute } from './routes/rag/endpoint.ts'
import { addVerifyRoute } from './routes/verify/endpoint.ts'
import type { Verify } from './verify/verify.ts'

export type AppDeps = GateDeps & {
  readonly search: Search
  /** Absent: `POST /verify` is not served. */
  readonly verify?: Verify
  /** Absent: `POST /rag` is not served. */
  readonly answer?: Answering
  /** Absent: `POST /mcp` is not served. */
  readonly mcp?: McpDeps
  readonly articles: ArticleReader
  /** Absent: `GET /coverage` is not served. */
  readonly coverage?: CoverageReader
  readonly ledger: Ledger
  readonly usage: UsageReader
  readonly health: () => Promise<Health>
  readonly log: LogTarget
  /** The web application of account holders; absent: there is none. */
  readonly account?: AccountArea
  /** The billing provider's events; absent: they are not taken. */
  readonly webhook?: WebhookDeps
  /**
   * TRUST_PROXY: `true`, or addresses and networks with commas; null: nobody is believed. A number
   * of hops is refused: it would believe anybody who connects directly.
   */
  readonly trustProxy: string | null
}

/** Time limits of a connection, milliseconds. */
export const HTTP_TIMEOUTS = { requestMs: 30_000, idleConnectionMs: 72_000 } as const
/**
 * Any path that fits a request's headers is routed: a slug that is too long is not found, not
 * malformed.
 */
const PATH_CHARACTERS_MAX = 64 * 1024

const trustOf = (text: string | null): boolean | string => {
  if (text === null || text === 'false') return false
  // Taken for an address otherwise: 2 is 0.0.0.2.
  if (/^\d+$/.test(text)) throw new RangeError('a number of hops')
  return text === 'true' ? true : text
}

const isDecodable = (url: string): boolean => {
  try {
    decodeURIComponent(url.split('?')[0] ?? '')
    return true
  } catch {
    return false
  }
}
const NOWHERE = '/not-found'

const serverOptions = (trustProxy: string | null): FastifyServerOptions => ({
  // The framework's log holds URLs and the words of errors; `request-log.ts` writes ours.
  logger: false,
  genReqId: () => randomUUID(),
  requestIdHeader: false,
  trustProxy: trustOf(trustProxy),
  bodyLimit: BODY_BYTES_MAX,
  requestTimeout: HTTP_TIMEOUTS.requestMs,
  keepAliveTimeout: HTTP_TIMEOUTS.idleConnectionMs,
  routerOptions: { maxParamLength: PATH_CHARACTERS_MAX },
  // A path that can't be decoded names nothing; sent through the router, it is limited and logged
  // like any other.
  rewriteUrl: ({ url = NOWHERE }) => (isDecodable(url) ? url : NOWHERE),
  clientErrorHandler: answerClientError,
  // While closing, requests that arrive on open connections are still answered.
  return503OnClosing: false,
})

const makeServer = (trustProxy: string | null): FastifyInstance => {
  try {
    return fastify(serverOptions(trustProxy))
  } catch (cause) {
    throw new Fault('settings-invalid', 'TRUST_PROXY is not a list of addresses and networks.', {
      cause,
      hint: 'write it like 10.0.0.0/8,192.168.1.1, or true where nobody can reach us but through the proxy',
    })
  }
}

const setParsing = (app: FastifyInstance): void => {
  takeJsonOnly(app)
  // Only bodies are refused: a slug is looked up whatever it is, and conditions that make no sense
  // are passed over.
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (value: unknown) => ({
    value: httpPart === 'body' ? parseRequest(schema, value) : value,
  }))
  // Answers are typed and tested against their schemas; parsing them once more would cost more than
  // making them.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
}

/**
 * The whole read API, not yet listening. `close` lets requests in flight end. Throws Fault
 * `settings-invalid`.
 */
export const buildApp = (deps: AppDeps): FastifyInstance => {
  const app = makeServer(deps.trustProxy)
  setParsing(app)
  endConnectionsOnClose(app)
  app.decorateRequest('caller', null)
  app.decorateRequest('failure', null)
  app.addHook('onRequest', makeRequestLog(deps.log))
  app.addHook('onRequest', makeAccessHook(makeGate(deps)))
  app.setErrorHandler(handleError)
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, routeNotFound))
  app.register(swagger, swaggerOptions)
  app.register(async (api) => {
    const paid = { ...deps, billing: makeBilling(deps) }
    addSearchRoute(api, `${API_BASE_PATH}/search`, paid)
    addArticleRoute(api, `${API_BASE_PATH}/articles/:slug`, paid)
    addUsageRoute(api, `${API_BASE_PATH}/usage`, deps)
    if (deps.verify !== undefined) {
      addVerifyRoute(api, `${API_BASE_PATH}/verify`, { verify: deps.verify, billing: paid.billing })
    }
    if (deps.coverage !== undefined)
      addCoverageRoute(api, `${API_BASE_PATH}/coverage`, deps.coverage)
    if (deps.answer !== undefined) {
      addRagRoute(api, `${API_BASE_PATH}/rag`, { answer: deps.answer, billing: paid.billing })
    }
    if (deps.mcp !== undefined) {
      addMcpRoute(api, `${API_BASE_PATH}/mcp`, { ...deps.mcp, billing: paid.billing })
      addConnectPage(api, `${API_BASE_PATH}/mcp`, deps.mcp.tools)
    }
    addPublicPages(api, deps.health)
    if (deps.webhook !== undefined) addWebhookRoute(api, deps.webhook)
  })
  if (deps.account !== undefined) addAccountArea(app, deps.account)
  addReference(app, `${API_BASE_PATH}/openapi.json`)
  return app
}
