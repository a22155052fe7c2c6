/** Money over HTTP, on the real ledger (contracts/conventions/billing.md). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_SCOPES } from '#contracts/api-key.ts'
import { RagResponse } from '#contracts/http/rag.ts'
import { UsageResponse } from '#contracts/http/usage.ts'
import { Position } from '#contracts/ids.ts'
import { makeLedger } from '#infra/postgres/money/ledger.ts'
import { makeUsageReader } from '#infra/postgres/money/ledger-usage.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import type { KeyRecord } from '#query-api/auth/ports.ts'
import { BASE, bearer, failing, KEY, keyRecord, makeHarness, SLUG } from '../api/harness.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'

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

type Headers = Record<string, string>
const open = (changes: Partial<KeyRecord> = {}, more: Parameters<typeof makeHarness>[0] = {}) => {
  const harness = makeHarness({ ledger: makeLedger(pool), usage: makeUsageReader(pool), ...more })
  const record = keyRecord({ keyId: randomUUID(), accountId: randomUUID(), ...changes })
  harness.keys.set(KEY, record)
  const ask = (method: 'GET' | 'POST' | 'HEAD', path: string, headers: Headers, body?: object) =>
    harness.app.inject({
      method,
      url: `${BASE}${path}`,
      headers: { ...bearer(), ...headers },
      ...(body === undefined ? {} : { payload: body }),
    })
  return {
    ...harness,
    record,
    ask,
    search: (headers: Headers = {}, body: object = { text: 'bail' }) =>
      ask('POST', '/search', headers, body),
    article: (headers: Headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
      ask(method, `/articles/${SLUG}`, headers),
    get: (path: string, headers: Headers = {}) => ask('GET', path, headers),
    charged: async (): Promise<number[]> =>
      (
        await pool.query<{ micro: number }>(
          'select micro_usd as micro from ledger where account_id = $1 order by seq',
          [record.accountId],
        )
      ).rows.map(({ micro }) => micro),
    heldBack: async (): Promise<number> =>
      (await pool.query('select from reservations where key_id = $1', [record.keyId])).rowCount,
  }
}
const RAG_ANSWER = RagResponse.parse({
  answer: null,
  abstained: true,
  abstainReason: 'no_source',
  groundednessScore: null,
  confidence: null,
  claims: [],
  citations: [],
  nearest: [],
  warnings: [],
  retrieval: { considered: 0, used: 0, lexicalHits: 0, vectorHits: 0, k: 60 },
  coverage: null,
  corpus: { position: '000000000000001', asOf: '2026-01-01', builtAt: null, generation: null },
  model: { name: 'extractive', version: '2', deterministic: true },
  latencyMs: 1,
})
const RAG_ANSWERED = { response: RAG_ANSWER, position: Position.parse(1) }
const COST = 'x-service-cost-usd'
const USAGE_ID = 'x-service-usage-id'
const WARNING = 'x-service-cap-warning'
const idempotencyKey = (text: string = randomUUID()): Headers => ({ 'idempotency-key': text })

test('each answer says what it cost and under which usage id; the ledger says the same', async () => {
  const { search, article, charged } = open()
  const answers = [await search(), await article(), await search()]
  expect(answers.map(({ headers }) => headers[COST])).toEqual(['0.015', '0.06', '0.015'])
  expect(new Set(answers.map(({ headers }) => headers[USAGE_ID])).size).toBe(3)
  expect(await charged()).toEqual([15_000, 60_000, 15_000])
})

test('what is no answer costs nothing: errors, 304, HEAD', async () => {
  const { search, article, get, charged, heldBack } = open()
  const etag = String((await article()).headers['etag'])
  const free = [
    await search({}, { text: 7 }),
    await get('/articles/none'),
    await article({ 'if-none-match': etag }),
    await article({}, 'HEAD'),
    await search(idempotencyKey(' ')),
    await get('/usage?month=2026-13'),
  ]
  expect(free.map(({ statusCode }) => statusCode)).toEqual([400, 404, 304, 200, 400, 400])
  for (const { headers } of free) {
    expect(headers[COST]).toBe('0')
    expect(headers[USAGE_ID]).toBeUndefined()
  }
  expect(await charged()).toEqual([60_000])
  expect(await heldBack()).toBe(0)
})

test('a search that fails is not charged, and holds nothing back', async () => {
  const { search, charged, heldBack } = open({}, { search: failing(new Error('secret')) })
  const answer = await search(idempotencyKey())
  expect(answer.statusCode).toBe(500)
  expect(answer.headers[COST]).toBe('0')
  expect(await charged()).toEqual([])
  expect(await heldBack()).toBe(0)
})

describe('Idempotency-Key', () => {
  test('a repeat is answered again and charged once', async () => {
    const { search, searched, charged } = open()
    const headers = idempotencyKey()
    const [first, second] = [await search(headers), await search(headers)]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.headers[USAGE_ID]).toBe(first.headers[USAGE_ID])
    expect(second.headers[COST]).toBe('0.015')
    expect(searched).toHaveLength(2)
    expect(await charged()).toEqual([15_000])
  })

  test('another request under it is 422 and costs nothing', async () => {
    const { search, charged, get } = open()
    const headers = idempotencyKey()
    await search(headers)
    for (const answer of [
      await search(headers, { text: 'loyer' }),
      await get(`/articles/${SLUG}`, headers),
    ]) {
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({ error: 'idempotency_conflict' })
      expect(answer.headers[COST]).toBe('0')
    }
    expect(await charged()).toEqual([15_000])
  })

  test('another form under it is 422, however it is asked for', async () => {
    const { article, get, charged } = open()
    const accepting = (accept: string, key: Headers) => article({ ...key, accept })
    const [whole, markdown] = [idempotencyKey(), idempotencyKey()]
    expect((await article(whole)).statusCode).toBe(200)
    expect((await accepting('application/json', whole)).statusCode).toBe(200)
    expect((await accepting('text/markdown', whole)).statusCode).toBe(422)
    expect((await get(`/articles/${SLUG}?format=markdown`, whole)).statusCode).toBe(422)
    expect((await accepting('text/markdown', markdown)).statusCode).toBe(200)
    expect((await accepting('text/markdown;q=0.9', markdown)).statusCode).toBe(200)
    expect((await article(markdown)).statusCode).toBe(422)
    expect(await charged()).toEqual([60_000, 60_000])
  })

  test('events under the key of an answer in JSON are 422', async () => {
    const { ask, charged } = open({}, { answer: async () => RAG_ANSWERED })
    const question = { question: 'Qui répond du dommage ?' }
    const headers = idempotencyKey()
    expect((await ask('POST', '/rag', headers, question)).statusCode).toBe(200)
    const events = { ...headers, accept: 'text/event-stream' }
    expect((await ask('POST', '/rag', events, question)).statusCode).toBe(422)
    expect((await ask('POST', '/rag', headers, question)).statusCode).toBe(200)
    expect(await charged()).toEqual([120_000])
  })

  test('an eleventh repeat is 409', async () => {
    const { article } = open()
    const headers = idempotencyKey()
    for (let turn = 0; turn < 11; turn += 1) expect((await article(headers)).statusCode).toBe(200)
    const refused = await article(headers)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ reason: 'too_many_repeats' })
  })

  test('a repeat while the first call is under way is 409, with Retry-After', async () => {
    const started = Promise.withResolvers<undefined>()
    const end = Promise.withResolvers<never>()
    const { search, charged } = open(
      {},
      {
        search: () => {
          started.resolve(undefined)
          return end.promise
        },
      },
    )
    const headers = idempotencyKey()
    const first = search(headers)
    await started.promise
    const repeat = await search(headers)
    expect(repeat.statusCode).toBe(409)
    expect(repeat.headers['retry-after']).toBe('1')
    expect(repeat.json()).toMatchObject({ error: 'request_in_progress' })
    end.reject(new Error('stop'))
    expect((await first).statusCode).toBe(500)
    expect(await charged()).toEqual([])
  })

  test('neither its text nor the request is in any table', async () => {
    const { search } = open()
    const canary = `canary-${randomUUID()}`
    await search(idempotencyKey(canary), { text: canary })
    const { rows } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    for (const { name } of rows) {
      const found = await pool.query(`select from "${name}" as t where t::text like $1`, [
        `%${canary}%`,
      ])
      expect(found.rowCount, name).toBe(0)
    }
  })
})

describe('a monthly cap', () => {
  test('soft: everything is served; the warning comes with the call that passes it', async () => {
    const { search, article } = open({ capMicroUsd: 30_000 })
    const answers = [await search(), await search(), await search(), await article()]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(answers.map(({ headers }) => headers[WARNING])).toEqual([
      undefined,
      undefined,
      '"soft";cap=0.03;spent=0.045',
      '"soft";cap=0.03;spent=0.105',
    ])
  })

  test('hard: the call that would pass it is 429, with warning and Retry-After; cheaper ones still fit', async () => {
    const { search, article, charged } = open({ capMicroUsd: 45_000, capMode: 'hard' })
    expect((await search()).headers[WARNING]).toBeUndefined()
    const refused = await article()
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ error: 'rate_limit', reason: 'spend_cap_exceeded' })
    expect(refused.headers[COST]).toBe('0')
    expect(refused.headers[WARNING]).toBe('"hard";cap=0.045;spent=0.015')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await search()).statusCode).toBe(200)
    expect((await search()).statusCode).toBe(200)
    expect((await search()).statusCode).toBe(429)
    expect(await charged()).toEqual([15_000, 15_000, 15_000])
  })

  test('hard: what costs nothing is still served', async () => {
    const { article, record, keys } = open()
    const etag = String((await article()).headers['etag'])
    keys.set(KEY, { ...record, capMicroUsd: 0, capMode: 'hard' })
    expect((await article()).statusCode).toBe(429)
    expect((await article({ 'if-none-match': etag })).statusCode).toBe(304)
  })
})

describe('a part of an export', () => {
  const POSITION = Position.parse(1)
  /** Parts with as many texts as `texts` says at the time, each a line. */
  const exporting = (texts: { count: number }): Parameters<typeof makeHarness>[0] => ({
    exportPart: async () => ({
      position: POSITION,
      units: texts.count,
      open: async (units) =>
        (async function* () {
          for (let text = 0; text < units; text += 1) yield Buffer.from('text\n')
        })(),
    }),
  })

  test('costs as many articles as it has texts, in one charge', async () => {
    const texts = { count: 250 }
    const { get, charged } = open({}, exporting(texts))
    const answer = await get('/export')
    expect([answer.statusCode, answer.headers[COST]]).toEqual([200, '15'])
    texts.count = 0
    const empty = await get('/export')
    expect([empty.statusCode, empty.headers[COST]]).toEqual([200, '0'])
    expect(await charged()).toEqual([250 * 60_000])
  })

  test('is priced by the tier that its whole price is reserved in', async () => {
    const { get, charged } = open({}, exporting({ count: 1_000 }))
    for (let part = 0; part < 10; part += 1) await get('/export')
    expect(await charged()).toEqual([
      ...Array.from({ length: 9 }, () => 60_000_000), // up to 480 USD, then up to 540
      54_000_000,
    ])
  })

  test('that would pass a hard cap is refused whole', async () => {
    const texts = { count: 4 }
    const { get, charged, heldBack } = open(
      { capMicroUsd: 200_000, capMode: 'hard' },
      exporting(texts),
    )
    expect((await get('/export')).statusCode).toBe(429)
    texts.count = 3
    expect((await get('/export')).headers[COST]).toBe('0.18')
    expect([await charged(), await heldBack()]).toEqual([[180_000], 0])
  })

  test('is repeated free of charge, with no more texts than were paid for', async () => {
    const texts = { count: 2 }
    const { get, charged } = open({}, exporting(texts))
    const headers = idempotencyKey()
    const first = await get('/export', headers)
    // The corpus has grown since.
    texts.count = 5
    const again = await get('/export', headers)
    expect([first.body, again.body]).toEqual(['text\ntext\n', 'text\ntext\n'])
    expect(again.headers[USAGE_ID]).toBe(first.headers[USAGE_ID])
    expect(again.headers[COST]).toBe('0.12')
    expect(await charged()).toEqual([120_000])
  })
})

describe('GET /usage', () => {
  test('says what key and account were charged, by day and operation, and costs nothing', async () => {
    const { search, article, get, keys, record } = open({ capMicroUsd: 12_500_000 })
    await search()
    await search()
    keys.set(KEY, { ...record, keyId: randomUUID() })
    await article()
    const answer = await get('/usage')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers[COST]).toBe('0')
    const usage = UsageResponse.parse(answer.json())
    const day = `${usage.month}-${String(new Date().getUTCDate()).padStart(2, '0')}`
    const article60 = { day, operation: 'article', calls: 1, microUsd: 60_000, costUsd: '0.06' }
    const searches = { day, operation: 'search', calls: 2, microUsd: 30_000, costUsd: '0.03' }
    expect(usage.key).toMatchObject({
      calls: 1,
      costUsd: '0.06',
      capUsd: '12.5',
      capMode: 'soft',
      days: [article60],
    })
    expect(usage.account).toEqual({
      id: record.accountId,
      calls: 3,
      microUsd: 90_000,
      costUsd: '0.09',
      days: [article60, searches],
    })
  })

  test('a month without calls is empty; the scope is usage:read', async () => {
    const { get } = open()
    expect((await get('/usage?month=2020-01')).json()).toMatchObject({
      month: '2020-01',
      account: { calls: 0, costUsd: '0', days: [] },
    })
    const without = open({ scopes: DEFAULT_SCOPES.filter((scope) => scope !== 'usage:read') })
    expect((await without.get('/usage')).statusCode).toBe(403)
  })
})
