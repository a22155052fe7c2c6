/**
 * Determines the protocol version of a request and checks that its headers agree with its body
 * (contracts/conventions/mcp.md).
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server'
import { invalidParams, isMembers, type Params, RPC, type RpcError } from './jsonrpc.ts'

export const MODERN_VERSION = '2026-07-28'
export const LEGACY_VERSIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const
export const LATEST_LEGACY_VERSION = '2025-11-25'

export type Era = 'legacy' | 'modern'
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>
export type Capabilities = Readonly<Record<string, unknown>>

export type Spoken =
  | { readonly era: 'legacy' }
  | { readonly era: 'modern'; readonly capabilities: Capabilities }
  | { readonly era: Era; readonly error: RpcError }

type Call = { readonly method: string; readonly params: Params }

const LEGACY: ReadonlySet<string> = new Set(LEGACY_VERSIONS)

export const headerOf = (headers: Headers, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value.trim() : value?.[0]?.trim()
}

export const metaOf = (params: Params): Readonly<Record<string, unknown>> | undefined => {
  if (!isMembers(params)) return undefined
  const meta = params['_meta']
  return isMembers(meta) ? meta : undefined
}

const mismatch = (header: string, inHeader: string | undefined, inBody: unknown): RpcError => ({
  code: RPC.headerMismatch,
  message: 'Header mismatch',
  data: { header, received: inHeader ?? null, expected: inBody },
})

const unsupported = (requested: string): RpcError => ({
  code: RPC.unsupportedVersion,
  message: 'Unsupported protocol version',
  data: { supported: [MODERN_VERSION], requested },
})

/** The name that the header `Mcp-Name` of a call must repeat. */
const nameOf = ({ method, params }: Call): unknown => {
  if (!isMembers(params)) return undefined
  if (method === 'tools/call') return params['name']
  return method === 'resources/read' ? params['uri'] : undefined
}

const headerFault = (call: Call, headers: Headers): RpcError | null => {
  const method = headerOf(headers, 'mcp-method')
  if (method !== call.method) return mismatch('Mcp-Method', method, call.method)
  const name = nameOf(call)
  const named = headerOf(headers, 'mcp-name')
  return typeof name === 'string' && decoded(named) !== name
    ? mismatch('Mcp-Name', named, name)
    : null
}

const BASE64 = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/
const WRAPPED = /^=\?base64\?.*\?=$/
const GROUP = 4

/**
 * Decodes a header's value; text that a header cannot hold arrives as `=?base64?…?=`. Null: not
 * base64.
 */
export const decoded = (value: string | undefined): string | null | undefined => {
  if (value === undefined || !WRAPPED.test(value)) return value
  const coded = BASE64.exec(value)?.[1]
  if (coded === undefined || coded.length % GROUP !== 0) return null
  return Buffer.from(coded, 'base64').toString('utf8')
}

/**
 * Arguments that a tool's schema also requires as headers (`x-mcp-header`), with the header names.
 */
const mirrored = (inputSchema: unknown): [string, string][] => {
  const properties = isMembers(inputSchema) ? inputSchema['properties'] : undefined
  return Object.entries(isMembers(properties) ? properties : {}).flatMap(([name, schema]) => {
    const header = isMembers(schema) ? schema['x-mcp-header'] : undefined
    return typeof header === 'string' ? [[name, header] as [string, string]] : []
  })
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** The fault of a call whose `Mcp-Param-…` headers differ from its arguments, or null. */
export const paramHeaderFault = (
  inputSchema: unknown,
  args: Readonly<Record<string, unknown>>,
  headers: Headers,
): RpcError | null => {
  for (const [name, mirror] of mirrored(inputSchema)) {
    const value = args[name]
    const header = `Mcp-Param-${mirror}`
    const given = headerOf(headers, header.toLowerCase())
    const expected = isScalar(value) ? String(value) : undefined
    if (decoded(given) !== expected) return mismatch(header, given, expected ?? null)
  }
  return null
}

const modern = (call: Call, headers: Headers): Spoken => {
  const meta = metaOf(call.params)
  const capabilities = meta?.[CLIENT_CAPABILITIES_META_KEY]
  const fault = headerFault(call, headers)
  if (fault !== null) return { era: 'modern', error: fault }
  if (meta?.[PROTOCOL_VERSION_META_KEY] === undefined || !isMembers(capabilities))
    return {
      era: 'modern',
      error: invalidParams('params._meta lacks a member that each request must carry', {
        required: [PROTOCOL_VERSION_META_KEY, CLIENT_CAPABILITIES_META_KEY],
      }),
    }
  return { era: 'modern', capabilities }
}

/**
 * The era of a request: modern if the header or `params._meta` names a version that is not legacy.
 * A version in the body must equal the one in the header.
 */
export const spokenBy = (call: Call, headers: Headers): Spoken => {
  const inHeader = headerOf(headers, 'mcp-protocol-version')
  const inBody = metaOf(call.params)?.[PROTOCOL_VERSION_META_KEY]
  const isLegacy = (inHeader === undefined || LEGACY.has(inHeader)) && inBody === undefined
  if (isLegacy) return { era: 'legacy' }
  if (inBody !== undefined && inBody !== inHeader)
    return { era: 'modern', error: mismatch('MCP-Protocol-Version', inHeader, inBody) }
  const version = inHeader ?? ''
  if (LEGACY.has(version)) return { era: 'legacy' }
  if (version !== MODERN_VERSION) return { era: 'modern', error: unsupported(version) }
  return modern(call, headers)
}

const HTTP = { ok: 200, malformed: 400, notFound: 404, internal: 500 } as const
const ALWAYS_400: ReadonlySet<number> = new Set([
  RPC.parse,
  RPC.invalidRequest,
  RPC.headerMismatch,
  RPC.missingCapability,
  RPC.unsupportedVersion,
])

/** HTTP status of an error (contracts/conventions/mcp.md): legacy clients read it in the body. */
export const statusOf = (era: Era, { code }: RpcError): number => {
  if (ALWAYS_400.has(code)) return HTTP.malformed
  if (era === 'legacy') return HTTP.ok
  if (code === RPC.methodNotFound) return HTTP.notFound
  return code === RPC.internal ? HTTP.internal : HTTP.malformed
}
