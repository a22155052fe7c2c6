import { describe, expect, test } from 'vitest'
import { BASE, bearer, KEY, keyRecord, makeHarness, SLUG, UNUSED } from '../../test/api/harness.ts'

const FRIEND = 'https://cabinet.example'
const STRANGER = 'https://elsewhere.example'
const harness = () => makeHarness({ mcp: { ...UNUSED.mcp, allowedOrigins: [FRIEND] } })

type Answer = { readonly headers?: Readonly<Record<string, unknown>> }
type Description = {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, Answer> }>>
}
/** Headers that pages read of every answer (Fetch, CORS-safelisted response-header names). */
const READABLE_ANYHOW = ['Cache-Control', 'Last-Modified']

const preflight = (origin: string, url = `${BASE}/search`) =>
  harness().app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, content-type',
    },
  })
const search = (origin: string) =>
  harness().app.inject({
    method: 'POST',
    url: `${BASE}/search`,
    headers: { ...bearer(), origin },
    payload: { text: 'bail' },
  })

describe('pages of other origins', () => {
  test('may call where the operator names their origin, without cookies', async () => {
    const asked = await preflight(FRIEND)
    expect(asked.statusCode).toBe(204)
    expect(asked.headers['access-control-allow-origin']).toBe(FRIEND)
    expect(asked.headers['access-control-allow-headers']).toBe('authorization, content-type')
    expect(asked.headers['access-control-allow-credentials']).toBeUndefined()
    const { headers } = await search(FRIEND)
    expect(headers['access-control-allow-origin']).toBe(FRIEND)
    expect(headers['access-control-expose-headers']).toContain('X-Service-Cost-USD')
    expect(headers['vary']).toContain('Origin')
  })

  test('may use every method that the description has, and read every header', async () => {
    const { body } = await harness().app.inject({ url: `${BASE}/openapi.json` })
    const { paths } = JSON.parse(body) as Description
    const operations = Object.values(paths).flatMap((item) => Object.entries(item))
    const allowed = String((await preflight(FRIEND)).headers['access-control-allow-methods'])
    const methods = new Set(operations.map(([method]) => method.toUpperCase()))
    expect([...methods].filter((method) => !allowed.split(', ').includes(method))).toEqual([])
    const exposed = String((await search(FRIEND)).headers['access-control-expose-headers'])
    const readable = new Set([...exposed.split(', '), ...READABLE_ANYHOW])
    const headers = operations.flatMap(([, { responses }]) =>
      Object.values(responses).flatMap((answer) => Object.keys(answer.headers ?? {})),
    )
    expect([...new Set(headers)].filter((name) => !readable.has(name))).toEqual([])
  })

  test('get articles that caches keep apart for each origin', async () => {
    for (const path of [`/articles/${SLUG}`, `/articles/${SLUG}?fields=title`]) {
      const { headers } = await harness().app.inject({
        url: `${BASE}${path}`,
        headers: { ...bearer(), origin: FRIEND },
      })
      expect(String(headers['vary']).split(', ')).toEqual(['Origin', 'Accept', 'Accept-Datetime'])
    }
  })

  test('may call from this machine', async () => {
    const asked = await preflight('http://localhost:5173')
    expect(asked.headers['access-control-allow-origin']).toBe('http://localhost:5173')
  })

  test('read no answer otherwise', async () => {
    for (const answer of [await preflight(STRANGER), await search(STRANGER)])
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('read no page of this service, whatever their origin', async () => {
    for (const url of ['/', '/mcp', '/account/keys']) {
      const { headers } = await harness().app.inject({ url, headers: { origin: FRIEND } })
      expect(headers['access-control-allow-origin'], url).toBeUndefined()
    }
  })

  test('all read the public descriptions', async () => {
    for (const url of [`${BASE}/openapi.json`, '/llms.txt']) {
      const { headers } = await harness().app.inject({ url, headers: { origin: STRANGER } })
      expect(headers['access-control-allow-origin'], url).toBe('*')
    }
  })
})

describe('a key that names the origins of web pages', () => {
  const OWN = 'https://page.example'
  const named = () => {
    const own = makeHarness({ namedOrigins: async (origin) => origin === OWN })
    own.keys.set(KEY, keyRecord({ allowedOrigins: [OWN] }))
    return own
  }
  const call = (origin?: string) =>
    named().app.inject({
      method: 'POST',
      url: `${BASE}/search`,
      headers: { ...bearer(), ...(origin === undefined ? {} : { origin }) },
      payload: { text: 'bail' },
    })

  test('is taken from their pages, which read the answer', async () => {
    const asked = await named().app.inject({
      method: 'OPTIONS',
      url: `${BASE}/search`,
      headers: { origin: OWN, 'access-control-request-method': 'POST' },
    })
    expect(asked.headers['access-control-allow-origin']).toBe(OWN)
    const answer = await call(OWN)
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, OWN])
  })

  test('is refused from other pages before anything is charged, and taken from a program', async () => {
    const refused = await call(STRANGER)
    expect([refused.statusCode, refused.json().error]).toEqual([403, 'origin_not_allowed'])
    expect(refused.headers['x-service-cost-usd']).toBe('0')
    expect((await call()).statusCode).toBe(200)
    expect((await call('http://localhost:5173')).statusCode).toBe(200)
  })
})
