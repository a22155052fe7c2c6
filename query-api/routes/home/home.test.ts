import { describe, expect, test } from 'vitest'
import { makeHarness, sha256, SLUG } from '../../../test/api/harness.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const get = (headers: Record<string, string>, url = '/') =>
  makeHarness().app.inject({ url, headers })

describe('GET /', () => {
  test('shows a browser the pages for people, in the language that it asks for', async () => {
    const french = await get({ accept: BROWSER, 'accept-language': 'fr-FR,fr;q=0.9,en;q=0.5' })
    expect(french.statusCode).toBe(200)
    expect(french.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(french.headers['vary']).toBe('Accept, Accept-Language')
    expect(french.body).toContain('<html lang="fr">')
    for (const path of ['/search', '/docs/', '/mcp', '/api/v1/openapi.json', '/llms.txt'])
      expect(french.body).toContain(`href="${path}"`)
    const english = await get({ accept: BROWSER, 'accept-language': 'en-GB' })
    expect(english.body).toContain('<html lang="en">')
  })

  test('lets a reader choose the other language', async () => {
    const chosen = await get({ accept: BROWSER, 'accept-language': 'fr' }, '/?lang=en')
    expect(chosen.body).toContain('<html lang="en">')
    expect(chosen.body).toContain('href="/search?lang&#61;en"')
  })

  test('lists the same pages as JSON for a program', async () => {
    for (const accept of ['*/*', 'application/json']) {
      const answer = await get({ accept })
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.json()).toEqual({
        name: 'Pandect',
        documentation: '/docs/',
        mcp: '/mcp',
        openapi: '/api/v1/openapi.json',
        llms: '/llms.txt',
        health: '/health/ready',
      })
    }
  })

  test('forbids the browser to load anything, and is in no description', async () => {
    const { headers, body } = await get({ accept: BROWSER })
    const style = /<style>([^]*?)<\/style>/.exec(body)?.[1] ?? ''
    const hash = sha256(style, 'base64')
    expect(headers['content-security-policy']).toContain(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:;`,
    )
    expect(headers['content-security-policy']).not.toContain('script-src')
    const description = await get({}, '/api/v1/openapi.json')
    for (const path of ['/', '/t/{text}', '/robots.txt'])
      expect(Object.keys(description.json().paths)).not.toContain(path)
  })

  test('leads addresses of before to those of now', async () => {
    const search = await get({ accept: BROWSER }, '/?q=bail&lang=en')
    expect([search.statusCode, search.headers.location]).toEqual([303, '/search?q=bail&lang=en'])
    const text = await get({ accept: BROWSER }, `/texts/${SLUG}?lang=en`)
    expect([text.statusCode, text.headers.location]).toEqual([301, `/t/${SLUG}?lang=en`])
  })
})
