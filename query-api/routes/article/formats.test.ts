/** The forms of `GET /articles/{slug}` (contracts/conventions/formats.md). */
import { describe, expect, test } from 'vitest'
import { makeDocuments } from '#query-api/formats/make.ts'
import type { MakeRequest } from '#query-api/formats/ports.ts'
import {
  ARTICLE,
  BASE,
  bearer,
  makeHarness,
  NO_RESEARCH,
  sha256,
  SLUG,
} from '../../../test/api/harness.ts'
import { makeVersionsDouble } from '../../../test/api/versions-double.ts'

const PDF = '%PDF-1.7 …'

const open = () => {
  const made: MakeRequest[] = []
  const make = makeDocuments(async () => Buffer.from(PDF))
  const harness = makeHarness({
    versions: makeVersionsDouble().versions,
    research: {
      ...NO_RESEARCH,
      citations: {
        ...NO_RESEARCH.citations,
        relationsOf: async () => ({ citing: [], cited: [], more: false }),
      },
    },
    makeDocument: (request, signal) => {
      made.push(request)
      return make(request, signal)
    },
  })
  const get = (query = '', headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    harness.app.inject({
      method,
      url: `${BASE}/articles/${SLUG}${query}`,
      headers: { ...bearer(), ...headers },
    })
  return { ...harness, get, made }
}

const TYPES = {
  json: 'application/json',
  markdown: 'text/markdown',
  html: 'text/html',
  akn: 'application/akn+xml',
  pdf: 'application/pdf',
} as const
const FORMATS = Object.entries(TYPES)

describe('a form of the article', () => {
  test.each(FORMATS)('%s is what Accept or the address asks for', async (format, type) => {
    const { get } = open()
    const [accepted, named] = [
      await get('', { accept: type }),
      await get(`?format=${format}`, { accept: 'image/png' }),
    ]
    for (const answer of [accepted, named]) {
      expect(answer.statusCode).toBe(200)
      expect(String(answer.headers['content-type']).split(';')[0]).toBe(type)
      expect(answer.headers['x-service-cost-usd']).toBe('0.06')
      expect(answer.headers['vary']).toBe('Origin, Accept, Accept-Datetime')
      expect(answer.headers['repr-digest']).toBe(`sha-256=:${sha256(answer.body, 'base64')}:`)
      expect(answer.headers['x-service-article-hash']).toBe(ARTICLE.sha256Hash)
    }
    expect(named.body).toBe(accepted.body)
    expect(named.headers['etag']).toBe(accepted.headers['etag'])
  })

  test.each(FORMATS)('%s names the others', async (format) => {
    const link = String((await open().get(`?format=${format}`)).headers['link'])
    const alternates = [...link.matchAll(/<([^>]*)>; rel="alternate"; type="([^"]*)"/gu)]
    expect(alternates.map(([, , type]) => type)).toEqual(
      FORMATS.filter(([name]) => name !== format).map(([, type]) => type),
    )
    for (const [, address] of alternates) expect(address).toMatch(/\/articles\/[^?]+\?format=\w+$/u)
  })

  test('some members of it name whole texts that can be read', async () => {
    const { get, app } = open()
    const link = String((await get('?asOf=2025-01-01&fields=title')).headers['link'])
    const addresses = [...link.matchAll(/<([^>]*)>; rel="alternate"/gu)].map(
      ([, address]) => address,
    )
    expect(addresses).toHaveLength(FORMATS.length - 1)
    for (const url of addresses) {
      expect(url).toContain('asOf=2025-01-01')
      const answer = await app.inject({ url: String(url), headers: bearer() })
      expect(answer.statusCode).toBe(200)
    }
  })

  test.each(FORMATS)('%s is confirmed by its tag, without a charge or work', async (format) => {
    const { get, made } = open()
    const { headers } = await get(`?format=${format}`)
    const before = made.length
    const again = await get(`?format=${format}`, { 'if-none-match': String(headers['etag']) })
    expect([again.statusCode, again.body, again.headers['x-service-cost-usd']]).toEqual([
      304,
      '',
      '0',
    ])
    const head = await get(`?format=${format}`, {}, 'HEAD')
    expect([head.statusCode, head.headers['etag']]).toEqual([200, headers['etag']])
    expect(made.length).toBe(before)
  })

  test('the tags of the forms differ, and that of PDF changes with a link', async () => {
    const { get } = open()
    const tags = await Promise.all(
      FORMATS.map(async ([format]) => (await get(`?format=${format}`)).headers['etag']),
    )
    expect(new Set(tags).size).toBe(FORMATS.length)
  })
})

test('files have a safe name', async () => {
  const { get } = open()
  const dispositions = await Promise.all(
    FORMATS.map(
      async ([format]) => (await get(`?format=${format}`)).headers['content-disposition'],
    ),
  )
  expect(dispositions).toEqual([
    undefined,
    undefined,
    undefined,
    `attachment; filename="${SLUG}-${ARTICLE.version}.akn.xml"`,
    `inline; filename="${SLUG}-${ARTICLE.version}.pdf"`,
  ])
})

test('a page loads nothing and runs nothing', async () => {
  const { headers, body } = await open().get('?format=html')
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/u)
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(body).toContain(`<html lang="${ARTICLE.language}">`)
  expect(body).toContain('<script type="application/ld+json">{"@context":"https://schema.org"')
  expect(body.match(/<script/gu)).toHaveLength(1)
  expect(body).not.toMatch(/<(?:img|iframe|link rel="stylesheet")/u)
})

describe('what can not be answered', () => {
  test('Accept without a form that there is: 406 with all of them and the closest', async () => {
    const { get, made } = open()
    const answer = await get('', { accept: 'application/akn-xml' })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      406,
      {
        error: 'not_acceptable',
        details: [{ allowed: Object.values(TYPES), closest: 'application/akn+xml' }],
      },
    ])
    expect(answer.headers['x-service-cost-usd']).toBe('0')
    expect(made).toEqual([])
  })

  test('an unknown form: 400 with the closest', async () => {
    const answer = await open().get('?format=pfd')
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { details: [{ path: 'format', allowed: Object.keys(TYPES), closest: 'pdf' }] },
    ])
  })
})
