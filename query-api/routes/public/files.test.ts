/** A text as a file of its page (contracts/conventions/formats.md). */
import { describe, expect, test } from 'vitest'
import { makeDocuments } from '#query-api/formats/make.ts'
import { makeHarness, NO_RESEARCH } from '../../../test/api/harness.ts'
import { makeVersionsDouble } from '../../../test/api/versions-double.ts'
import type { Article } from '#contracts/http/article.ts'

const open = (change: Partial<Article> = {}) => {
  const { versions, slug, stored } = makeVersionsDouble()
  const harness = makeHarness({
    versions,
    research: {
      ...NO_RESEARCH,
      citations: {
        ...NO_RESEARCH.citations,
        relationsOf: async () => ({ citing: [], cited: [], more: false }),
      },
    },
    makeDocument: makeDocuments(async () => Buffer.from('%PDF-1.7')),
  })
  if (stored === null) expect.fail('the double has a text')
  const json = JSON.stringify({ ...JSON.parse(stored.json), ...change })
  harness.articles.set(slug, { ...stored, json })
  const get = (path: string, headers: Record<string, string> = {}) =>
    harness.app.inject({ url: `/t/${slug}/${path}`, headers })
  return { get, slug }
}

const TYPES = { pdf: 'application/pdf', html: 'text/html', akn: 'application/akn+xml' }

describe('a text with an open licence', () => {
  test.each(Object.entries(TYPES))('is there as %s for everyone, free', async (format, type) => {
    const { get } = open({ licence: 'CC-BY-4.0' })
    const answer = await get(format)
    expect(answer.statusCode).toBe(200)
    expect(String(answer.headers['content-type']).split(';')[0]).toBe(type)
    expect(answer.headers['x-service-cost-usd']).toBe('0')
    const again = await get(format, { 'if-none-match': String(answer.headers['etag']) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const changed = await get(format, { 'if-match': '"another"' })
    expect([changed.statusCode, changed.headers['content-disposition']]).toEqual([412, undefined])
    expect(changed.body).toContain('Le fichier a changé')
  })
})

test.each(Object.keys(TYPES))('a text without a licence is no %s for strangers', async (format) => {
  const answer = await open({ licence: null }).get(format)
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-disposition']).toBeUndefined()
})

test('a text that does not exist is a page that says so', async () => {
  const { app } = makeHarness()
  const answer = await app.inject({ url: '/t/no-such-text-00000000/pdf' })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    404,
    'text/html; charset=utf-8',
  ])
})
