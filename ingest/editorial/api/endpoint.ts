/** One operation of the editorial API: its handler and its description. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Scope } from '#contracts/api-key.ts'
import { isRefusal } from '#contracts/fault.ts'
import { EditorialError } from '#contracts/http/editorial-error.ts'
import { type Instant, printPosition, type StreamId } from '#contracts/ids.ts'
import {
  API_BASE_PATH,
  HEADERS,
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_KEY_CHARACTERS_MAX,
} from '#contracts/service.ts'
import type { SignedPerson } from '#contracts/staff.ts'
import { abortWhenClientLeaves } from '#contracts/web/http/connection.ts'
import { routeNotFound } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import type { SentFile } from '../desk/uploads.ts'
import { personIn } from './access.ts'
import { type Headers, isRefused, type Read, type Refused, type Written } from './answer.ts'
import { type OnceDeps, type Stamp, writeOnce } from './once.ts'
import { problemOf } from './problem.ts'
import type { WriteOutcome } from './schemas/outcome.ts'

export const EDITORIAL_PATH = `${API_BASE_PATH}/editorial`

/** The scopes of everybody who works on texts. */
export const ANYBODY: readonly Scope[] = [
  'editorial:draft',
  'editorial:review',
  'editorial:publish',
  'editorial:withdraw',
]

/** One request, parsed. */
export type Call<B, P, Q> = {
  readonly person: SignedPerson
  readonly body: B
  readonly params: P
  readonly query: Q
  readonly headers: FastifyRequest['headers']
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal
  /** Files of a form; null where the body is JSON. */
  readonly files: readonly SentFile[] | null
}

/** The groups of the description, in its order. */
export const EDITORIAL_TAGS = [
  'Texts',
  'Acts',
  'Comments',
  'Headnotes',
  'Concepts',
  'Citator',
  'Impact',
  'Erasure',
] as const
type EditorialTag = (typeof EDITORIAL_TAGS)[number]

type Documented = {
  readonly operationId: string
  /** Below the base path, as the router writes it: `/texts/:slug`. */
  readonly path: string
  /** The caller needs one of them; the life cycle asks for more where its table does. */
  readonly scopes: readonly Scope[]
  readonly summary: string
  readonly description: string
  readonly tag: EditorialTag
  readonly params?: z.ZodType
  readonly querystring?: z.ZodType
  readonly body?: z.ZodType
  readonly answer: z.ZodType
  /** The body may be a form with files instead: the schema of its parts. */
  readonly form?: Readonly<Record<string, unknown>>
  /** Statuses of refusals with what they mean, beside those of every operation. */
  readonly refusals: Readonly<Record<number, string>>
}

export type Endpoint = Documented &
  (
    | {
        readonly method: 'GET' | 'POST'
        readonly isWrite: false
        readonly handle: (call: Call<never, never, never>) => Promise<Read<unknown> | Refused>
      }
    | {
        readonly method: 'POST' | 'PUT' | 'DELETE'
        readonly isWrite: true
        /** The text whose log says whether an interrupted write was recorded; null: none. */
        readonly streamOf: (
          call: Call<never, never, never>,
          stamp: Stamp,
        ) => Promise<StreamId | null>
        readonly handle: (
          call: Call<never, never, never>,
          stamp: Stamp,
        ) => Promise<Written | Refused>
      }
  )

type Schemas<B, P, Q> = {
  readonly body?: z.ZodType<B>
  readonly params?: z.ZodType<P>
  readonly querystring?: z.ZodType<Q>
}

/** Defines an operation that records nothing; its handler gets its parts typed by their schemas. */
export const defineRead = <T, B = undefined, P = unknown, Q = unknown>(
  definition: Omit<Documented, 'body' | 'params' | 'querystring' | 'answer'> &
    Schemas<B, P, Q> & {
      readonly method: 'GET' | 'POST'
      readonly answer: z.ZodType<T>
      readonly handle: (call: Call<B, P, Q>) => Promise<Read<NoInfer<T>> | Refused>
    },
): Endpoint => ({ ...definition, isWrite: false }) as unknown as Endpoint

/** Defines a write, which is done once per idempotency key. */
export const defineWrite = <B = undefined, P = unknown>(
  definition: Omit<Documented, 'body' | 'params' | 'querystring' | 'answer'> &
    Omit<Schemas<B, P, never>, 'querystring'> & {
      readonly method: 'POST' | 'PUT' | 'DELETE'
      readonly answer: z.ZodType
      readonly streamOf: (call: Call<B, P, unknown>, stamp: Stamp) => Promise<StreamId | null>
      readonly handle: (call: Call<B, P, unknown>, stamp: Stamp) => Promise<Written | Refused>
    },
): Endpoint => ({ ...definition, isWrite: true }) as unknown as Endpoint

const errorAnswer = (description: string) => ({
  description,
  content: { 'application/json': { schema: EditorialError } },
})

const ERRORS = {
  400: '`validation_failed`: a header, parameter or member is wrong; `details` names each.',
  401: '`unauthorized`: the token is missing, unknown, ended or expired; with reason `customers_key`: a customer’s key, which never acts on texts.',
  403: '`insufficient_scope`, or `forbidden` with the code of the refusal in `reason`: this person may not do it.',
  429: '`rate_limit`: too many requests; retry after `Retry-After` seconds.',
  500: '`internal_error`: a fault on our side; retry after 30 seconds.',
}
const WRITE_ERRORS = {
  409: '`request_in_progress`: the first request with this key is not answered yet; `conflict` with the code in `reason`: the state of the text does not allow it.',
  422: '`idempotency_conflict`: the key came with another request; `refused` with the code in `reason`: what was sent cannot be taken.',
}

const IdempotencyKey = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(IDEMPOTENCY_KEY_CHARACTERS_MAX)
    .regex(IDEMPOTENCY_KEY)
    .describe(
      'Any text of your own, such as a UUID. The same key with the same request is done once within 24 hours, and answered again with `Idempotency-Replayed: true`.',
    ),
})
const IfMatch = z.object({
  'If-Match': z.string().describe('The ETag of the text as it was read, in quotes.'),
})

const NO_PARAMETERS = z.strictObject({})

const headersOf = ({ isWrite, refusals }: Endpoint): z.ZodType | null => {
  if (!isWrite) return null
  return 412 in refusals ? IdempotencyKey.extend(IfMatch.shape) : IdempotencyKey
}

const schemaOf = (endpoint: Endpoint): object => {
  const { operationId, summary, description, tag, scopes, isWrite, answer, refusals } = endpoint
  const { params, querystring, body } = endpoint
  const errors = { ...ERRORS, ...(isWrite ? WRITE_ERRORS : {}), ...refusals }
  const headers = headersOf(endpoint)
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    security: scopes.map((scope) => ({ bearer: [scope] })),
    querystring: querystring ?? NO_PARAMETERS,
    ...(params === undefined ? {} : { params }),
    ...(headers === null ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
    response: {
      [operationId === 'draftText' ? 201 : 200]: {
        description: summary,
        content: { 'application/json': { schema: answer } },
      },
      ...Object.fromEntries(
        Object.entries(errors).map(([status, text]) => [status, errorAnswer(text)]),
      ),
    },
  }
}

const callOf = (request: FastifyRequest, reply: FastifyReply): Call<never, never, never> => ({
  person: personIn(request),
  body: request.body as never,
  params: request.params as never,
  query: request.query as never,
  headers: request.headers,
  signal: abortWhenClientLeaves(reply),
  files: request.sentFiles ?? null,
})

const sendRefused = (request: FastifyRequest, reply: FastifyReply, refused: Refused) =>
  sendProblem(request, reply, isRefusal(refused) ? problemOf(refused) : refused.problem)

const stamped = (position: WriteOutcome['position']): Headers =>
  position === null ? {} : { [HEADERS.corpusPosition]: printPosition(position) }

const headersOfWrite = ({ outcome }: Written): Headers => ({
  ...stamped(outcome.position),
  ...(outcome.tag === null ? {} : { ETag: `"${outcome.tag}"` }),
  ...(outcome.slug === null ? {} : { Location: `${EDITORIAL_PATH}/texts/${outcome.slug}` }),
})

export type EndpointDeps = OnceDeps & { readonly clock: () => Instant }

/** Serves an operation behind its scopes; a write is done once. */
export const addEditorialEndpoint = (
  api: FastifyInstance,
  endpoint: Endpoint,
  deps: EndpointDeps,
): void => {
  api.route({
    method: endpoint.method,
    url: `${EDITORIAL_PATH}${endpoint.path}`,
    schema: schemaOf(endpoint),
    config: { anyScope: endpoint.scopes },
    handler: async (request, reply) => {
      const params = endpoint.params?.safeParse(request.params)
      // No record has an id of another form.
      if (params?.success === false) return sendProblem(request, reply, routeNotFound)
      const call = callOf(request, reply)
      if (!endpoint.isWrite) {
        const answer = await endpoint.handle(call)
        if (isRefused(answer)) return sendRefused(request, reply, answer)
        return reply.headers(answer.headers ?? {}).send(answer.body)
      }
      const time = deps.clock()
      const answer = await writeOnce(deps, request, call.person, time, {
        streamOf: (stamp) => endpoint.streamOf(call, stamp),
        write: (stamp) => endpoint.handle(call, stamp),
      })
      if (isRefused(answer)) return sendRefused(request, reply, answer)
      return reply
        .code(answer.httpStatus)
        .headers(headersOfWrite(answer))
        .headers(answer.isReplayed ? { 'Idempotency-Replayed': 'true' } : {})
        .send(answer.outcome)
    },
  })
}
