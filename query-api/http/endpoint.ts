/** One operation of the published interface: its handler and its description. */
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteGenericInterface,
  RouteShorthandOptions,
} from 'fastify'
import { z } from 'zod'
import type { Scope } from '#contracts/api-key.ts'
import { deprecationHeaders } from '#contracts/deprecations.ts'
import { ErrorBody } from '#contracts/http/error.ts'
import {
  API_BASE_PATH,
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_KEY_CHARACTERS_MAX,
} from '#contracts/service.ts'
import type { Operation } from '#contracts/tariff.ts'
import type { Bucket } from '../auth/gate.ts'
import { refuseOtherMethods } from '#contracts/web/http/methods.ts'

/** Groups of operations, in the order of the description. */
export const TAGS = [
  'Search',
  'Changes',
  'Look-ups',
  'Articles',
  'Relations',
  'Browsing',
  'Answers',
  'Verification',
  'Agents',
  'Webhooks',
  'Saved searches',
  'Recall',
  'Account',
] as const

type Answer = z.ZodType | { readonly description: string; readonly content: object }

export type Endpoint = {
  readonly operationId: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base path, as the router writes it: `/articles/:slug`. */
  readonly path: string
  /** What a key needs. */
  readonly scope: Scope
  /** Which limit counts a request; default `rest`. */
  readonly bucket?: Bucket
  /** Access tokens of connected applications are taken beside keys. */
  readonly takesAccessTokens?: true
  /** The operation that a call is charged as; null: free. */
  readonly price: Operation | null
  /** A call computes for long, as those of `verify` and `rag` do. */
  readonly computes?: true
  readonly summary: string
  readonly description: string
  readonly tag: (typeof TAGS)[number]
  /** The text after the path in `llms.txt`. */
  readonly note: string
  readonly params?: z.ZodType
  readonly querystring?: z.ZodType
  readonly headers?: z.ZodType
  readonly body?: z.ZodType
  /** Answers by status, in addition to those of every endpoint of its kind. */
  readonly answers: Readonly<Record<number, Answer>>
  /** Headers by status, in addition to those of every answer of its kind. */
  readonly answerHeaders: Readonly<Record<number, readonly string[]>>
  /** Options of the framework that differ from other endpoints. */
  readonly options?: RouteShorthandOptions
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  /** Ends the answers that are left open, when the service closes. */
  readonly end?: () => void
}

type Parsed<B, P, Q> = RouteGenericInterface & {
  readonly Body: B
  readonly Params: P
  readonly Querystring: Q
}
type Definition<B, P, Q> = Omit<Endpoint, 'handle' | 'body' | 'params' | 'querystring'> & {
  readonly body?: z.ZodType<B>
  readonly params?: z.ZodType<P>
  readonly querystring?: z.ZodType<Q>
  readonly handle: (
    request: FastifyRequest<Parsed<B, P, Q>>,
    reply: FastifyReply,
  ) => Promise<FastifyReply>
}

/** Defines an endpoint whose handler gets body, path and query typed by their schemas. */
export const defineEndpoint = <B = unknown, P = unknown, Q = unknown>(
  definition: Definition<B, P, Q>,
): Endpoint => definition as unknown as Endpoint

export const jsonAnswer = (description: string, schema: z.ZodType): Answer => ({
  description,
  content: { 'application/json': { schema } },
})
export const errorAnswer = (description: string): Answer => jsonAnswer(description, ErrorBody)

/** Answers that every operation with a key may give. */
const ERRORS: Endpoint['answers'] = {
  400: errorAnswer(
    '`validation_failed`: a header is malformed or sent twice, or a query parameter is unknown.',
  ),
  401: errorAnswer('`unauthorized`: the key is missing, unknown, revoked or expired.'),
  403: errorAnswer(
    '`insufficient_scope`: the key lacks the scope that `reason` names; `origin_not_allowed`: the key names origins of web pages, and the request comes from another.',
  ),
  429: errorAnswer('`rate_limit`: too many requests; retry after `Retry-After` seconds.'),
  500: errorAnswer('`internal_error`: a fault on our side; retry after 30 seconds.'),
}

/** Further answers of a billable operation. */
const BILLABLE_ERRORS: Endpoint['answers'] = {
  ...ERRORS,
  409: errorAnswer(
    '`request_in_progress`: the first call with this `Idempotency-Key` is not answered yet; `idempotency_conflict` with reason `too_many_repeats`: it was repeated more than 10 times.',
  ),
  422: errorAnswer('`idempotency_conflict`: this `Idempotency-Key` came with another request.'),
  429: errorAnswer(
    '`rate_limit`: too many requests; with reason `spend_cap_exceeded`: the call would exceed the hard spending cap of the key. Retry after `Retry-After` seconds.',
  ),
  503: errorAnswer(
    '`overloaded`: the service works on as many calls as it can; `search_unavailable`: the search engine is away, or its index is being built anew (`reason`). Nothing is charged. Retry after `Retry-After` seconds.',
  ),
}

/** Header of a billable request. */
export const IdempotencyKey = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(IDEMPOTENCY_KEY_CHARACTERS_MAX)
    .regex(IDEMPOTENCY_KEY)
    .optional()
    .describe(
      'Any text of your own, such as a UUID: the same key with the same request is charged once within 24 hours, and answered again.',
    ),
})

/** The 400 of an endpoint that takes a body. */
export const INVALID_BODY = errorAnswer(
  '`validation_failed`: a header is malformed or sent twice, a query parameter is unknown, or the body is invalid. `details` names each fault, with the values allowed and the closest valid one.',
)

/**
 * An unknown parameter is refused: an ignored one would be a charged answer to another question.
 */
const NO_PARAMETERS = z.strictObject({})

const schemaOf = (endpoint: Endpoint): object => {
  const { operationId, summary, description, tag, scope, price, answers } = endpoint
  const { params, querystring, headers, body } = endpoint
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    security: [{ bearer: [scope] }],
    ...(params === undefined ? {} : { params }),
    querystring: querystring ?? NO_PARAMETERS,
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
    response: { ...(price === null ? ERRORS : BILLABLE_ERRORS), ...answers },
  }
}

/** Serves an endpoint behind its scope, its limit and its price. */
export const addEndpoint = (app: FastifyInstance, endpoint: Endpoint): void => {
  const { end } = endpoint
  if (end !== undefined) app.addHook('preClose', async () => end())
  const { operationId, method, path, scope, bucket, price, computes, options, handle } = endpoint
  const deprecated = deprecationHeaders(operationId)
  app.route({
    ...options,
    method,
    url: `${API_BASE_PATH}${path}`,
    schema: schemaOf(endpoint),
    config: {
      scope,
      ...(bucket === undefined ? {} : { bucket }),
      price,
      ...(computes === undefined ? {} : { computes }),
      ...(endpoint.takesAccessTokens === undefined ? {} : { takesAccessTokens: true }),
    },
    handler: (request, reply) => handle(request, reply.headers(deprecated)),
  })
}

/** Answers the methods that the paths of these endpoints do not take. */
export const refuseOthers = (app: FastifyInstance, endpoints: readonly Endpoint[]): void => {
  const byPath = Map.groupBy(endpoints, ({ path }) => path)
  for (const [path, own] of byPath)
    refuseOtherMethods(
      app,
      `${API_BASE_PATH}${path}`,
      own.map(({ method }) => method),
    )
}
