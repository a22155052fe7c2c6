/**
 * JSON-RPC 2.0 without batches (https://www.jsonrpc.org/specification;
 * contracts/conventions/mcp.md).
 */

import { isStorable } from '#contracts/web/http/validation.ts'

/** Codes of the protocol and of MCP 2026-07-28. Codes from −32000 to −32019 are never sent. */
export const RPC = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  headerMismatch: -32_020,
  missingCapability: -32_021,
  unsupportedVersion: -32_022,
} as const

export type RpcId = string | number
export type RpcError = { readonly code: number; readonly message: string; readonly data?: unknown }
export type NamedParams = Readonly<Record<string, unknown>> | undefined
export type Params = NamedParams | readonly unknown[]

export type RpcRequest = {
  readonly kind: 'request'
  readonly id: RpcId
  readonly method: string
  readonly params: Params
}
export type Message =
  | RpcRequest
  | { readonly kind: 'notification'; readonly method: string; readonly params: Params }
  /** A client's answer to a request; this service sends no requests. */
  | { readonly kind: 'response' }
  | { readonly kind: 'invalid'; readonly id: RpcId | null; readonly reason: string }

export type RpcOutcome = { readonly result: object } | { readonly error: RpcError }
export type RpcAnswer = { readonly jsonrpc: '2.0'; readonly id: RpcId | null } & RpcOutcome

export const parseError: RpcError = { code: RPC.parse, message: 'Parse error' }
export const methodNotFound: RpcError = { code: RPC.methodNotFound, message: 'Method not found' }
export const invalidRequest = (reason: string): RpcError => ({
  code: RPC.invalidRequest,
  message: 'Invalid Request',
  data: { reason },
})
export const invalidParams = (reason: string, data: object = {}): RpcError => ({
  code: RPC.invalidParams,
  message: 'Invalid params',
  data: { reason, ...data },
})

type Members = Readonly<Record<string, unknown>>
export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isId = (value: unknown): value is RpcId =>
  (typeof value === 'string' && isStorable(value)) ||
  (typeof value === 'number' && Number.isSafeInteger(value))
const isParams = (value: unknown): value is Params =>
  value === undefined || Array.isArray(value) || isMembers(value)

const invalid = (id: RpcId | null, reason: string): Message => ({ kind: 'invalid', id, reason })

const REQUEST_MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params'])

const memberFault = (message: Members): string | null => {
  const { jsonrpc, method, params } = message
  if (jsonrpc !== '2.0') return 'jsonrpc must be "2.0"'
  if (typeof method !== 'string' || method === '' || !isStorable(method))
    return 'method must be a string, without U+0000'
  if (!isParams(params)) return 'params must be an object'
  const isKnown = Object.keys(message).every((name) => REQUEST_MEMBERS.has(name))
  return isKnown ? null : `a request has no members but ${[...REQUEST_MEMBERS].join(', ')}`
}

/**
 * Reads a parsed body as one message. Refuses a list, because batches are not served in any era.
 */
export const readMessage = (body: unknown): Message => {
  if (Array.isArray(body))
    return invalid(null, 'batches are not served: send one message a request')
  if (!isMembers(body)) return invalid(null, 'the body must be one JSON-RPC message')
  const id = isId(body['id']) ? body['id'] : null
  const isAnswer = 'result' in body || 'error' in body
  if (isAnswer && !('method' in body) && body['jsonrpc'] === '2.0') return { kind: 'response' }
  const fault = memberFault(body)
  if (fault !== null) return invalid(id, fault)
  if ('id' in body && id === null)
    return invalid(null, 'id must be a string without U+0000, or an integer')
  const method = String(body['method'])
  const params = body['params'] as Params
  return id === null
    ? { kind: 'notification', method, params }
    : { kind: 'request', id, method, params }
}

export const answerTo = (id: RpcId | null, outcome: RpcOutcome): RpcAnswer => ({
  jsonrpc: '2.0',
  id,
  ...outcome,
})

export type Methods = ReadonlyMap<string, (params: Params) => Promise<RpcOutcome> | RpcOutcome>

/** Answers one message with the given methods; null: no answer is sent. */
export const answerMessage = async (
  message: Message,
  methods: Methods,
): Promise<RpcAnswer | null> => {
  if (message.kind === 'invalid')
    return answerTo(message.id, { error: invalidRequest(message.reason) })
  if (message.kind !== 'request') return null
  const method = methods.get(message.method)
  if (method === undefined) return answerTo(message.id, { error: methodNotFound })
  return answerTo(message.id, await method(message.params))
}
