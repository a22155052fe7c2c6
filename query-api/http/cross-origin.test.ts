import { describe, expect, test } from 'vitest'
import { BASE, bearer, makeHarness, UNUSED } from '../../test/api/harness.ts'

const FRIEND = 'https://cabinet.example'
const STRANGER = 'https://elsewhere.example'
const harness = () => makeHarness({ mcp: { ...UNUSED.mcp, allowedOrigins: [FRIEND] } })

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
