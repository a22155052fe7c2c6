/** An HTTP server with what every process that answers requests has in common. */
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import {
  fastify,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import { answerClientError, endConnectionsOnClose } from './connection.ts'
import { handleError } from './errors.ts'
import { takeJsonOnly } from './json-body.ts'
import { routeNotFound } from './problem.ts'
import { type LogTarget, makeRequestLog } from './request-log.ts'
import { sendProblem } from './request-state.ts'
import { parseQuery, parseRequest } from './validation.ts'

export type ServerOptions = {
  readonly log: LogTarget
  /** Who sent a request, for the log. */
  readonly callerOf: Parameters<typeof makeRequestLog>[1]
  /**
   * TRUST_PROXY: `true`, or addresses and networks separated by commas; null: no proxy is
   * trusted. A number of hops is refused, because it would trust anyone who connects directly.
   */
  readonly trustProxy: string | null
  readonly bodyBytesMax: number
  /** Headers of the answer to what is no HTTP. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * Answers a person who asks for a path that does not exist; null: it is no person. Absent: only
   * programs ask this server.
   */
  readonly sendMissingPage?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null
}

/** Time limits of a connection, milliseconds. */
const HTTP_TIMEOUTS = { requestMs: 30_000, idleConnectionMs: 72_000 } as const
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

/** `setParsing` sets what validates and prints, before there is a route. */
const neverBuilt = (): never => {
  throw new Error('a route was made before the server had its parsing')
}

const optionsOf = ({
  trustProxy,
  bodyBytesMax,
  headers,
}: ServerOptions): FastifyHttpOptions<Server> => ({
  // The framework logs URLs and error messages; `request-log.ts` writes the log instead.
  logger: false,
  genReqId: () => randomUUID(),
  requestIdHeader: false,
  trustProxy: trustOf(trustProxy),
  bodyLimit: bodyBytesMax,
  requestTimeout: HTTP_TIMEOUTS.requestMs,
  keepAliveTimeout: HTTP_TIMEOUTS.idleConnectionMs,
  routerOptions: { maxParamLength: PATH_CHARACTERS_MAX },
  // A path that cannot be decoded is routed to nowhere, so that it is limited and logged like
  // others.
  rewriteUrl: ({ url = NOWHERE }) => (isDecodable(url) ? url : NOWHERE),
  clientErrorHandler: answerClientError(headers),
  // Node would answer without a body; `messageProblem` refuses instead.
  http: { requireHostHeader: false },
  // Requests on open connections are still answered while the service closes.
  return503OnClosing: false,
  // By default the framework loads a hundred modules that compile JSON Schema.
  schemaController: {
    compilersFactory: { buildValidator: neverBuilt, buildSerializer: neverBuilt },
  },
})

const create = (options: ServerOptions): FastifyInstance => {
  try {
    return fastify(optionsOf(options))
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
 * Makes a server without routes that does not listen yet. `close` waits for requests in flight.
 * Throws Fault `settings-invalid`.
 */
export const makeServer = (options: ServerOptions): FastifyInstance => {
  const app = create(options)
  // The framework refuses a QUERY without a content type before it looks for a route; none takes
  // it.
  app.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true })
  // Node would answer 417 without a body.
  app.server.on('checkExpectation', (...exchange) => app.server.emit('request', ...exchange))
  setParsing(app)
  endConnectionsOnClose(app)
  app.decorateRequest('failure', null)
  app.decorateRequest('isHandedOn', false)
  app.decorateRequest('isLeftOpen', false)
  app.decorateRequest('sayProblem', null)
  app.addHook('onRequest', makeRequestLog(options.log, options.callerOf))
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(
    (request: FastifyRequest, reply) =>
      options.sendMissingPage?.(request, reply) ?? sendProblem(request, reply, routeNotFound),
  )
  return app
}
