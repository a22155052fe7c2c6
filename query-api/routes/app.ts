/** The read API: limit → key → scope → price → serve → headers. */
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import swagger from '@fastify/swagger'
import {
  fastify,
  type FastifyInstance,
  type FastifyHttpOptions,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import { type GateDeps, makeGate, type Admission, type Gate } from '../auth/gate.ts'
import { makeBilling } from '../billing/billing.ts'
import type { CallGates } from '../billing/billing.ts'
import type { Ledger } from '../billing/ports.ts'
import { addCompression } from '../http/compression.ts'
import { answerClientError, endConnectionsOnClose } from '../http/connection.ts'
import { addCrossOrigin } from '../http/cross-origin.ts'
import { handleError } from '../http/errors.ts'
import { messageProblem } from '../http/message.ts'
import { BODY_BYTES_MAX, takeJsonOnly } from '../http/json-body.ts'
import { swaggerOptions } from '../http/openapi.ts'
import {
  routeNotFound,
  insufficientScope,
  type Problem,
  rateLimited,
  unauthorized,
} from '../http/problem.ts'
import { type LogTarget, makeRequestLog } from '../http/request-log.ts'
import { sendProblem } from '../http/request-state.ts'
import { parseQuery, parseRequest } from '../http/validation.ts'
import { type AccountArea, addAccountArea } from '../portal/routes/area.ts'
import { addEndpoint } from '../http/endpoint.ts'
import { guides } from './description/guides.ts'
import { addPages, ENDPOINTS, type EndpointDeps, type PageDeps } from './list.ts'
import type { Scope } from '#contracts/api-key.ts'
import { HEADERS } from '#contracts/service.ts'
import { printUsd } from '#contracts/tariff.ts'

/** draft-ietf-httpapi-ratelimit-headers: the policy, the calls left, the seconds until a reset. */
const limitHeaders = ({ policy, decision }: Admission): Record<string, string> => ({
  'RateLimit-Policy': `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`,
  RateLimit: `"${policy.name}";r=${decision.remaining};t=${decision.resetSeconds}`,
})

const FREE = printUsd(0)

const problemOf = (
  admission: Admission,
  scope: Scope | undefined,
  malformed: Problem | null,
): Problem | null => {
  if (!admission.decision.allowed) return rateLimited(admission)
  if (malformed !== null) return malformed
  if (scope === undefined) return null
  if (admission.key === null) return unauthorized
  return admission.key.scopes.includes(scope) ? null : insufficientScope(scope)
}

/**
 * Runs before a body is read: the limit first, then the key, then its scope. Every answer is free
 * until something is charged.
 */
const makeAccessHook =
  (gate: Gate) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    reply.headers({ [HEADERS.costUsd]: FREE, [HEADERS.requestId]: request.id })
    const malformed = messageProblem(request.raw)
    const { scope, bucket, unlimited } = request.routeOptions.config
    if (unlimited === true)
      return malformed === null ? undefined : sendProblem(request, reply, malformed)
    // Of two keys neither is taken.
    const authorization = malformed === null ? request.headers.authorization : undefined
    const admission = await gate(authorization, request.ip, bucket)
    request.caller = admission.key
    reply.headers(limitHeaders(admission))
    const problem = problemOf(admission, scope, malformed)
    return problem === null ? undefined : sendProblem(request, reply, problem)
  }

export type AppDeps = GateDeps &
  Omit<EndpointDeps, 'billing'> &
  Omit<PageDeps, 'endpoints'> & {
    readonly ledger: Ledger
    readonly gates: CallGates
    readonly log: LogTarget
    /** The web application of account holders; null: there is none. */
    readonly account: AccountArea | null
    /** The key that public pages show and search with; null: there is none. */
    readonly demonstrationKey: string | null
    /**
     * TRUST_PROXY: `true`, or addresses and networks separated by commas; null: no proxy is
     * trusted. A number of hops is refused, because it would trust anyone who connects directly.
     */
    readonly trustProxy: string | null
  }

/** Time limits of a connection, milliseconds. */
export const HTTP_TIMEOUTS = { requestMs: 30_000, idleConnectionMs: 72_000 } as const
/**
 * Every path that fits into a request's headers is routed: a slug that is too long is a 404, not a
 * 400.
 */
const PATH_CHARACTERS_MAX = 64 * 1024

const trustOf = (text: string | null): boolean | string => {
  if (text === null || text === 'false') return false
  // The framework would parse it as an address: 2 is 0.0.0.2.
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

const serverOptions = (trustProxy: string | null): FastifyHttpOptions<Server> => ({
  // The framework logs URLs and error messages; `request-log.ts` writes the log instead.
  logger: false,
  genReqId: () => randomUUID(),
  requestIdHeader: false,
  trustProxy: trustOf(trustProxy),
  bodyLimit: BODY_BYTES_MAX,
  requestTimeout: HTTP_TIMEOUTS.requestMs,
  keepAliveTimeout: HTTP_TIMEOUTS.idleConnectionMs,
  routerOptions: { maxParamLength: PATH_CHARACTERS_MAX },
  // A path that cannot be decoded is routed to nowhere, so that it is limited and logged like
  // others.
  rewriteUrl: ({ url = NOWHERE }) => (isDecodable(url) ? url : NOWHERE),
  clientErrorHandler: answerClientError,
  // Node would answer without a body; `messageProblem` refuses instead.
  http: { requireHostHeader: false },
  // Requests on open connections are still answered while the service closes.
  return503OnClosing: false,
})

const makeServer = (trustProxy: string | null): FastifyInstance => {
  try {
    return fastify(serverOptions(trustProxy))
  } catch (cause) {
    throw new Fault('settings-invalid', 'TRUST_PROXY is not a list of addresses and networks.', {
      cause,
      hint: 'write it like 10.0.0.0/8,192.168.1.1, or true if the proxy is the only way to the service',
    })
  }
}

/** Any slug is looked up, and invalid conditions are ignored. */
const parsePart = (schema: z.ZodType, part: string | undefined, value: unknown): unknown => {
  if (part === 'body') return parseRequest(schema, value)
  return part === 'querystring' ? parseQuery(schema, value) : value
}

const setParsing = (app: FastifyInstance): void => {
  takeJsonOnly(app)
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (value: unknown) => ({
    value: parsePart(schema, httpPart, value),
  }))
  // Answers are typed and tested against their schemas; parsing them again would be too slow.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
}

/**
 * Builds the read API without listening. `close` waits for requests in flight. Throws Fault
 * `settings-invalid`.
 */
export const buildApp = (deps: AppDeps): FastifyInstance => {
  const app = makeServer(deps.trustProxy)
  // The framework refuses a QUERY without a content type before it looks for a route; none takes
  // it.
  app.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true })
  // Node would answer 417 without a body.
  app.server.on('checkExpectation', (...exchange) => app.server.emit('request', ...exchange))
  setParsing(app)
  endConnectionsOnClose(app)
  app.decorateRequest('caller', null)
  app.decorateRequest('failure', null)
  app.addHook('onRequest', makeRequestLog(deps.log))
  app.addHook('onRequest', makeAccessHook(makeGate(deps)))
  addCrossOrigin(app, deps.mcp.allowedOrigins)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, routeNotFound))
  const billing = makeBilling(deps)
  const endpoints = ENDPOINTS.map((make) => make({ ...deps, billing }))
  app.register(swagger, swaggerOptions(endpoints, guides()))
  app.register(async (api) => {
    await addCompression(api)
    for (const endpoint of endpoints) addEndpoint(api, endpoint)
    addPages(api, { ...deps, endpoints })
  })
  if (deps.account !== null) addAccountArea(app, deps.account)
  return app
}
