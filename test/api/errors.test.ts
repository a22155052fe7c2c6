/**
 * Every row of the table of errors (contracts/conventions/errors.md;
 * contracts/conventions/conflicts.md).
 */
import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import { ErrorBody } from '#contracts/http/error.ts'
import { BODY_BYTES_MAX } from '#query-api/routes/app.ts'
import { makeBaseLedger } from '../billing/base-ledger.ts'
import {
  BASE,
  bearer,
  failing,
  KEY,
  keyRecord,
  makeHarness,
  OTHER_KEY,
  PRINTED_POSITION,
  SLUG,
  UNKNOWN_KEY,
} from './harness.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

const search = (payload: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  url: `${BASE}/search`,
  headers: { ...bearer(), ...headers },
  payload: payload as object,
})
const get = (path: string, headers: Record<string, string> = {}) => ({
  method: 'GET' as const,
  url: `${BASE}${path}`,
  headers: { ...bearer(), ...headers },
})
const ARTICLE_ID = '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f0002'
const article = (slug: string, headers: Record<string, string> = bearer()) => ({
  method: 'GET' as const,
  url: `${BASE}/articles/${slug}`,
  headers,
})

type Answer = Awaited<ReturnType<ReturnType<typeof makeHarness>['app']['inject']>>
const expectProblem = (answer: Answer, status: number, code: string): ErrorBody => {
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['x-service-cost-usd']).toBe('0')
  expect(answer.headers['cache-control']).toBe('no-store')
  const body = ErrorBody.strict().parse(answer.json())
  expect(body).toMatchObject({
    error: code,
    message: expect.any(String),
    detail: expect.any(String),
  })
  return body
}

describe('400 validation_failed', () => {
  const CASES: readonly (readonly [string, InjectOptions, object])[] = [
    ['no body', search(undefined), { path: '', code: 'body_missing' }],
    ['an empty body', search('', JSON_TYPE), { path: '', code: 'body_missing' }],
    ['broken JSON', search('{"text": "a', JSON_TYPE), { path: '', code: 'invalid_json' }],
    [
      'a member that is given twice',
      search('{"text": "a", "text": "b"}', JSON_TYPE),
      { path: 'text', code: 'duplicate_member' },
    ],
    [
      'lists in lists without end',
      search(`${'['.repeat(33)}${']'.repeat(33)}`, JSON_TYPE),
      { path: '', code: 'too_deep' },
    ],
    ['a list', search([]), { path: '', code: 'invalid_type' }],
    ['null', search('null', JSON_TYPE), { path: '', code: 'body_missing' }],
    [
      'a body that is not UTF-8',
      search(Buffer.from([0x22, 0xff, 0x22]), JSON_TYPE),
      { code: 'invalid_encoding' },
    ],
    [
      'another media type',
      search('text=a', { 'content-type': 'application/x-www-form-urlencoded' }),
      { path: 'content-type', code: 'unsupported_media_type', allowed: ['application/json'] },
    ],
    [
      'plain text',
      search('{}', { 'content-type': 'text/plain' }),
      { code: 'unsupported_media_type' },
    ],
    [
      'a malformed media type',
      search('{}', { 'content-type': 'json' }),
      { code: 'unsupported_media_type' },
    ],
    [
      'a compressed body',
      search('{}', { ...JSON_TYPE, 'content-encoding': 'gzip' }),
      { path: 'content-encoding', code: 'unsupported_encoding' },
    ],
    [
      'a body that is too large',
      search({ text: 'a'.repeat(BODY_BYTES_MAX) }),
      { path: '', code: 'body_too_large' },
    ],
    ['a text too long', search({ text: 'a'.repeat(501) }), { path: 'text', code: 'too_big' }],
    ['a text of another type', search({ text: 7 }), { path: 'text', code: 'invalid_type' }],
    ['a limit of 0', search({ limit: 0 }), { path: 'limit', code: 'too_small' }],
    ['a limit of 101', search({ limit: 101 }), { path: 'limit', code: 'too_big' }],
    ['a limit with decimals', search({ limit: 1.5 }), { path: 'limit', code: 'invalid_type' }],
    ['an offset of 1001', search({ offset: 1_001 }), { path: 'offset', code: 'too_big' }],
    [
      'a mistyped member',
      search({ filter: {} }),
      { path: 'filter', code: 'unknown_member', closest: 'filters' },
    ],
    [
      'a mistyped filter',
      search({ filters: { jurisdiction: ['FR'] } }),
      { path: 'filters.jurisdiction', code: 'unknown_member', closest: 'jurisdictions' },
    ],
    [
      'a jurisdiction out of the list',
      search({ filters: { jurisdictions: ['fr'] } }),
      {
        path: 'filters.jurisdictions.0',
        code: 'invalid_value',
        allowed: ['FR', 'EU', 'LU', 'MC', 'AD'],
        closest: 'FR',
      },
    ],
    [
      'a colour out of the list',
      search({ filters: { statusFlags: ['grey'] } }),
      { path: 'filters.statusFlags.0', code: 'invalid_value', closest: 'gray' },
    ],
    [
      'too many jurisdictions',
      search({ filters: { jurisdictions: Array.from({ length: 11 }, () => 'FR') } }),
      { path: 'filters.jurisdictions', code: 'too_big' },
    ],
    [
      'a concept that is no UUID',
      search({ filters: { conceptIds: ['x'] } }),
      { path: 'filters.conceptIds.0', code: 'invalid_format' },
    ],
    [
      'a flag that is switched off',
      search({ filters: { inForce: false } }),
      { path: 'filters.inForce', code: 'invalid_value', message: 'must be true, or left out' },
    ],
    [
      'a missing member',
      { ...search({}), url: `${BASE}/rag` },
      {
        path: 'question',
        code: 'member_missing',
        message: 'missing; give a string (A question of law, in French, English or Catalan)',
      },
    ],
    [
      'a missing parameter',
      get('/suggest'),
      {
        path: 'q',
        code: 'parameter_missing',
        message: expect.stringMatching(/^missing; give a string \(What was typed so far; /),
      },
    ],
    [
      'a court without a docket number',
      get(`/articles?court=fr.ccass&id=${ARTICLE_ID}`),
      { path: 'court', code: 'docket_missing' },
    ],
    [
      'a version compared with itself',
      get(`/articles/${SLUG}/diff?from=1.0.0&to=1.0.0`),
      { path: 'to', code: 'same_version' },
    ],
    [
      'members of a form that has none',
      get(`/articles/${SLUG}?fields=title&format=html`),
      { path: 'fields', code: 'not_in_this_form' },
    ],
    [
      'a time that is none',
      get(`/articles/${SLUG}`, { 'accept-datetime': 'yesterday' }),
      { path: 'Accept-Datetime', code: 'invalid_date' },
    ],
    [
      'an invalid day',
      search({ filters: { dateFrom: '2024-02-30' } }),
      { path: 'filters.dateFrom', code: 'invalid_format' },
    ],
  ]
  for (const [name, request, detail] of CASES) {
    test(`${name} is answered with its fault`, async () => {
      const { app, searched } = makeHarness()
      const body = expectProblem(await app.inject(request), 400, 'validation_failed')
      expect(body.details?.[0]).toMatchObject(detail)
      expect(searched).toEqual([])
    })
  }
})

describe('401 unauthorized', () => {
  const revoked = keyRecord({ revokedAt: '2025-01-01T00:00:00.000Z' as never })
  const expired = keyRecord({ expiresAt: '2026-01-01T00:00:00.000Z' as never })
  const HEADERS: readonly (readonly [string, Record<string, string>])[] = [
    ['no key', {}],
    ['an empty header', { authorization: '' }],
    ['another scheme', { authorization: `Basic ${KEY}` }],
    ['a key without its scheme', { authorization: KEY }],
    ['a key with a wrong checksum', bearer(`${KEY.slice(0, -1)}_`)],
    ['an unknown key', bearer(UNKNOWN_KEY)],
    ['a revoked key', bearer()],
    ['an expired key', bearer(OTHER_KEY)],
  ]
  test('every missing or invalid key gets the same bytes', async () => {
    const harness = makeHarness()
    harness.keys.set(KEY, revoked)
    harness.keys.set(OTHER_KEY, expired)
    const bodies = new Set<string>()
    for (const [name, headers] of HEADERS) {
      const answer = await harness.app.inject(article(SLUG, headers))
      expectProblem(answer, 401, 'unauthorized')
      expect(answer.headers['www-authenticate'], name).toBe('Bearer')
      bodies.add(answer.body)
    }
    expect(bodies.size).toBe(1)
  })

  test('the key is checked before the body is read', async () => {
    const answer = await makeHarness().app.inject({
      method: 'POST',
      url: `${BASE}/search`,
      headers: JSON_TYPE,
      payload: '{broken',
    })
    expectProblem(answer, 401, 'unauthorized')
  })

  test('the scheme may be written in any case', async () => {
    const answer = await makeHarness().app.inject(
      article(SLUG, { authorization: `bEARER  ${KEY}` }),
    )
    expect(answer.statusCode).toBe(200)
  })
})

describe('403 insufficient_scope', () => {
  const SCOPED = [
    ['search:read', search({})],
    ['articles:read', article(SLUG)],
  ] as const
  for (const [scope, request] of SCOPED) {
    test(`a key without ${scope} is refused with the scope in the reason`, async () => {
      const harness = makeHarness()
      harness.keys.set(KEY, keyRecord({ scopes: ['mcp', 'ops:read'] }))
      const answer = await harness.app.inject(request)
      expect(expectProblem(answer, 403, 'insufficient_scope').reason).toBe(
        `requires scope ${scope}`,
      )
      expect(answer.headers['www-authenticate']).toBe(
        `Bearer error="insufficient_scope", scope="${scope}"`,
      )
    })
  }
})

describe('404 not_found', () => {
  const SLUGS = [
    'never-existed-00000000',
    'a'.repeat(600),
    'a'.repeat(601),
    'a'.repeat(8_000),
    'Not-A-Slug',
    'a%2Fb',
    '%00',
    '%F0%9D%94%B8',
    '',
  ]
  test('every slug that never existed gets the same bytes', async () => {
    const { app } = makeHarness()
    const answers = new Set<string>()
    for (const slug of SLUGS) {
      const answer = await app.inject(article(slug))
      expectProblem(answer, 404, 'not_found')
      expect(answer.headers['x-service-corpus-position']).toBe(PRINTED_POSITION)
      answers.add(answer.body)
    }
    expect(answers.size).toBe(1)
    expect([...answers][0]).not.toContain('never-existed')
  })

  test('a removed article gets the bytes of one that never existed', async () => {
    const harness = makeHarness()
    const never = await harness.app.inject(article('never-existed-00000000'))
    harness.articles.clear()
    const gone = await harness.app.inject(article(SLUG))
    expect(gone.body).toBe(never.body)
    const apart = ['ratelimit', 'date', 'x-request-id']
    const same = (answer: Answer) =>
      Object.entries(answer.headers).filter(([name]) => !apart.includes(name))
    expect(same(gone)).toEqual(same(never))
  })

  const NOWHERE = [
    ['POST', '/'],
    ['GET', '/nope'],
    ['GET', `${BASE}/nope`],
    ['GET', '/%zz'],
    ['GET', `${BASE}/articles/%E9`],
    ['HEAD', `${BASE}/nope`],
    ['PROPFIND', `${BASE}/search`],
    ['POST', `${BASE}/openapi.json`],
  ] as const
  for (const [method, url] of NOWHERE) {
    test(`${method} ${url} is not found`, async () => {
      const answer = await makeHarness().app.inject({ method: method as 'GET', url })
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['ratelimit']).toBe('"anon";r=29;t=60')
      if (method !== 'HEAD') expectProblem(answer, 404, 'not_found')
    })
  }
})

describe('503 search_unavailable', () => {
  for (const [code, retryAfter] of [
    ['search-index-missing', '10'],
    ['search-unavailable', '1'],
  ] as const) {
    test(`${code} is answered with the code alone, and costs nothing`, async () => {
      const words = 'words of an engine'
      const fault = new Fault(code, words, { retryAfterMs: Number(retryAfter) * 1_000 })
      const { app } = makeHarness({ search: failing(fault) })
      const answer = await app.inject(search({}))
      expectProblem(answer, 503, 'search_unavailable')
      expect(answer.json()).toMatchObject({ reason: code })
      expect(answer.headers['retry-after']).toBe(retryAfter)
      expect(answer.body).not.toContain(words)
    })
  }
})

describe('500 internal_error', () => {
  const SECRET = 'words of an engine'
  const FAULTS: readonly (readonly [string, Error])[] = [
    ['a fault', new Fault('store-unavailable', SECRET)],
    [
      'a fault that will pass',
      new Fault('index-behind', SECRET, { retryAfterMs: 5, hint: SECRET }),
    ],
    ['an error', new TypeError(SECRET)],
    [
      'an error with a status of its own',
      Object.assign(new Error(SECRET), { statusCode: 404, code: 'X' }),
    ],
  ]
  for (const [name, error] of FAULTS) {
    test(`${name} is answered without its message, with a retry after 30 s`, async () => {
      const fail = failing(error)
      const { app } = makeHarness({
        search: fail,
        articles: { bySlug: fail, bySlugs: fail, byId: fail, position: fail },
      })
      for (const request of [search({}), article(SLUG), article('Not-A-Slug')]) {
        const answer = await app.inject(request)
        expectProblem(answer, 500, 'internal_error')
        expect(answer.headers['retry-after']).toBe('30')
        expect(answer.body).not.toContain(SECRET)
      }
    })
  }

  test('so is an unreachable key store or limiter', async () => {
    const fail = failing(new Error(SECRET))
    const changes = [{ keys: { find: fail } }, { limiter: { take: fail } }]
    for (const change of changes) {
      const answer = await makeHarness(change).app.inject(article(SLUG))
      expectProblem(answer, 500, 'internal_error')
      expect(answer.body).not.toContain(SECRET)
    }
  })

  test('so is a failing ledger: nothing is served without a charge', async () => {
    const fail = failing(new Error(SECRET))
    const ledger = { ...makeBaseLedger(), reserve: fail }
    const { app } = makeHarness({ ledger })
    for (const request of [search({}), article(SLUG)]) {
      const answer = await app.inject(request)
      expectProblem(answer, 500, 'internal_error')
      expect(answer.headers['etag']).toBeUndefined()
    }
  })
})
