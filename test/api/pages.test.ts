/** What anybody may read: the browsable reference, health. */
import { describe, expect, test } from 'vitest'
import { failing, makeHarness } from './harness.ts'

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
      expect(answer.json()).toMatchObject({ error: 'validation_failed' })
    }
  })
})

describe('health', () => {
  test('alive is alive', async () => {
    const answer = await makeHarness().app.inject({ url: '/health/live' })
    expect(answer.json()).toEqual({ live: true })
  })

  test('ready says how far the read models are', async () => {
    const answer = await makeHarness().app.inject({ url: '/health/ready' })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { ready: true, position: 4711, lagEvents: 0 },
    ])
  })

  test('what can not be told is not ready', async () => {
    const health = failing(new Error('words of an engine'))
    const answer = await makeHarness({ health }).app.inject({ url: '/health/ready' })
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { ready: false, position: null, lagEvents: null },
    ])
  })
})
