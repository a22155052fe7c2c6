/**
 * Versions, wordings of a day and differences over HTTP
 * (contracts/conventions/versions-over-http.md).
 */
import { describe, expect, test } from 'vitest'
import { recomputeFromResponse } from '#contracts/canonical/article.ts'
import { Article } from '#contracts/http/article.ts'
import type { ErrorBody } from '#contracts/http/error.ts'
import { VersionDiff, VersionsResponse } from '#contracts/http/versions.ts'
import { compareWordings } from '#query-api/versions/diff.ts'
import { unpublished } from '../../../test/contract/read-models.fixtures.ts'
import { BASE, bearer, makeHarness } from '../../../test/api/harness.ts'
import { FIRST, makeVersionsDouble, SECOND } from '../../../test/api/versions-double.ts'

const open = (double = makeVersionsDouble()) => {
  const harness = makeHarness({ versions: double.versions, compareWordings })
  if (double.stored !== null) harness.articles.set(double.slug, double.stored)
  const get = (path: string, headers: Record<string, string> = {}) =>
    harness.app.inject({
      method: 'GET',
      url: `${BASE}/articles/${double.slug}${path}`,
      headers: { ...bearer(), host: 'law.example', ...headers },
    })
  return { get, double }
}

describe('GET /articles/{slug}/versions', () => {
  test('lists every version with reasons, days in force, time and place in the log', async () => {
    const answer = await open().get('/versions')
    const { current, versions } = VersionsResponse.parse(answer.json())
    expect(current).toBe('3.0.0')
    expect(versions.map(({ version }) => version)).toEqual(['1.0.0', '2.0.0', '3.0.0'])
    expect(versions[1]).toMatchObject({
      bump: 'major',
      reasons: ['contentClean changed.'],
      recordedAt: '2026-01-01T00:00:04.000Z',
      position: '000000000000004',
      inForce: [{ validFrom: '2020-01-01', validTo: '2021-12-31' }],
      current: false,
      readable: true,
    })
    expect(answer.headers['x-service-cost-usd']).toBe('0.015')
  })

  test('says so where a wording is no longer kept', async () => {
    const double = makeVersionsDouble()
    double.forget(FIRST.contentClean)
    const { versions } = VersionsResponse.parse((await open(double).get('/versions')).json())
    expect(versions.map(({ readable }) => readable)).toEqual([false, true, true])
  })

  test('answers for a text that is not public as for one that never was', async () => {
    const double = makeVersionsDouble((events) => [...events, unpublished])
    const { get } = open(double)
    const never = await makeHarness().app.inject({
      url: `${BASE}/articles/nowhere`,
      headers: bearer(),
    })
    for (const path of [
      '/versions',
      '/versions/1.0.0',
      '/timemap',
      '?asOf=2020-05-01',
      '/diff?from=1.0.0&to=2.0.0',
    ]) {
      const answer = await get(path)
      expect([answer.statusCode, answer.body], path).toEqual([404, never.body])
      expect(answer.headers['x-service-cost-usd']).toBe('0')
    }
  })
})

describe('GET /articles/{slug}/versions/{version}', () => {
  test('gives each version with its own words and a hash that can be computed again', async () => {
    const { get } = open()
    for (const [version, words] of [
      ['1.0.0', FIRST.contentClean],
      ['2.0.0', SECOND.contentClean],
      ['3.0.0', 'Le loyer est libre.'],
    ] as const) {
      const answer = await get(`/versions/${version}`)
      const article = Article.strict().parse(answer.json())
      expect([article.version, article.contentClean]).toEqual([version, words])
      expect(recomputeFromResponse(answer.json())).toMatchObject({
        sha256Hash: article.sha256Hash,
        stated: article.sha256Hash,
      })
      expect(answer.headers).toMatchObject({
        'x-service-article-hash': article.sha256Hash,
        'x-service-cost-usd': '0.06',
      })
    }
  })

  test('gives the current version byte for byte as the article itself', async () => {
    const { get } = open()
    const [article, version] = [await get(''), await get('/versions/3.0.0')]
    expect(version.body).toBe(article.body)
    expect(version.headers['etag']).toBe(article.headers['etag'])
  })

  test('has the flags of its time', async () => {
    const { get } = open()
    const flags = async (version: string) =>
      Article.parse((await get(`/versions/${version}`)).json()).integrityFlags.length
    expect([await flags('1.0.0'), await flags('2.0.0'), await flags('3.0.0')]).toEqual([1, 0, 0])
  })

  test('confirms a copy without a charge', async () => {
    const { get } = open()
    const { headers } = await get('/versions/1.0.0')
    const again = await get('/versions/1.0.0', { 'if-none-match': String(headers['etag']) })
    expect([again.statusCode, again.headers['x-service-cost-usd']]).toEqual([304, '0'])
  })

  test('names the versions there are where one is not, and what a version looks like', async () => {
    const { get } = open()
    const missing = await get('/versions/3.0.1')
    expect(missing.statusCode).toBe(404)
    expect(missing.json<ErrorBody>()).toMatchObject({
      error: 'not_found',
      reason: 'version_unknown',
      details: [{ path: 'version', allowed: ['1.0.0', '2.0.0', '3.0.0'], closest: '3.0.0' }],
    })
    for (const [version, closest] of [
      ['9.0.0', '3.0.0'],
      ['0.9.0', '1.0.0'],
      ['2.7.0', '2.0.0'],
      ['10.0.0', '3.0.0'],
    ])
      expect((await get(`/versions/${version}`)).json<ErrorBody>().details?.[0]).toMatchObject({
        closest,
      })
    const malformed = await get('/versions/latest')
    expect([malformed.statusCode, malformed.json<ErrorBody>().error]).toEqual([
      400,
      'validation_failed',
    ])
  })
})

describe('GET /articles/{slug}?asOf=', () => {
  test('gives the wording in force on the day, with the days around it', async () => {
    const { get } = open()
    for (const [day, version, validity] of [
      ['1804-03-21', '1.0.0', { validFrom: null, validTo: '2019-12-31' }],
      ['2020-01-01', '2.0.0', { validFrom: '2020-01-01', validTo: '2021-12-31' }],
      ['2021-12-31', '2.0.0', { validFrom: '2020-01-01', validTo: '2021-12-31' }],
      ['2030-01-01', '3.0.0', { validFrom: '2023-01-01', validTo: null }],
    ] as const) {
      const article = Article.strict().parse((await get(`?asOf=${day}`)).json())
      expect([article.version, article.validity], day).toEqual([version, validity])
    }
  })

  test('never takes a neighbouring wording for a day without one', async () => {
    const answer = await open().get('?asOf=2022-06-01')
    expect(answer.statusCode).toBe(404)
    expect(answer.json<ErrorBody>()).toMatchObject({
      reason: 'no_wording_on_day',
      held: [
        { version: '1.0.0', validFrom: null, validTo: '2019-12-31' },
        { version: '2.0.0', validFrom: '2020-01-01', validTo: '2021-12-31' },
        { version: '3.0.0', validFrom: '2023-01-01', validTo: null },
      ],
    })
    expect(answer.headers['x-service-cost-usd']).toBe('0')
  })

  test('refuses a day that does not exist', async () => {
    for (const day of ['2021-02-30', '2021-13-01', '21-01-01', 'today', '']) {
      const answer = await open().get(`?asOf=${day}`)
      expect([answer.statusCode, answer.json<ErrorBody>().details?.[0]?.path], day).toEqual([
        400,
        'asOf',
      ])
    }
  })
})

const diff = async (from: string, to: string) =>
  VersionDiff.parse((await open().get(`/diff?from=${from}&to=${to}`)).json())

describe('GET /articles/{slug}/diff', () => {
  test('gives the words that differ, with their places in code points', async () => {
    const { content, identical, members } = await diff('1.0.0', '2.0.0')
    expect(identical).toBe(false)
    expect(content).toHaveLength(1)
    const [change] = content
    expect([change?.kind, change?.from.text, change?.to.text]).toEqual([
      'replaced',
      'mois.',
      'trimestre par le preneur.',
    ])
    for (const [side, text] of [
      [change?.from, FIRST.contentClean],
      [change?.to, SECOND.contentClean],
    ] as const) {
      const { start = 0, end = 0 } = side?.span.codePoint ?? {}
      expect([...text].slice(start, end).join('')).toBe(side?.text)
      expect(text.slice(side?.span.utf16.start, side?.span.utf16.end)).toBe(side?.text)
    }
    expect(members.map(({ member }) => member)).toEqual([
      'concepts',
      'validity.validFrom',
      'validity.validTo',
    ])
  })

  test('gives titles and headnotes, in either direction', async () => {
    const forth = await diff('2.0.0', '3.0.0')
    expect(forth.members).toContainEqual({
      member: 'title',
      from: 'Article 1',
      to: 'Article premier',
    })
    expect(forth.headnotes).toMatchObject([{ sequence: 1, change: 'added' }])
    expect((await diff('3.0.0', '2.0.0')).headnotes).toMatchObject([{ change: 'removed' }])
  })

  test('refuses equal versions, missing ones and ones that do not exist', async () => {
    const { get } = open()
    for (const [query, status, path] of [
      ['from=1.0.0&to=1.0.0', 400, 'to'],
      ['from=1.0.0', 400, 'to'],
      ['from=1&to=2.0.0', 400, 'from'],
      ['from=1.0.0&to=9.0.0', 404, 'to'],
      ['from=0.1.0&to=2.0.0', 404, 'from'],
    ] as const) {
      const answer = await get(`/diff?${query}`)
      const { details } = answer.json<ErrorBody>()
      expect([answer.statusCode, details?.[0]?.path], query).toEqual([status, path])
      expect(answer.headers['x-service-cost-usd']).toBe('0')
    }
    const unknown = await get('/diff?from=1.0.0&to=9.0.0')
    expect(unknown.json<ErrorBody>().details?.[0]?.allowed).toEqual(['1.0.0', '2.0.0', '3.0.0'])
  })
})

describe('versions by the time of their record (RFC 7089)', () => {
  test('the TimeMap names every version with its time, for nothing', async () => {
    const answer = await open().get('/timemap')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/link-format',
      'x-service-cost-usd': '0',
    })
    const at = `http://law.example/api/v1/articles/slug-bail`
    expect(answer.body.split(',\n')).toEqual([
      `<${at}>; rel="original timegate"`,
      `<${at}/timemap>; rel="self"; type="application/link-format"; from="Thu, 01 Jan 2026 00:00:01 GMT"; until="Thu, 01 Jan 2026 00:00:07 GMT"`,
      `<${at}/versions/1.0.0>; rel="first memento"; datetime="Thu, 01 Jan 2026 00:00:01 GMT"`,
      `<${at}/versions/2.0.0>; rel="memento"; datetime="Thu, 01 Jan 2026 00:00:04 GMT"`,
      `<${at}/versions/3.0.0>; rel="last memento"; datetime="Thu, 01 Jan 2026 00:00:07 GMT"`,
    ])
  })

  test('Accept-Datetime leads to the version that was served then, whatever was in force', async () => {
    const { get } = open()
    for (const [time, version] of [
      ['Mon, 01 Jan 1990 00:00:00 GMT', '1.0.0'],
      ['Thu, 01 Jan 2026 00:00:03 GMT', '1.0.0'],
      ['Thu, 01 Jan 2026 00:00:05 GMT', '2.0.0'],
      ['Fri, 01 Jan 2027 00:00:00 GMT', '3.0.0'],
    ] as const) {
      const answer = await get('', { 'accept-datetime': time })
      expect(answer.statusCode).toBe(302)
      expect(answer.headers).toMatchObject({
        location: `http://law.example/api/v1/articles/slug-bail/versions/${version}`,
        vary: 'Origin, Accept, Accept-Datetime',
        'x-service-cost-usd': '0',
        'x-service-corpus-position': (await get('')).headers['x-service-corpus-position'],
      })
    }
  })

  test('Accept-Datetime for a text that is not there says up to where the log was read', async () => {
    const time = { 'accept-datetime': 'Thu, 01 Jan 2026 00:00:05 GMT' }
    for (const end of ['-of-nobody', '%20']) {
      const answer = await open().get(end, time)
      expect([answer.statusCode, answer.headers['x-service-corpus-position']], end).toEqual([
        404,
        expect.stringMatching(/^\d{15}$/),
      ])
    }
  })

  test('Accept-Datetime keeps the fields that are asked for', async () => {
    const { get } = open()
    const time = 'Thu, 01 Jan 2026 00:00:05 GMT'
    const { headers } = await get('?fields=title,version', { 'accept-datetime': time })
    expect(headers.location).toMatch(/\/versions\/2\.0\.0\?fields=title,version$/u)
    const answer = await get('/versions/2.0.0?fields=title,version')
    expect(Object.keys(answer.json())).toEqual(['slug', 'title', 'version', 'sha256Hash'])
  })

  test('a version says when it was recorded', async () => {
    const { headers } = await open().get('/versions/2.0.0')
    expect(headers['memento-datetime']).toBe('Thu, 01 Jan 2026 00:00:04 GMT')
    expect(headers['link']).toContain('rel="original timegate"')
  })

  test.each(['', '?asOf=2026-01-02'])('a time that is none is refused at %j', async (query) => {
    const { get } = open()
    for (const time of ['2026-01-01', 'Mon, 30 Feb 2026 00:00:00 GMT', 'yesterday', '']) {
      const answer = await get(query, { 'accept-datetime': time })
      expect([answer.statusCode, answer.json<ErrorBody>().details?.[0]?.path], time).toEqual([
        400,
        'Accept-Datetime',
      ])
    }
  })
})
