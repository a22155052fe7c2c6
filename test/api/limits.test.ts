/** Rate limits (contracts/conventions/rate-limits.md; contracts/conventions/conflicts.md). */
import { describe, expect, test } from 'vitest'
import {
  BASE,
  bearer,
  type Harness,
  keyRecord,
  makeHarness,
  OTHER_KEY,
  SLUG,
  UNKNOWN_KEY,
} from './harness.ts'

const ARTICLE = `${BASE}/articles/${SLUG}`

type Headers = Record<string, string>
const ask = async (
  { app }: Harness,
  options: { headers?: Headers; url?: string; address?: string } = {},
) =>
  app.inject({
    method: 'GET',
    url: options.url ?? ARTICLE,
    headers: options.headers ?? {},
    remoteAddress: options.address ?? '203.0.113.7',
  })
const askMany = async (
  harness: Harness,
  count: number,
  options: Parameters<typeof ask>[1] = {},
) => {
  const statuses: number[] = []
  for (let asked = 0; asked < count; asked += 1)
    statuses.push((await ask(harness, options)).statusCode)
  return statuses
}
const repeated = (count: number, status: number) => Array.from({ length: count }, () => status)

describe('without a good key', () => {
  test('the first 30 of a minute get 401, the 31st gets 429', async () => {
    const harness = makeHarness()
    expect(await askMany(harness, 30)).toEqual(repeated(30, 401))
    const refused = await ask(harness)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers).toMatchObject({
      'ratelimit-policy': '"anon";q=30;w=60',
      ratelimit: '"anon";r=0;t=60',
      'retry-after': '60',
      'x-service-cost-usd': '0',
      'cache-control': 'no-store',
    })
    expect(refused.json()).toEqual({
      error: 'rate_limit',
      message: 'Too many requests',
      detail: 'policy anon: 30 per 60 s; retry in 60 s',
    })
  })

  test('a refused request does not consume, and the window slides', async () => {
    const harness = makeHarness()
    await askMany(harness, 10)
    harness.pass(30)
    expect(await askMany(harness, 25)).toEqual([...repeated(20, 401), ...repeated(5, 429)])
    harness.pass(30)
    expect(await askMany(harness, 11)).toEqual([...repeated(10, 401), 429])
  })

  test('public pages and paths that lead nowhere are counted too', async () => {
    const harness = makeHarness()
    for (const url of [`${BASE}/openapi.json`, '/docs/', '/health/ready'])
      expect((await ask(harness, { url })).statusCode).toBe(200)
    expect((await ask(harness, { url: '/llms.txt' })).headers['ratelimit']).toBe('"anon";r=26;t=60')
    expect((await ask(harness, { url: '/nope' })).headers['ratelimit']).toBe('"anon";r=25;t=60')
    await askMany(harness, 25)
    for (const url of ['/health/ready', '/llms.txt', '/docs/', '/nope'])
      expect((await ask(harness, { url })).statusCode, url).toBe(429)
    // A probe of the process is free, so that it answers under any load.
    expect((await ask(harness, { url: '/health/live' })).statusCode).toBe(200)
  })

  test('a well-formed key that is unknown, revoked or expired counts as no key', async () => {
    const harness = makeHarness()
    harness.keys.set(OTHER_KEY, keyRecord({ revokedAt: '2025-01-01T00:00:00.000Z' as never }))
    expect(await askMany(harness, 15, { headers: bearer(UNKNOWN_KEY) })).toEqual(repeated(15, 401))
    expect(await askMany(harness, 15, { headers: bearer(OTHER_KEY) })).toEqual(repeated(15, 401))
    expect(await askMany(harness, 1, { headers: bearer(UNKNOWN_KEY) })).toEqual([429])
    expect(await askMany(harness, 1)).toEqual([429])
  })

  test('a key with a wrong checksum never reaches the store', async () => {
    let reads = 0
    const find = async () => {
      reads += 1
      return null
    }
    const harness = makeHarness({ keys: { find } })
    await ask(harness, { headers: bearer(`${UNKNOWN_KEY.slice(0, -1)}!`) })
    expect(reads).toBe(0)
    await ask(harness, { headers: bearer(UNKNOWN_KEY) })
    expect(reads).toBe(1)
  })

  test('each address has its own count, an IPv6 network of /64 one count', async () => {
    const harness = makeHarness()
    await askMany(harness, 30, { address: '2001:db8:1:2::1' })
    expect(await askMany(harness, 1, { address: '2001:db8:1:2:ffff::9' })).toEqual([429])
    expect(await askMany(harness, 1, { address: '2001:db8:1:3::1' })).toEqual([401])
    expect(await askMany(harness, 1, { address: '203.0.113.8' })).toEqual([401])
  })
})

const forwarded = (address: string): Headers => ({ 'x-forwarded-for': address })

describe('behind a proxy', () => {
  test('no proxy is trusted unless a setting says so', async () => {
    const harness = makeHarness()
    for (let last = 0; last < 30; last += 1)
      await ask(harness, { headers: forwarded(`198.51.100.${last}`) })
    expect((await ask(harness, { headers: forwarded('198.51.100.99') })).statusCode).toBe(429)
  })

  test('a trusted proxy names the address, others do not', async () => {
    const harness = makeHarness({ trustProxy: '10.0.0.0/8' })
    const [first, second] = [forwarded('198.51.100.1'), forwarded('198.51.100.2')]
    await askMany(harness, 30, { headers: first, address: '10.1.1.1' })
    expect(await askMany(harness, 1, { headers: first, address: '10.1.1.1' })).toEqual([429])
    expect(await askMany(harness, 1, { headers: second, address: '10.1.1.1' })).toEqual([401])
    expect((await ask(harness, { headers: first })).headers['ratelimit']).toBe('"anon";r=29;t=60')
  })

  test('all invalid addresses share one count', async () => {
    const harness = makeHarness({ trustProxy: 'true' })
    for (let turn = 0; turn < 30; turn += 1) await ask(harness, { headers: forwarded(`x${turn}`) })
    expect((await ask(harness, { headers: forwarded('another') })).statusCode).toBe(429)
  })

  for (const trustProxy of ['2', 'nonsense', '10.0.0.0/99']) {
    test(`the setting ${trustProxy} is refused`, () => {
      expect(() => makeHarness({ trustProxy })).toThrow(
        expect.objectContaining({ code: 'settings-invalid' }),
      )
    })
  }
})

describe('with a key', () => {
  const headers = bearer()

  test('120 a minute pass, the 121st does not; the anonymous limit does not apply', async () => {
    const harness = makeHarness()
    await askMany(harness, 31)
    expect(await askMany(harness, 120, { headers })).toEqual(repeated(120, 200))
    const refused = await ask(harness, { headers })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers).toMatchObject({
      'ratelimit-policy': '"rest";q=120;w=60',
      ratelimit: '"rest";r=0;t=60',
      'retry-after': '60',
    })
    expect(refused.json()).toMatchObject({
      detail: 'policy rest: 120 per 60 s; retry in 60 s',
    })
    harness.pass(60)
    expect(await askMany(harness, 1, { headers })).toEqual([200])
  })

  test('the headers name the remaining requests, on 200 as well', async () => {
    const harness = makeHarness()
    expect((await ask(harness, { headers })).headers['ratelimit']).toBe('"rest";r=119;t=60')
    harness.pass(37.5)
    const second = await ask(harness, { headers })
    expect(second.headers['ratelimit']).toBe('"rest";r=118;t=23')
    expect(second.headers['ratelimit-policy']).toBe('"rest";q=120;w=60')
  })

  test('each key has its own count from every address; refused requests count too', async () => {
    const harness = makeHarness()
    harness.keys.set(
      OTHER_KEY,
      keyRecord({ keyId: '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f0009', scopes: ['mcp'] }),
    )
    await askMany(harness, 120, { headers })
    expect(await askMany(harness, 1, { headers, address: '198.51.100.1' })).toEqual([429])
    expect(await askMany(harness, 1, { headers: bearer(OTHER_KEY) })).toEqual([403])
    const page = await ask(harness, { headers: bearer(OTHER_KEY), url: '/llms.txt' })
    expect(page.headers['ratelimit']).toBe('"rest";r=118;t=60')
  })

  test('limits come from the settings', async () => {
    const harness = makeHarness({ limits: { anonymous: 2, rest: 3, mcp: 1, mcpFirm: 1 } })
    expect(await askMany(harness, 3)).toEqual([401, 401, 429])
    expect(await askMany(harness, 4, { headers })).toEqual([200, 200, 200, 429])
  })
})
