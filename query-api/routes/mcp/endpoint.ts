/**
 * `POST /mcp`: Streamable HTTP with JSON answers, in both eras of the protocol
 * (contracts/conventions/mcp.md).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { HEADERS, SERVICE } from '#contracts/service.ts'
import type { Billing } from '../../billing/billing.ts'
import type { Idempotency } from '#contracts/web/http/idempotency.ts'
import type { ReceiptIssuer } from '../../receipts/issue.ts'
import { failureOf } from '#contracts/web/http/errors.ts'
import { abortWhenClientLeaves } from '#contracts/web/http/connection.ts'
import { isOriginAllowed } from '../../http/cross-origin.ts'
import {
  internalError,
  type Problem,
  RETRY_AFTER_FAULT_SECONDS,
} from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import { callerOf } from '../../http/caller.ts'
import { parseQuery, RequestInvalid } from '#contracts/web/http/validation.ts'
import { type Era, headerOf, spokenBy, statusOf } from './era.ts'
import {
  answerMessage,
  answerTo,
  invalidParams,
  invalidRequest,
  isMembers,
  type Message,
  parseError,
  readMessage,
  RPC,
  type RpcAnswer,
  type RpcError,
  type RpcId,
  type RpcRequest,
} from './jsonrpc.ts'
import { receiptFactsOf, withReceipt } from './receipt.ts'
import { type Charge, methodsFor } from './server.ts'
import { defineEndpoint, errorAnswer, jsonAnswer } from '../../http/endpoint.ts'
import type { ChangesReader } from '../../changes/ports.ts'
import type { ResourceKind } from '../../mcp/resources/resource.ts'
import type { Tool } from '../../mcp/tool.ts'
import { type Listening, makeListening } from './listen.ts'

const Id = z.union([z.string(), z.int()])

/** A JSON-RPC 2.0 request as `POST /mcp` takes it; without an id it is a notification. */
const McpRequest = z
  .strictObject({
    jsonrpc: z.literal('2.0').describe('Version of JSON-RPC.'),
    method: z
      .string()
      .min(1)
      .describe(
        '`initialize`, `ping`, `tools/list`, `tools/call`; in 2026-07-28 `server/discover`, `resources/list`, `resources/templates/list`, `resources/read` and `subscriptions/listen`, too.',
      ),
    params: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'By name; of `tools/call`: `name`, `arguments` and `_meta`; of `resources/read`: `uri`; of `subscriptions/listen`: `notifications`.',
      ),
    id: Id.optional().describe('Repeated in the answer.'),
  })
  .meta({
    id: 'McpRequest',
    examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }],
  })

const McpResponse = z
  .object({
    jsonrpc: z.literal('2.0').describe('Version of JSON-RPC.'),
    id: Id.nullable().describe('Of the request; null: it could not be read.'),
    result: z.record(z.string(), z.unknown()).optional().describe('Where the call was served.'),
    error: z
      .object({
        code: z.int().describe('Of JSON-RPC or MCP.'),
        message: z.string().describe('What it means.'),
        data: z.unknown().optional().describe('What is wrong with this call.'),
      })
      .optional()
      .describe('Where it was not.'),
  })
  .meta({ id: 'McpResponse' })

const McpEvents = z
  .string()
  .describe(
    'Server-sent events `message`; the data of each is a JSON-RPC message on one line: the acknowledgement, notifications, and the response when the service ends the stream.',
  )

export type McpDeps = {
  readonly tools: readonly Tool[]
  readonly resources: readonly ResourceKind[]
  /** Origins of web pages that may call, in addition to those of this machine. */
  readonly allowedOrigins: readonly string[]
  /** Called with every fault that open streams survive. */
  readonly onFault?: (fault: unknown) => void
}
type Charging = { readonly billing: Billing; readonly receiptIssuer: ReceiptIssuer }
type Deps = Charging & {
  readonly mcp: McpDeps
  readonly changes: ChangesReader
}
type Served = Charging & McpDeps & Pick<Listening, 'listen'>

const IDEMPOTENCY_MEMBER = `${SERVICE}/idempotencyKey`
const STATUS = { ok: 200, accepted: 202, malformed: 400, forbidden: 403 } as const
const MICRO_DIGITS = 6

/**
 * The charge was refused, so the request was not executed. The answer is that of REST
 * (contracts/conventions/mcp.md).
 */
class NotCharged extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super('not charged')
    this.problem = problem
  }
}

/** Protects a service that trusts its network from pages in a browser (DNS rebinding). */
const guardOrigin =
  ({ allowedOrigins }: Pick<McpDeps, 'allowedOrigins'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const origin = headerOf(request.headers, 'origin')
    const isOfKey = origin !== undefined && request.caller?.allowedOrigins?.includes(origin)
    if (origin === undefined || isOfKey === true || isOriginAllowed(origin, allowedOrigins))
      return undefined
    request.failure = { code: 'origin_not_allowed' }
    const error = { code: RPC.invalidRequest, message: 'Origin not allowed' }
    return reply.code(STATUS.forbidden).send({ jsonrpc: '2.0', error })
  }

const NOT_JSON: ReadonlySet<string> = new Set(['invalid_json', 'invalid_encoding', 'body_missing'])

const send = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  answer: RpcAnswer,
): FastifyReply => {
  if ('error' in answer) request.failure = { ...request.failure, code: `rpc_${answer.error.code}` }
  return reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(answer))
}

const FRAMEWORK_REFUSAL = /^FST_ERR_CTP_/
const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** Answers faults before a message is read as JSON-RPC errors. */
const answerFault = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  if (error instanceof RequestInvalid) {
    const [detail] = error.details
    const isNoJson = NOT_JSON.has(detail?.code ?? '')
    const where = detail === undefined || detail.path === '' ? '' : `${detail.path}: `
    const rpc = isNoJson ? parseError : invalidRequest(`${where}${detail?.message ?? ''}`)
    return send(request, reply, STATUS.malformed, answerTo(null, { error: rpc }))
  }
  if (FRAMEWORK_REFUSAL.test(codeOf(error)) || request.raw.readableAborted) {
    const rpc = invalidRequest('send one JSON-RPC message as application/json, not too long')
    return send(request, reply, STATUS.malformed, answerTo(null, { error: rpc }))
  }
  request.failure = failureOf(error, internalError.body.error)
  return send(request, reply, statusOf('modern', INTERNAL), answerTo(null, { error: INTERNAL }))
}

const INTERNAL: RpcError = {
  code: RPC.internal,
  message: 'Internal error',
  data: { error: 'internal_error', retryAfterSeconds: RETRY_AFTER_FAULT_SECONDS },
}

const microUsdOf = (costUsd: string): number => Math.round(Number(costUsd) * 10 ** MICRO_DIGITS)

/** What is asked: method and parameters, without id and `_meta`. */
const askedOf = (path: string, { method, params }: RpcRequest) => {
  const { _meta: _, ...rest } = isMembers(params) ? params : {}
  return { method: 'POST', path, body: { method, params: rest } }
}

/** The idempotency key and the request that it covers. */
const idempotencyOf = (billing: Billing, path: string, message: RpcRequest): Idempotency | null => {
  const meta = isMembers(message.params) ? message.params['_meta'] : undefined
  const key = isMembers(meta) ? meta[IDEMPOTENCY_MEMBER] : undefined
  return billing.idempotency(key, askedOf(path, message), `params._meta.${IDEMPOTENCY_MEMBER}`)
}

const chargeFor =
  (
    { billing, receiptIssuer }: Charging,
    request: FastifyRequest,
    reply: FastifyReply,
    message: RpcRequest,
  ): Charge =>
  async (operation, work) => {
    const idempotency = idempotencyOf(billing, request.url, message)
    const call = { operation, key: callerOf(request), requestId: request.id, idempotency }
    const billed = await billing.charge(call, async () => {
      const { outcome, billable } = await work()
      return { value: outcome, billable }
    })
    if ('problem' in billed) throw new NotCharged(billed.problem)
    reply.headers(billed.headers)
    if (operation !== 'mcp') reply.header(HEADERS.operation, operation)
    const outcome = billed.value
    const {
      [HEADERS.usageId]: usageId,
      [HEADERS.costUsd]: costUsd,
    }: Partial<Record<string, string>> = billed.headers
    if ('error' in outcome || usageId === undefined || costUsd === undefined)
      return { outcome, costMicroUsd: 0 }
    const receipt = await receiptIssuer.issue({
      usageId,
      accountId: callerOf(request).accountId,
      operation,
      costUsd,
      request: askedOf(request.url, message),
      ...receiptFactsOf(outcome.result),
    })
    reply.header(HEADERS.receipt, receipt)
    return { outcome: withReceipt(outcome.result, receipt), costMicroUsd: microUsdOf(costUsd) }
  }

/** A fault on our side, or a charge that was refused. */
const answerThrown = (
  error: unknown,
  era: Era,
  id: RpcId,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): FastifyReply => {
  if (error instanceof NotCharged) return sendProblem(request, reply, error.problem)
  if (error instanceof RequestInvalid) {
    const rpc = invalidParams(error.details[0]?.message ?? '', { details: error.details })
    return send(request, reply, statusOf(era, rpc), answerTo(id, { error: rpc }))
  }
  request.failure = failureOf(error, internalError.body.error)
  reply.header('Retry-After', String(RETRY_AFTER_FAULT_SECONDS))
  return send(request, reply, statusOf(era, INTERNAL), answerTo(id, { error: INTERNAL }))
}

const answerRequest = async (
  deps: Served,
  message: RpcRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const spoken = spokenBy(message, request.headers)
  const { era } = spoken
  if ('error' in spoken)
    return send(
      request,
      reply,
      statusOf(era, spoken.error),
      answerTo(message.id, { error: spoken.error }),
    )
  const methods = methodsFor({
    era,
    capabilities: spoken.era === 'modern' ? spoken.capabilities : {},
    caller: { ...callerOf(request), leaving: abortWhenClientLeaves(reply) },
    tools: deps.tools,
    resources: deps.resources,
    headers: request.headers,
    charge: chargeFor(deps, request, reply, message),
  })
  try {
    if (era === 'modern' && message.method === 'subscriptions/listen') {
      const opened = await deps.listen(message, { request, reply })
      return 'problem' in opened ? sendProblem(request, reply, opened.problem) : opened
    }
    const answer = await answerMessage(message, methods)
    if (answer === null) return reply.code(STATUS.accepted).send()
    const status = 'error' in answer ? statusOf(era, answer.error) : STATUS.ok
    return send(request, reply, status, answer)
  } catch (error) {
    return answerThrown(error, era, message.id, { request, reply })
  }
}

/** JSON-RPC knows parameters by position, MCP does not. */
const asMcp = (message: Message): Message =>
  'params' in message && Array.isArray(message.params)
    ? {
        kind: 'invalid',
        id: message.kind === 'request' ? message.id : null,
        reason: 'params must be an object',
      }
    : message

const answer = async (
  deps: Served,
  message: Message,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  if (message.kind === 'request') return answerRequest(deps, message, request, reply)
  if (message.kind !== 'invalid') return reply.code(STATUS.accepted).send()
  const error = invalidRequest(message.reason)
  return send(request, reply, STATUS.malformed, answerTo(message.id, { error }))
}

/** A call is billed as the operation of its tool; other methods at the price of the endpoint. */
export const mcpEndpoint = ({ mcp, billing, receiptIssuer, changes }: Deps) => {
  const { listen, endAll } = makeListening(changes, mcp.resources, mcp)
  return defineEndpoint({
    operationId: 'mcpServer',
    method: 'POST',
    path: '/mcp',
    scope: 'mcp',
    bucket: 'mcp',
    takesAccessTokens: true,
    price: 'mcp',
    summary: 'MCP endpoint',
    description:
      'JSON-RPC 2.0 over Streamable HTTP with JSON answers, for the protocol versions 2024-11-05 to 2026-07-28. One message a request: batches are refused. `tools/call` is billed as the operation behind the tool, `resources/read` of a text as `article`, `initialize`, `server/discover` and lists at the MCP rate; `ping`, `subscriptions/listen`, changes, notifications and errors cost nothing. `subscriptions/listen` answers with server-sent events and stays open. Takes API keys, and access tokens of OAuth 2.1: a 401 names the metadata of the resource (RFC 9728).',
    tag: 'Agents',
    note: ': the same for agents, as tools of the Model Context Protocol',
    body: McpRequest,
    answers: {
      200: {
        description: 'A JSON-RPC response; of `subscriptions/listen` a stream of messages.',
        content: {
          'application/json': { schema: McpResponse },
          'text/event-stream': { schema: McpEvents },
        },
      },
      202: z.null().describe('A notification was taken.'),
      400: jsonAnswer('A JSON-RPC error: the message is malformed.', McpResponse),
      403: errorAnswer(
        '`insufficient_scope`: the key lacks the scope; or the origin is not allowed.',
      ),
      404: jsonAnswer('A JSON-RPC error: unknown method (2026-07-28).', McpResponse),
    },
    answerHeaders: { 200: [HEADERS.operation] },
    options: {
      // The handler reads the body as JSON-RPC and answers its faults as JSON-RPC errors.
      validatorCompiler:
        ({ schema, httpPart }) =>
        (value: unknown) => ({
          value: httpPart === 'querystring' ? parseQuery(schema as z.ZodType, value) : value,
        }),
      errorHandler: (thrown, request, reply) => void answerFault(thrown, request, reply),
      onRequest: guardOrigin(mcp),
    },
    handle: async (request, reply) => {
      const body: unknown = request.body
      if (body === undefined || body === null)
        return send(request, reply, STATUS.malformed, answerTo(null, { error: parseError }))
      return answer(
        { ...mcp, billing, receiptIssuer, listen },
        asMcp(readMessage(body)),
        request,
        reply,
      )
    },
    end: endAll,
  })
}
