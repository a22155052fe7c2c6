/**
 * The protocol of contracts/conventions/mcp.md: both eras, codes, headers, prices; the single
 * examples of JSON-RPC.
 */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  answerMessage,
  answerTo,
  isMembers,
  type Methods,
  parseError,
  readMessage,
  RPC,
} from '#query-api/routes/mcp/jsonrpc.ts'
import { bearer } from '../api/harness.ts'
import { sharedPath } from '../corpus/shared.ts'
import { legacy, makeMcp, MCP_URL, MODERN, modern, modernMeta, sendRaw } from './harness.ts'

const LIMITS = { anonymous: 1_000, rest: 1_000, mcp: 100_000, mcpFirm: 100_000 }
const harness = makeMcp({ limits: LIMITS })
const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 't', version: '1' },
}

describe('the legacy era', () => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'initialize answers %s with itself, without a session',
    async (protocolVersion) => {
      const response = await legacy(harness, 'initialize', { ...INITIALIZE, protocolVersion })
      expect(response.json().result).toMatchObject({
        protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'service', title: 'Pandect' },
      })
      expect(Object.keys(response.json().result.capabilities)).toEqual(['tools'])
      expect(response.headers['mcp-session-id']).toBeUndefined()
      expect(response.headers['x-service-cost-usd']).toBe('0.05')
      expect(response.headers['x-service-operation']).toBeUndefined()
    },
  )

  test('an unknown version is answered with the latest legacy one', async () => {
    const response = await legacy(harness, 'initialize', {
      ...INITIALIZE,
      protocolVersion: '1999-01-01',
    })
    expect(response.json().result.protocolVersion).toBe('2025-11-25')
  })

  test('ping and notifications cost nothing', async () => {
    const ping = await legacy(harness, 'ping')
    expect(ping.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    expect(ping.headers['x-service-cost-usd']).toBe('0')
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })
    const noted = await sendRaw(harness, body)
    expect([noted.statusCode, noted.body]).toEqual([202, ''])
    expect(noted.headers['x-service-cost-usd']).toBe('0')
  })

  test('tools/list costs the MCP rate', async () => {
    const response = await legacy(harness, 'tools/list')
    expect(response.headers['x-service-cost-usd']).toBe('0.05')
    expect(response.headers['ratelimit-policy']).toBe('"mcp";q=100000;w=60')
  })

  test('an unknown method or tool is an error in the body', async () => {
    const method = await legacy(harness, 'resources/list')
    expect([method.statusCode, method.json().error.code]).toEqual([200, -32_601])
    const tool = await legacy(harness, 'tools/call', { name: 'service_serach' })
    expect([tool.statusCode, tool.json().error.code]).toEqual([200, -32_602])
    expect(tool.json().error.data.availableTools).toContain('service_search')
    expect(tool.headers['x-service-cost-usd']).toBe('0')
  })
})

const without = (name: keyof typeof modernMeta) => ({
  _meta: Object.fromEntries(Object.entries(modernMeta).filter(([key]) => key !== name)),
})

describe('the modern era', () => {
  test('server/discover, lists and results say what the era asks for', async () => {
    const found = await modern(harness, 'server/discover')
    expect(found.json().result).toMatchObject({
      resultType: 'complete',
      supportedVersions: [MODERN],
      capabilities: { tools: {} },
      ttlMs: expect.any(Number),
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'service', version: '1.0.0' } },
    })
    expect(found.headers['x-service-cost-usd']).toBe('0.05')
    expect((await modern(harness, 'tools/list')).json().result).toMatchObject({
      resultType: 'complete',
      cacheScope: 'private',
      ttlMs: expect.any(Number),
    })
  })

  const META = { _meta: modernMeta }
  test.each([
    ['initialize', {}, {}, 404, -32_601],
    ['ping', {}, {}, 404, -32_601],
    ['prompts/list', {}, {}, 404, -32_601],
    ['tools/call', { name: 'nothing' }, {}, 400, -32_602],
    ['tools/call', { name: 5 }, {}, 400, -32_602],
    ['tools/call', { name: 'service_search', arguments: [] }, {}, 400, -32_602],
    ['tools/list', { cursor: 'x' }, {}, 400, -32_602],
    ['tools/list', { _meta: {} }, {}, 400, -32_602],
    ['tools/list', without('io.modelcontextprotocol/clientCapabilities'), {}, 400, -32_602],
    ['tools/list', META, { 'mcp-method': 'prompts/list' }, 400, -32_020],
    ['tools/list', META, { 'mcp-method': '' }, 400, -32_020],
    ['tools/list', META, { 'mcp-protocol-version': '2025-06-18' }, 400, -32_020],
    ['tools/call', { name: 'service_search' }, { 'mcp-name': 'other' }, 400, -32_020],
    [
      'tools/list',
      { _meta: { ...modernMeta, 'io.modelcontextprotocol/protocolVersion': 'v9' } },
      { 'mcp-protocol-version': 'v9' },
      400,
      -32_022,
    ],
  ] as const)('%s %j with %j is %i and %i', async (method, params, headers, status, code) => {
    const response = await modern(harness, method, params, headers)
    expect([response.statusCode, response.json().error.code]).toEqual([status, code])
    expect(response.json().id).toBe(1)
    expect(response.headers['x-service-cost-usd']).toBe('0')
  })

  test('an unsupported version names those that are', async () => {
    const version = { 'io.modelcontextprotocol/protocolVersion': 'v9' }
    const response = await modern(
      harness,
      'tools/list',
      { _meta: { ...modernMeta, ...version } },
      { 'mcp-protocol-version': 'v9' },
    )
    expect(response.json().error.data).toEqual({ supported: [MODERN], requested: 'v9' })
  })

  test('a version in the body alone is a mismatch', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: META }
    const response = await sendRaw(harness, JSON.stringify(body))
    expect([response.statusCode, response.json().error.code]).toEqual([400, -32_020])
  })
})

describe('bad input', () => {
  test.each([
    ['not JSON', '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]', -32_700, null],
    ['nothing', '', -32_700, null],
    ['half of a character', Buffer.from([0x22, 0xc3, 0x22]), -32_700, null],
    ['an empty batch', '[]', -32_600, null],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32_600, null],
    ['a number', '1', -32_600, null],
    ['null', 'null', -32_700, null],
    ['another version', '{"jsonrpc":"1.0","id":7,"method":"ping"}', -32_600, 7],
    ['no version', '{"id":"x","method":"ping"}', -32_600, 'x'],
    ['id null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600, null],
    ['id of a fraction', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32_600, null],
    ['id of an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600, null],
    ['a method of a number', '{"jsonrpc":"2.0","id":3,"method":1}', -32_600, 3],
    ['params of a text', '{"jsonrpc":"2.0","id":3,"method":"ping","params":"x"}', -32_600, 3],
    ['a member twice', '{"jsonrpc":"2.0","id":3,"id":4,"method":"ping"}', -32_600, null],
    [
      'too deep',
      `{"jsonrpc":"2.0","id":3,"method":"ping","params":${'['.repeat(60)}${']'.repeat(60)}}`,
      -32_600,
      null,
    ],
    ['too long', `{"jsonrpc":"2.0","id":3,"method":"${'x'.repeat(140_000)}"}`, -32_600, null],
  ] as const)('%s', async (_, payload, code, id) => {
    const response = await sendRaw(harness, payload)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ jsonrpc: '2.0', id, error: { code } })
    expect(response.headers['x-service-cost-usd']).toBe('0')
  })

  test('another media type', async () => {
    const response = await sendRaw(harness, '{}', { 'content-type': 'text/plain' })
    expect([response.statusCode, response.json().error.code]).toEqual([400, -32_600])
  })

  test.each(['GET', 'DELETE'] as const)('%s is 405', async (method) => {
    const response = await harness.app.inject({ method, url: MCP_URL, headers: bearer() })
    expect([response.statusCode, response.headers['allow']]).toEqual([405, 'POST'])
  })

  test.each([
    ['http://evil.example.com', 403],
    ['null', 403],
    ['https://localhost.evil.example', 403],
    ['http://localhost:6274', 200],
    ['http://127.0.0.1:6274', 200],
    ['https://agents.example', 200],
  ])('origin %s is %i', async (origin, status) => {
    const response = await legacy(harness, 'ping', undefined, { origin })
    expect(response.statusCode).toBe(status)
    if (status === 403) expect(response.json()).not.toHaveProperty('id')
  })

  test('no code is one that the protocol keeps for others', () => {
    for (const code of Object.values(RPC)) {
      expect(code < -32_019 || code > -32_000).toBe(true)
      expect([-32_002, -32_042]).not.toContain(code)
    }
  })
})

describe('faults and charges', () => {
  const failing = makeMcp({
    limits: LIMITS,
    ledger: {
      reserve: () => Promise.reject(new Error('secret words of an engine')),
      settle: async (reservation) => reservation,
      release: async () => undefined,
      sweep: async () => ({ reservations: 0, idempotencyKeys: 0 }),
    },
  })
  test('a fault is −32603 without its words: 200 to a legacy client, 500 to a modern one', async () => {
    const old = await legacy(failing, 'tools/list')
    expect([old.statusCode, old.json()]).toMatchObject([
      200,
      { id: 1, error: { code: -32_603, data: { error: 'internal_error', retryAfterSeconds: 30 } } },
    ])
    const young = await modern(failing, 'tools/list')
    expect(young.statusCode).toBe(500)
    expect(young.headers['x-service-cost-usd']).toBe('0')
    expect(`${old.body}${young.body}${failing.log()}`).not.toContain('secret words')
  })

  test('a malformed idempotency key is −32602', async () => {
    const _meta = { 'service/idempotencyKey': 5 }
    const response = await legacy(harness, 'tools/call', {
      name: 'service_search',
      arguments: { text: 'x' },
      _meta,
    })
    expect(response.json().error.code).toBe(-32_602)
  })

  test('past its limit a key is answered as REST does', async () => {
    const narrow = makeMcp({ limits: { ...LIMITS, mcp: 2 } })
    await legacy(narrow, 'ping')
    await legacy(narrow, 'ping')
    const response = await legacy(narrow, 'ping')
    expect(response.statusCode).toBe(429)
    expect(response.headers['retry-after']).toBeDefined()
    expect(response.json()).toMatchObject({ error: 'rate_limit' })
  })
})

type Example = { readonly name: string; readonly request: string; readonly response: unknown }
const VECTORS = sharedPath('corpus/vectors/jsonrpc', 'spec_examples.jsonl')
const examples = (): Example[] =>
  readFileSync(VECTORS, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Example)

const numberOf = (value: unknown): number => Number(value)
/** The example's result is a number; those of MCP are objects. */
const METHODS: Methods = new Map([
  [
    'subtract',
    (params) => {
      const given: unknown = params
      const [minuend, subtrahend] = Array.isArray(given)
        ? (given as unknown[])
        : isMembers(given)
          ? [given['minuend'], given['subtrahend']]
          : []
      const result: unknown = numberOf(minuend) - numberOf(subtrahend)
      return { result: result as object }
    },
  ],
])

const parsed = (text: string): { readonly value: unknown } | null => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}
const answered = async (text: string): Promise<unknown> => {
  const body = parsed(text)
  return body === null
    ? answerTo(null, { error: parseError })
    : answerMessage(readMessage(body.value), METHODS)
}

const isBatch = ({ request }: Example): boolean => request.startsWith('[')

describe.skipIf(!existsSync(VECTORS))(
  'the single examples of JSON-RPC 2.0 (needs ../shared)',
  () => {
    test('are answered as there', async () => {
      const singles = examples().filter((one) => !isBatch(one))
      expect(singles.length).toBeGreaterThan(7)
      for (const { name, request, response } of singles) {
        const answer = await answered(request)
        if (response === null) expect(answer, name).toBeNull()
        else expect(answer, name).toMatchObject(response as object)
      }
    })

    test('batches are refused as a whole: a recorded deviation', async () => {
      for (const { request } of examples().filter(isBatch)) {
        const answer = await answered(request)
        expect(answer).toMatchObject({
          id: null,
          error: { message: /Invalid Request|Parse error/ },
        })
      }
    })
  },
)
