/** The operations of webhooks over HTTP, on the real tables. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RegisteredWebhook, WebhookMessageList } from '#contracts/http/webhooks.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { BASE, bearer, type Harness, KEY, keyRecord, makeHarness } from '../api/harness.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { adminOn, makeAccount } from './world.ts'

const URL = 'http://localhost:9/hook'

let database: TestDatabase
let pool: PostgresPool
let harness: Harness
beforeAll(async () => {
  database = await openTestDatabase()
  pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 4 })
})
afterAll(async () => {
  await pool.close()
  await database.close()
})
beforeEach(async () => {
  harness = makeHarness({ webhooks: adminOn(pool) })
  const accountId = await makeAccount(pool)
  harness.keys.set(KEY, keyRecord({ accountId, scopes: ['webhooks:manage'] }))
})

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT'
const call = (method: Method, path: string, payload?: object) =>
  harness.app.inject({
    method,
    url: `${BASE}/webhooks${path}`,
    headers: bearer(),
    ...(payload === undefined ? {} : { payload }),
  })
const register = async (more: object = {}): Promise<RegisteredWebhook> =>
  (await call('POST', '', { url: URL, ...more })).json()

describe('webhooks over HTTP', () => {
  test('the whole life of an endpoint, free of charge', async () => {
    const made = await call('POST', '', { url: URL, types: ['article.updated'] })
    expect(made.statusCode).toBe(201)
    expect(made.headers).toMatchObject({
      'x-service-cost-usd': '0',
      'cache-control': 'private, no-store',
    })
    const { endpoint, secret } = made.json<RegisteredWebhook>()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(endpoint).toMatchObject({
      url: URL,
      types: ['article.updated'],
      jurisdictions: [],
      enabled: true,
      pending: 0,
    })
    const path = `/${endpoint.id}`
    expect((await call('GET', '')).json()).toEqual({ endpoints: [endpoint] })
    expect((await call('GET', path)).json()).toEqual(endpoint)
    expect((await call('PATCH', path, { jurisdictions: ['FR'] })).json()).toMatchObject({
      jurisdictions: ['FR'],
      types: ['article.updated'],
    })
    const { id } = (await call('POST', `${path}/test`)).json<{ id: string }>()
    const { messages, next } = (
      await call('GET', `${path}/messages?state=pending&limit=1`)
    ).json<WebhookMessageList>()
    expect(messages).toMatchObject([{ id, type: 'test', state: 'pending', attempts: [] }])
    const older = await call('GET', `${path}/messages?before=${next}`)
    expect(older.json()).toEqual({ messages: [], next: null })
    expect((await call('POST', `${path}/messages/${id}/redeliver`)).json()).toEqual({ id })
    const rotated = await call('POST', `${path}/secret`, { overlapHours: 1 })
    expect(rotated.json()).toMatchObject({ secret: expect.not.stringContaining(secret) })
    expect((await call('PATCH', path, { enabled: false })).json()).toMatchObject({
      enabled: false,
      disabledCause: 'owner',
    })
    expect((await call('POST', `${path}/test`)).json()).toMatchObject({
      error: 'validation_failed',
      details: [{ code: 'webhook-disabled' }],
    })
    expect((await call('DELETE', path)).json()).toEqual({ id: endpoint.id, deleted: true })
    expect((await call('GET', path)).statusCode).toBe(404)
  })

  test('a path takes the methods that it has, and names them', async () => {
    const { endpoint } = await register()
    const listed = await call('PUT', '')
    expect([listed.statusCode, listed.headers['allow']]).toEqual([405, 'GET, HEAD, POST'])
    const one = await call('POST', `/${endpoint.id}`, {})
    expect([one.statusCode, one.headers['allow']]).toEqual([405, 'GET, HEAD, PATCH, DELETE'])
  })

  test('a key without the scope is refused, and one of another account finds nothing', async () => {
    const { endpoint } = await register()
    harness.keys.set(KEY, keyRecord({ scopes: ['search:read'] }))
    expect((await call('GET', '')).json()).toMatchObject({
      error: 'insufficient_scope',
      reason: 'requires scope webhooks:manage',
    })
    const accountId = await makeAccount(pool)
    harness.keys.set(KEY, keyRecord({ accountId, scopes: ['webhooks:manage'] }))
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { enabled: false }],
      ['DELETE', '', undefined],
      ['POST', '/test', undefined],
      ['POST', '/secret', {}],
      ['GET', '/messages', undefined],
      ['POST', `/messages/msg_${'0'.repeat(32)}/redeliver`, undefined],
    ] as const) {
      const answer = await call(method, `/${endpoint.id}${path}`, body)
      expect([answer.statusCode, answer.json().reason], path).toEqual([404, 'webhook-unknown'])
    }
    expect((await call('GET', '')).json()).toEqual({ endpoints: [] })
  })

  test('bad requests are refused with what is wrong', async () => {
    const { endpoint } = await register()
    const codes: Record<string, unknown> = {
      'no address': await call('POST', '', {}),
      'an unknown type': await call('POST', '', { url: URL, types: ['article.renamed'] }),
      'an unknown jurisdiction': await call('POST', '', { url: URL, jurisdictions: ['DE'] }),
      'an unknown member': await call('POST', '', { url: URL, secret: 'whsec_mine' }),
      'a private address': await call('POST', '', { url: 'https://169.254.169.254/' }),
      'a long note': await call('POST', '', { url: URL, description: 'x'.repeat(201) }),
      'a control character': await call('POST', '', { url: URL, description: 'a\u0000b' }),
      'an endless overlap': await call('POST', `/${endpoint.id}/secret`, { overlapHours: 169 }),
      'a page that is none': await call('GET', `/${endpoint.id}/messages?before=last`),
      'a large page': await call('GET', `/${endpoint.id}/messages?limit=101`),
    }
    for (const [what, answer] of Object.entries(codes))
      expect(answer, what).toMatchObject({ statusCode: 400 })
    expect(codes['a private address']).toMatchObject({
      body: expect.stringContaining('webhook-target-invalid'),
    })
    expect((await call('GET', '/nonsense')).statusCode).toBe(404)
  })

  test('no secret and no address is in the log', async () => {
    const { secret } = await register({ url: 'http://localhost:9/canary-in-the-path' })
    await call('POST', '', { url: 'https://10.0.0.1/canary-that-was-refused' })
    expect(harness.log()).not.toContain(secret)
    expect(harness.log()).not.toContain('canary')
  })
})
