import { describe, expect, test } from 'vitest'
import {
  ARTICLE,
  emptyResponse,
  KEY,
  makeHarness,
  POSITION,
  sha256,
  SLUG,
} from '../../../test/api/harness.ts'
import type { SearchHit, SearchRequest } from '#contracts/http/search.ts'

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
    for (const path of ['/docs/', '/mcp', '/api/v1/openapi.json', '/llms.txt'])
      expect(french.body).toContain(`href="${path}"`)
    const english = await get({ accept: BROWSER, 'accept-language': 'en-GB' })
    expect(english.body).toContain('<html lang="en">')
  })

  test('lets a reader choose the other language', async () => {
    const chosen = await get({ accept: BROWSER, 'accept-language': 'fr' }, '/?lang=en')
    expect(chosen.body).toContain('<html lang="en">')
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
    const style = /<style>([^]*)<\/style>/.exec(body)?.[1] ?? ''
    const hash = sha256(style, 'base64')
    expect(headers['content-security-policy']).toContain(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:;`,
    )
    const description = await get({}, '/api/v1/openapi.json')
    expect(Object.keys(description.json().paths)).not.toContain('/')
  })
})

const HIT: SearchHit = {
  type: 'article',
  score: 0.03,
  slug: SLUG,
  title: 'Bail <b>commercial</b>',
  abstract: 'Le preneur & le bailleur.',
  jurisdiction: ['FR'],
  contentType: 'doctrine',
  publishedAt: '2024-05-02T00:00:00.000Z',
  version: '1.0.0',
  sha256Hash: ARTICLE.sha256Hash,
  statusFlag: 'red',
  validity: { validFrom: null, validTo: null },
  inForce: false,
}

/** The page as a reader sees its source: entities of the template are characters again. */
const decoded = (body: string): string =>
  body.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

/** An app with a demonstration key whose search finds one text. */
const demonstration = () =>
  makeHarness({
    demonstrationKey: KEY,
    search: async (request: SearchRequest) => ({
      response: { ...emptyResponse(request), hits: [HIT], total: 1 },
      position: POSITION,
    }),
  })
const page = (url: string, { app } = demonstration()) =>
  app.inject({ url, headers: { accept: BROWSER, 'accept-language': 'fr' } })

describe('the search of the start page', () => {
  test('shows what it finds as text, with version, hash and price', async () => {
    const { body, statusCode } = await page('/?q=bail')
    expect(statusCode).toBe(200)
    expect(body).toContain('Un résultat')
    expect(body).not.toContain('<b>')
    expect(decoded(body)).toContain(HIT.title)
    expect(body).toContain(`href="/texts/${SLUG}"`)
    expect(body).toContain('n’est plus en vigueur')
    expect(body).toContain(ARTICLE.sha256Hash.slice(0, 12))
    expect(body).toMatch(/0,015\s*USD/u)
  })

  test('keeps the question and the language that the reader chose', async () => {
    const { body } = await page('/?q=%22bail%22&lang=en')
    expect(body).toContain('value="&#34;bail&#34;"')
    expect(body).toContain('<html lang="en">')
    expect(decoded(body)).toContain(`href="/texts/${SLUG}?lang=en"`)
  })

  test('says that there is nothing where nothing is found, and what to do', async () => {
    const { body } = await page('/?q=zzz', makeHarness({ demonstrationKey: KEY }))
    expect(body).toContain('Aucun résultat')
    expect(body).toContain('importez les vôtres')
  })

  test('asks for patience when the limit of the key is reached', async () => {
    const harness = demonstration()
    for (let call = 0; call < 120; call += 1)
      await harness.app.inject({
        method: 'POST',
        url: '/api/v1/search',
        headers: { authorization: `Bearer ${KEY}` },
        payload: {},
      })
    expect((await page('/?q=bail', harness)).body).toContain('Trop de recherches')
  })

  test('is not offered without a demonstration key, and no text is shown', async () => {
    const { body } = await page('/?q=bail', makeHarness())
    expect(body).not.toContain('<form')
    expect(body).toContain('requiert une clé')
    expect((await page(`/texts/${SLUG}`, makeHarness())).statusCode).toBe(404)
  })
})

describe('the page of a text', () => {
  test('shows the whole text with its version and hash', async () => {
    const { body, statusCode } = await page(`/texts/${SLUG}`)
    expect(statusCode).toBe(200)
    for (const part of [ARTICLE.title, ARTICLE.contentClean, ARTICLE.sha256Hash])
      expect(body).toContain(part)
    expect(body).toMatch(/0,06\s*USD/u)
  })

  test('of a text that does not exist is a 404 for people', async () => {
    const { body, statusCode } = await page('/texts/nothing-00000000')
    expect(statusCode).toBe(404)
    expect(body).toContain('Texte introuvable')
  })
})
