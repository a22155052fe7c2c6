/**
 * Charges of tools on the real ledger and limiter (contracts/conventions/billing.md;
 * contracts/conventions/conflicts.md; contracts/conventions/mcp.md).
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOLDER_SCOPES } from '#contracts/api-key.ts'
import { makeLedger } from '#infra/postgres/money/ledger.ts'
import { makeUsageReader } from '#infra/postgres/money/ledger-usage.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makePostgresRateLimiter } from '#infra/postgres/accounts/rate-limiter.ts'
import type { KeyRecord } from '#query-api/auth/ports.ts'
import { bearer, KEY, keyRecord } from '../api/harness.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { CALLS, legacy, makeMcp, MCP_URL, modern, modernMeta, toolParts } from './harness.ts'
import { toolsOf } from '#query-api/mcp/tools/toolsets.ts'

let database: TestDatabase
let pool: PostgresPool
beforeAll(async () => {
  database = await openTestDatabase()
  pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 4 })
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

const COST = 'x-service-cost-usd'
const OPERATION = 'x-service-operation'
const USAGE_ID = 'x-service-usage-id'
const MEMBER = 'service/idempotencyKey'
const WIDE = { anonymous: 10_000, rest: 10_000, mcp: 10_000, mcpFirm: 10_000 }

type Row = { readonly operation: string; readonly micro: number }
type More = NonNullable<Parameters<typeof makeMcp>[0]>

const open = (changes: Partial<KeyRecord> = {}, more: More = {}) => {
  const harness = makeMcp({
    ledger: makeLedger(pool),
    usage: makeUsageReader(pool),
    limiter: makePostgresRateLimiter(pool),
    limits: WIDE,
    ...more,
  })
  const identity = { keyId: randomUUID(), accountId: randomUUID(), scopes: HOLDER_SCOPES }
  const record = keyRecord({ ...identity, ...changes })
  harness.keys.set(KEY, record)
  return {
    harness,
    call: (
      name: string,
      args: object,
      key?: string,
      send: typeof legacy | typeof modern = legacy,
    ) =>
      send(harness, 'tools/call', {
        name: `service_${name}`,
        arguments: args,
        ...(send === modern || key !== undefined
          ? {
              _meta: {
                ...(send === modern ? modernMeta : {}),
                ...(key === undefined ? {} : { [MEMBER]: key }),
              },
            }
          : {}),
      }),
    charged: async (): Promise<Row[]> =>
      (
        await pool.query<Row>(
          'select operation, micro_usd as micro from ledger where account_id = $1 order by seq',
          [record.accountId],
        )
      ).rows,
    heldBack: async (): Promise<number> =>
      (await pool.query('select from reservations where key_id = $1', [record.keyId])).rowCount,
  }
}

const PRICES: Readonly<Record<string, readonly [string, number]>> = {
  service_get_article: ['article', 60_000],
  service_get_decision: ['article', 60_000],
  service_rag_query: ['rag', 120_000],
  service_verify_claim: ['verify', 40_000],
}
const SEARCH = ['search', 15_000] as const

test('each tool is one charge of its operation: in header, in _meta and in the ledger', async () => {
  const { harness, charged } = open()
  for (const [name, args] of CALLS) {
    const response = await legacy(harness, 'tools/call', { name, arguments: args })
    const [operation, micro] = PRICES[name] ?? SEARCH
    expect(response.json().result.isError, name).toBe(false)
    expect(response.headers[OPERATION], name).toBe(operation)
    expect(response.headers[COST], name).toBe(String(micro / 1_000_000))
    expect(response.json().result._meta, name).toMatchObject({
      'service/operation': operation,
      'service/priceUsd': micro / 1_000_000,
    })
  }
  expect(await charged()).toEqual(
    CALLS.map(([name]) => {
      const [operation, micro] = PRICES[name] ?? SEARCH
      return { operation, micro }
    }),
  )
})

test('the handshake and tools/list are charged at the MCP rate, ping and notifications at nothing', async () => {
  const { harness, charged, heldBack } = open()
  await legacy(harness, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  })
  await legacy(harness, 'tools/list')
  await modern(harness, 'server/discover')
  for (const free of [
    await legacy(harness, 'ping'),
    await legacy(harness, 'resources/list'),
    await legacy(harness, 'tools/call', { name: 'service_none' }),
  ]) {
    expect(free.headers[COST]).toBe('0')
    expect(free.headers[USAGE_ID]).toBeUndefined()
  }
  const mcp = { operation: 'mcp', micro: 50_000 }
  expect(await charged()).toEqual([mcp, mcp, mcp])
  expect(await heldBack()).toBe(0)
})

describe.each([
  ['2025-11-25', legacy],
  ['2026-07-28', modern],
] as const)('an idempotency key in _meta, %s', (_, send) => {
  const CLAIM = { claim: 'Les actions personnelles ou mobilières se prescrivent par cinq ans.' }

  test('twice the same call is one charge, answered twice', async () => {
    const { call, charged } = open()
    const key = randomUUID()
    const [first, second] = [
      await call('verify_claim', CLAIM, key, send),
      await call('verify_claim', CLAIM, key, send),
    ]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.json().result.structuredContent.verdict).toBe('supported')
    expect(second.headers[USAGE_ID]).toBe(first.headers[USAGE_ID])
    expect([first, second].map(({ headers }) => headers[COST])).toEqual(['0.04', '0.04'])
    expect(await charged()).toEqual([{ operation: 'verify', micro: 40_000 }])
  })

  test('another request under it is 422, at no cost', async () => {
    const { call, charged, heldBack } = open()
    const key = randomUUID()
    await call('search', { text: 'bail' }, key, send)
    for (const other of [
      await call('search', { text: 'loyer' }, key, send),
      await call('explain_legal_term', { text: 'bail' }, key, send),
    ]) {
      expect(other.statusCode).toBe(422)
      expect(other.json()).toMatchObject({ error: 'idempotency_conflict' })
      expect(other.headers[COST]).toBe('0')
    }
    expect(await charged()).toEqual([{ operation: 'search', micro: 15_000 }])
    expect(await heldBack()).toBe(0)
  })
})

test('a call without a key is charged each time', async () => {
  const { call, charged } = open()
  await call('search', { text: 'bail' })
  await call('search', { text: 'bail' })
  expect(await charged()).toHaveLength(2)
})

describe('a tool that gives no answer', () => {
  test.each([
    ['an argument that does not fit', 'search', { txet: 'x' }],
    ['a text that is not held', 'get_article', { idOrSlug: 'no-such-text-0a1b2c3d' }],
    ['a decision that is not held', 'get_decision', { idOrSlug: 'n° 10-99.999' }],
    ['a source that is not held', 'verify_claim', { claim: 'x', sources: [{ slug: 'none' }] }],
    ['a cursor of another text', 'search', { text: 'x', cursor: 'zz' }],
  ] as const)('%s costs 0 and holds nothing back', async (_, name, args) => {
    const { call, charged, heldBack } = open()
    const response = await call(name, args, randomUUID())
    expect(response.statusCode).toBe(200)
    expect(response.json().result.isError).toBe(true)
    expect(response.headers[COST]).toBe('0')
    expect(response.json().result._meta['service/priceUsd']).toBe(0)
    expect(await charged()).toEqual([])
    expect(await heldBack()).toBe(0)
  })

  test('a missing scope costs 0', async () => {
    const { call, charged } = open({ scopes: ['mcp', 'search:read'] })
    const response = await call('rag_query', { question: 'x' })
    expect(response.json().result).toMatchObject({
      isError: true,
      structuredContent: { error: 'insufficient_scope' },
    })
    expect(response.headers[COST]).toBe('0')
    expect(await charged()).toEqual([])
  })

  test('a fault costs 0, and the same key then pays once', async () => {
    const parts = toolParts()
    let isDown = true
    const search: typeof parts.search = (request) =>
      isDown ? Promise.reject(new Error('secret words')) : parts.search(request)
    const mcp = { tools: toolsOf('union', { ...parts, search }), resources: [], allowedOrigins: [] }
    const { call, charged, heldBack } = open({}, { mcp })
    const key = randomUUID()
    const failed = await call('search', { text: 'bail' }, key)
    expect(failed.json().error.code).toBe(-32_603)
    expect(failed.body).not.toContain('secret words')
    expect(failed.headers[COST]).toBe('0')
    expect(await heldBack()).toBe(0)
    isDown = false
    expect((await call('search', { text: 'bail' }, key)).statusCode).toBe(200)
    expect(await charged()).toEqual([{ operation: 'search', micro: 15_000 }])
  })

  test('an abstention is an answer, and is charged', async () => {
    const { call, charged } = open()
    const { result } = (await call('rag_query', { question: 'zxqv wrtk plmb ?' })).json()
    expect(result).toMatchObject({ isError: false, structuredContent: { abstained: true } })
    expect(await charged()).toEqual([{ operation: 'rag', micro: 120_000 }])
  })
})

describe('a monthly cap', () => {
  test('hard: the tool that would pass it is 429 as in REST; a cheaper one still fits', async () => {
    const { call, charged } = open({ capMicroUsd: 60_000, capMode: 'hard' })
    expect((await call('search', { text: 'bail' })).statusCode).toBe(200)
    const refused = await call('rag_query', { question: 'Quel est le délai de prescription ?' })
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ error: 'rate_limit', reason: 'spend_cap_exceeded' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.headers[COST]).toBe('0')
    expect((await call('search', { text: 'loyer' })).statusCode).toBe(200)
    expect(await charged()).toHaveLength(2)
  })

  test('soft: it is served with the warning', async () => {
    const { call } = open({ capMicroUsd: 20_000, capMode: 'soft' })
    await call('search', { text: 'bail' })
    const over = await call('search', { text: 'loyer' })
    expect(over.statusCode).toBe(200)
    expect(over.headers['x-service-cap-warning']).toBe('"soft";cap=0.02;spent=0.03')
  })
})

describe('the limit of requests', () => {
  test('counts tool calls in the MCP bucket of the plan; beyond it 429 as in REST, at no cost', async () => {
    const limits = { ...WIDE, mcp: 2, mcpFirm: 3 }
    for (const [plan, allowed] of [
      ['practitioner', 2],
      ['firm', 3],
    ] as const) {
      const { harness, call, charged } = open({ plan }, { limits })
      for (let turn = 0; turn < allowed; turn += 1)
        expect((await call('search', { text: 'bail' })).statusCode).toBe(200)
      const refused = await call('search', { text: 'bail' })
      expect(refused.statusCode).toBe(429)
      expect(refused.json()).toMatchObject({ error: 'rate_limit' })
      expect(refused.headers['retry-after']).toBeDefined()
      expect(refused.headers[COST]).toBe('0')
      expect(await charged()).toHaveLength(allowed)
      // REST has a bucket of its own.
      const rest = await harness.app.inject({
        method: 'POST',
        url: MCP_URL.replace(/mcp$/u, 'search'),
        headers: bearer(),
        payload: { text: 'bail' },
      })
      expect(rest.statusCode).toBe(200)
    }
  })
})
