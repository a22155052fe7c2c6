import { describe, expect, test } from 'vitest'
import { makeHarness } from '../../../test/api/harness.ts'

describe('the reference at /docs', () => {
  test('leads to a page that names no other host, and forbids the browser to go to one', async () => {
    const { app } = makeHarness()
    const first = await app.inject({ url: '/docs' })
    expect(first.statusCode).toBe(301)
    expect(first.headers.location).toBe('/docs/')
    const page = await app.inject({ url: '/docs/' })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).not.toMatch(/https?:|\/\/[a-z]/i)
    const sources = [...page.body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, source]) => source)
    expect(sources).toEqual(['js/scalar.js'])
    expect(page.body).toContain('"url": "/api/v1/openapi.json"')
    expect(page.body).toContain('<html lang="en">')
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toMatch(/https?:|\*/)
  })

  test('serves its script itself', async () => {
    const script = await makeHarness().app.inject({ url: '/docs/js/scalar.js' })
    expect(script.statusCode).toBe(200)
    expect(script.headers['content-type']).toContain('application/javascript')
    expect(script.body.length).toBeGreaterThan(1_000_000)
  })

  test('does not fall over a host that is none', async () => {
    const { app } = makeHarness()
    for (const url of ['/docs', '/docs/']) {
      const answer = await app.inject({ url, headers: { host: '[' } })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({
        error: 'validation_failed',
        details: [{ code: 'invalid_host' }],
      })
    }
  })
})
