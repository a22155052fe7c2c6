/** Which requests the sandbox answers: every one with a sandbox key, and no other. */
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { keyOf } from '#contracts/api-key.ts'
import { secretHmacOf } from '#contracts/web/keys.ts'
import { makeFreeLedger } from '#query-api/billing/free-ledger.ts'
import {
  BASE,
  bearer,
  failing,
  KEY,
  keyRecord,
  makeHarness,
  PEPPER,
  SLUG,
  storedArticle,
} from '../api/harness.ts'

const SANDBOX_KEY = keyOf('test', 'S'.repeat(30))
const SANDBOX_ID = '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f0099'

/** Of the service itself nothing may be asked with a sandbox key. */
const untouchable = failing(new Error('a sandbox key reached the corpus or the ledger'))
const makeService = () => {
  const sandbox = makeHarness({
    kind: 'test',
    keys: {
      find: async (hmac) =>
        Buffer.compare(hmac, secretHmacOf(PEPPER, SANDBOX_KEY)) === 0
          ? keyRecord({ keyId: SANDBOX_ID })
          : null,
    },
  })
  const live = makeHarness({
    sandbox: sandbox.app,
    search: untouchable,
    articles: {
      bySlug: untouchable,
      bySlugs: untouchable,
      byId: untouchable,
      position: untouchable,
    },
    ledger: { ...makeFreeLedger(), reserve: untouchable },
    keys: { find: untouchable },
  })
  return { sandbox, live }
}
const { sandbox, live } = makeService()
afterAll(() => live.app.close())

/** Every operation that the service describes. */
const describedBy = async (): Promise<readonly (readonly ['GET' | 'POST', string])[]> => {
  const answer = await live.app.inject({ url: `${BASE}/openapi.json` })
  const { paths } = Described.parse(answer.json())
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).flatMap((method) => {
      const one = Method.safeParse(method.toUpperCase())
      return one.success ? [[one.data, path] as const] : []
    }),
  )
}
const Method = z.enum(['GET', 'POST'])
const Described = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

test('every operation with a sandbox key is answered by the sandbox', async () => {
  const operations = await describedBy()
  expect(operations.length).toBeGreaterThan(25)
  for (const [method, path] of operations) {
    const answer = await live.app.inject({
      method,
      url: `${BASE}${path.replaceAll(/\{\w+\}/g, 'x')}`,
      headers: { ...bearer(SANDBOX_KEY), 'content-type': 'application/json' },
      ...(method === 'POST' ? { payload: '{}' } : {}),
    })
    expect([path, answer.headers['x-service-sandbox']]).toEqual([path, 'not-charged'])
  }
})

test('a text of the sandbox is given at its price, and its call is logged once', async () => {
  sandbox.articles.set(SLUG, storedArticle())
  const url = `${BASE}/articles/${SLUG}`
  const answer = await live.app.inject({ url, headers: bearer(SANDBOX_KEY) })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['x-service-cost-usd']).toBe('0.06')
  expect(sandbox.log()).toContain(SANDBOX_ID)
  expect(live.log()).not.toContain('/articles/')
})

const OTHERS: readonly (readonly [string, string, number])[] = [
  ['an unknown sandbox key', keyOf('test', 'X'.repeat(30)), 401],
  ['a sandbox key with a wrong checksum', `${SANDBOX_KEY.slice(0, -1)}-`, 401],
]
test.each(OTHERS)('%s is refused', async (_, key, status) => {
  const answer = await live.app.inject({ url: `${BASE}/coverage`, headers: bearer(key) })
  expect(answer.statusCode).toBe(status)
})

test('a live key is none of the sandbox, and a sandbox key none of a service without one', async () => {
  const ofLive = await sandbox.app.inject({ url: `${BASE}/coverage`, headers: bearer(KEY) })
  expect(ofLive.statusCode).toBe(401)
  const without = makeHarness()
  without.keys.set(SANDBOX_KEY, keyRecord())
  const answer = await without.app.inject({ url: `${BASE}/coverage`, headers: bearer(SANDBOX_KEY) })
  expect(answer.statusCode).toBe(401)
  expect(answer.headers['x-service-sandbox']).toBeUndefined()
})

test('pages and other paths stay with the service', async () => {
  const answer = await live.app.inject({ url: '/robots.txt', headers: bearer(SANDBOX_KEY) })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['x-service-sandbox']).toBeUndefined()
})
