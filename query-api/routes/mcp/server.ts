/**
 * The methods of the MCP server, with their answers and charges
 * (contracts/conventions/conflicts.md; contracts/conventions/mcp.md).
 */
import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import { printPosition } from '#contracts/ids.ts'
import { DESCRIPTION_VERSION, PRODUCT, SERVICE } from '#contracts/service.ts'
import { MICRO_PER_USD } from '#contracts/tariff.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import {
  type Capabilities,
  type Era,
  type Headers,
  LATEST_LEGACY_VERSION,
  LEGACY_VERSIONS,
  MODERN_VERSION,
  paramHeaderFault,
} from './era.ts'
import {
  invalidParams,
  isMembers,
  type Methods,
  type NamedParams,
  type Params,
  RPC,
  type RpcError,
  type RpcOutcome,
} from './jsonrpc.ts'
import { metaOf } from './receipt.ts'
import type { ToolError } from '#contracts/mcp/error.ts'
import { invalidArguments, missingScope } from '../../mcp/refusals.ts'
import { priceMeta, type RawOutcome, type Tool, type ToolCaller } from '../../mcp/tool.ts'
import { POSITION_MEMBER, type ResourceKind } from '../../mcp/resources/resource.ts'
import { INSTRUCTIONS } from '../../mcp/tools/toolsets.ts'

export const SERVER_INFO = { name: SERVICE, title: PRODUCT, version: DESCRIPTION_VERSION } as const
const CAPABILITIES = { tools: {} } as const
const MODERN_CAPABILITIES = {
  ...CAPABILITIES,
  resources: { listChanged: true, subscribe: true },
} as const
/** How long a client may cache a list: tools change with the key's scopes and with releases. */
const LIST_TTL_MS = 300_000

/** The data of one request that methods need. */
export type McpExchange = {
  readonly era: Era
  readonly capabilities: Capabilities
  readonly caller: ToolCaller
  readonly tools: readonly Tool[]
  readonly resources: readonly ResourceKind[]
  readonly headers: Headers
  /**
   * Executes a call and charges it; null: the charge was refused, and the answer is not JSON-RPC.
   */
  readonly charge: Charge
}

/** Outcome of a call, and whether it is charged. */
export type Executed = { readonly outcome: RpcOutcome; readonly billable: boolean }
export type Charge = (
  operation: 'mcp' | Tool['operation'],
  work: () => Promise<Executed>,
) => Promise<{ readonly outcome: RpcOutcome; readonly costMicroUsd: number }>

const infoMeta = { [SERVER_INFO_META_KEY]: SERVER_INFO } as const

/** Adds the members that every modern result has. */
const complete = (era: Era, result: object): object =>
  era === 'legacy'
    ? result
    : { resultType: 'complete', ...result, _meta: { ...infoMeta, ...metaOf(result) } }
const cacheable = (era: Era, result: object, ttlMs = LIST_TTL_MS): object =>
  era === 'legacy' ? result : { ...result, ttlMs, cacheScope: 'private' }

const initialize = (params: NamedParams): RpcOutcome => {
  const requested = isMembers(params) ? params['protocolVersion'] : undefined
  if (typeof requested !== 'string')
    return { error: invalidParams('params.protocolVersion must be a string') }
  const known = LEGACY_VERSIONS.find((version) => version === requested)
  return {
    result: {
      protocolVersion: known ?? LATEST_LEGACY_VERSION,
      capabilities: CAPABILITIES,
      serverInfo: SERVER_INFO,
      instructions: INSTRUCTIONS,
    },
  }
}

const discover = (era: Era): RpcOutcome => ({
  result: complete(
    era,
    cacheable(era, {
      supportedVersions: [MODERN_VERSION],
      capabilities: MODERN_CAPABILITIES,
      instructions: INSTRUCTIONS,
    }),
  ),
})

/** Whether a key has a right to a tool, or to resources of a kind. */
const mayCall = ({ scope }: Pick<Tool, 'scope'>, { scopes }: ToolCaller): boolean =>
  scopes.includes(scope)

const listTools = ({ era, tools, caller }: McpExchange, params: NamedParams): RpcOutcome => {
  const { cursor, _meta: _, ...unknown } = params ?? {}
  if (Object.keys(unknown).length > 0)
    return { error: invalidParams('params has no members but cursor and _meta') }
  if (cursor !== undefined)
    return { error: invalidParams('no cursor was given: the list has one page') }
  const shown = tools.filter((tool) => mayCall(tool, caller)).map((tool) => tool.listed)
  return { result: complete(era, cacheable(era, { tools: shown })) }
}

/** The error if the client lacks a capability that a tool needs, or null. */
const missingCapability = ({ needs = {} }: Tool, capabilities: Capabilities): RpcError | null => {
  const missing = Object.entries(needs).filter(([name]) => !(name in capabilities))
  return missing.length === 0
    ? null
    : {
        code: RPC.missingCapability,
        message: 'Missing required client capability',
        data: { requiredCapabilities: Object.fromEntries(missing) },
      }
}

type Work = () => Promise<RawOutcome>

/** The work of a call, or why there is none; no price is held back for a refusal. */
const workOf = (
  tool: Tool,
  args: unknown,
  caller: ToolCaller,
): Work | { readonly refused: ToolError } => {
  if (!mayCall(tool, caller)) return { refused: missingScope(tool.scope) }
  try {
    return tool.prepare(args, caller)
  } catch (error) {
    if (error instanceof RequestInvalid) return { refused: invalidArguments(error.details) }
    throw error
  }
}

/** A cursor of another wording is known for one only when the text is read. */
const outcomeOf = async (work: Work): Promise<RawOutcome> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RequestInvalid) return { refused: invalidArguments(error.details) }
    throw error
  }
}

const asText = (structured: object) => [{ type: 'text', text: JSON.stringify(structured) }]

const resultOf = (outcome: RawOutcome): { readonly result: object; readonly isError: boolean } => {
  if ('content' in outcome) {
    const { isError = false, ...rest } = outcome as { readonly isError?: boolean }
    return { result: isError ? { ...rest, isError } : rest, isError }
  }
  if ('refused' in outcome) {
    const structuredContent = outcome.refused
    return {
      result: { content: asText(structuredContent), structuredContent, isError: true },
      isError: true,
    }
  }
  const structuredContent = outcome.answer
  return {
    result: { content: asText(structuredContent), structuredContent, isError: false },
    isError: false,
  }
}

/** A result with what it cost. */
const withPrice = (
  era: Era,
  result: object,
  operation: Tool['operation'],
  costMicroUsd: number,
): RpcOutcome => ({
  result: {
    ...complete(era, result),
    _meta: {
      ...(era === 'modern' ? infoMeta : {}),
      ...priceMeta(operation, costMicroUsd / MICRO_PER_USD),
      ...metaOf(result),
    },
  },
})

/**
 * Those of all versions; a server without tasks and elicitation is to leave the last three alone.
 */
const CALL_MEMBERS: ReadonlySet<string> = new Set([
  'name',
  'arguments',
  '_meta',
  'task',
  'inputResponses',
  'requestState',
])

const callTool = async (exchange: McpExchange, params: NamedParams): Promise<RpcOutcome> => {
  const { era, tools, caller, capabilities } = exchange
  if (!isMembers(params)) return { error: invalidParams('params must be an object with name') }
  const unknown = Object.keys(params).find((member) => !CALL_MEMBERS.has(member))
  if (unknown !== undefined)
    return { error: invalidParams(`params has no member but ${[...CALL_MEMBERS].join(', ')}`) }
  const { name, arguments: args } = params
  if (args !== undefined && !isMembers(args))
    return { error: invalidParams('params.arguments must be an object') }
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) {
    const availableTools = tools.filter((one) => mayCall(one, caller)).map((one) => one.name)
    return { error: invalidParams('params.name is not a tool of this server', { availableTools }) }
  }
  const fault =
    era === 'modern'
      ? (missingCapability(tool, capabilities) ??
        paramHeaderFault(tool.listed['inputSchema'], args ?? {}, exchange.headers))
      : null
  if (fault !== null) return { error: fault }
  const work = workOf(tool, args, caller)
  const priced = (result: object, costMicroUsd: number): RpcOutcome =>
    withPrice(era, result, tool.operation, costMicroUsd)
  if ('refused' in work) return priced(resultOf(work).result, 0)
  const { outcome, costMicroUsd } = await exchange.charge(tool.operation, async () => {
    const { result, isError } = resultOf(await outcomeOf(work))
    return { outcome: { result }, billable: !isError }
  })
  if ('error' in outcome) return outcome
  return priced(outcome.result, costMicroUsd)
}

/** The error of a member that the method does not take, or null. */
const unknownMember = (params: NamedParams, members: readonly string[]): RpcError | null =>
  Object.keys(params ?? {}).every((name) => members.includes(name))
    ? null
    : invalidParams(`params has no members but ${members.join(', ')}`)

const listTemplates = (
  { era, resources, caller }: McpExchange,
  params: NamedParams,
): RpcOutcome => {
  const unknown = unknownMember(params, ['_meta'])
  if (unknown !== null) return { error: unknown }
  const resourceTemplates = resources
    .filter((kind) => mayCall(kind, caller))
    .map(({ template }) => template)
  return { result: complete(era, cacheable(era, { resourceTemplates })) }
}

/** Throws RequestInvalid for a cursor that is none, and the Faults of the kinds. */
const listResources = async (
  { era, resources, caller }: McpExchange,
  params: NamedParams,
): Promise<RpcOutcome> => {
  const { cursor = null } = params ?? {}
  const unknown = unknownMember(params, ['cursor', '_meta'])
  if (unknown !== null) return { error: unknown }
  if (cursor !== null && typeof cursor !== 'string')
    return { error: invalidParams('params.cursor must be a string') }
  const allowed = resources.filter((kind) => mayCall(kind, caller))
  const paged = allowed.find(({ page }) => page !== undefined)
  const page = await paged?.page?.(cursor)
  const first = cursor === null ? allowed.flatMap(({ listed }) => listed) : []
  const { resources: found = [], next = null } = page ?? {}
  const nextCursor = next === null ? {} : { nextCursor: next }
  const result = { resources: [...first, ...found], ...nextCursor }
  return { result: complete(era, cacheable(era, result)) }
}

const noResource = (uri: string): RpcError => ({
  code: RPC.invalidParams,
  message: 'Resource not found',
  data: { uri },
})

/** Throws RequestInvalid for a query that cannot be served. */
const readResource = async (exchange: McpExchange, params: NamedParams): Promise<RpcOutcome> => {
  const { era, resources, caller } = exchange
  const unknown = unknownMember(params, ['uri', '_meta', 'inputResponses', 'requestState'])
  if (unknown !== null) return { error: unknown }
  const uri = params?.['uri']
  if (typeof uri !== 'string') return { error: invalidParams('params.uri must be a string') }
  for (const kind of resources) {
    const named = kind.named(uri)
    if (named === null) continue
    const { scope, operation, ttlMs } = kind
    if (!mayCall(kind, caller))
      return {
        error: invalidParams(`requires scope ${scope}`, { uri, error: 'insufficient_scope' }),
      }
    const read = async (): Promise<RpcOutcome> => {
      const found = await named.read()
      if (found === null) return { error: noResource(uri) }
      const { contents, position } = found
      const known =
        position === null ? {} : { _meta: { [POSITION_MEMBER]: printPosition(position) } }
      // The receipt covers the result as it is sent, with all members but `_meta`.
      return { result: complete(era, cacheable(era, { contents: [contents], ...known }, ttlMs)) }
    }
    if (operation === null) return read()
    const { outcome, costMicroUsd } = await exchange.charge(operation, async () => {
      const got = await read()
      return { outcome: got, billable: !('error' in got) }
    })
    return 'error' in outcome ? outcome : withPrice(era, outcome.result, operation, costMicroUsd)
  }
  return { error: noResource(uri) }
}

type NamedMethod = (params: NamedParams) => Promise<RpcOutcome> | RpcOutcome

const isNamed = (params: Params): params is NamedParams => !Array.isArray(params)

/** The endpoint refuses parameters by position before; the types of JSON-RPC have them. */
const byName =
  (method: NamedMethod) =>
  (params: Params): Promise<RpcOutcome> | RpcOutcome =>
    isNamed(params) ? method(params) : { error: invalidParams('params must be an object') }

/** The methods of the request's era. All others are not found. */
export const methodsFor = (exchange: McpExchange): Methods => {
  const atMcpRate = async (asked: RpcOutcome | Promise<RpcOutcome>): Promise<RpcOutcome> => {
    const outcome = await asked
    return 'error' in outcome
      ? outcome
      : (await exchange.charge('mcp', async () => ({ outcome, billable: true }))).outcome
  }
  const shared: [string, NamedMethod][] = [
    ['tools/list', (params) => atMcpRate(listTools(exchange, params))],
    ['tools/call', (params) => callTool(exchange, params)],
  ]
  const ofEra: typeof shared =
    exchange.era === 'legacy'
      ? [
          ['initialize', (params) => atMcpRate(initialize(params))],
          ['ping', () => ({ result: {} })],
        ]
      : [
          ['server/discover', () => atMcpRate(discover(exchange.era))],
          ['resources/list', (params) => atMcpRate(listResources(exchange, params))],
          ['resources/templates/list', (params) => atMcpRate(listTemplates(exchange, params))],
          ['resources/read', (params) => readResource(exchange, params)],
        ]
  return new Map([...shared, ...ofEra].map(([name, method]) => [name, byName(method)]))
}
