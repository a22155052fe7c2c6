/** What is refused before a price is held back, with a stable code and a hint. */
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ErrorBody } from '#contracts/http/error.ts'
import { makeBaseLedger } from '../billing/base-ledger.ts'
import { BASE, bearer, failing, makeHarness, OTHER_KEY, SLUG } from './harness.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** An app whose ledger counts reservations. */
const counted = () => {
  let reservations = 0
  const base = makeBaseLedger()
  const ledger: typeof base = {
    ...base,
    reserve: (call) => {
      reservations += 1
      return base.reserve(call)
    },
  }
  return { ...makeHarness({ ledger }), reservations: () => reservations }
}

const post = (path: string, payload: object, query = '') => ({
  method: 'POST' as const,
  url: `${BASE}${path}${query}`,
  headers: bearer(),
  payload,
})
const get = (path: string) => ({ method: 'GET' as const, url: `${BASE}${path}`, headers: bearer() })

const QUESTION = 'Quel est le délai de prescription ?'
const CASES: readonly (readonly [
  string,
  ReturnType<typeof post> | ReturnType<typeof get>,
  object,
])[] = [
  [
    'a version as a parameter',
    get(`/articles/${SLUG}?version=1.0.0`),
    { path: 'version', code: 'unknown_parameter', allowed: ['asOf', 'fields', 'format'] },
  ],
  [
    'a parameter beside a search',
    post('/search', { text: 'bail' }, '?limit=5'),
    { path: 'limit', code: 'unknown_parameter', allowed: [] },
  ],
  [
    'a parameter beside a question',
    post('/rag', { question: QUESTION }, '?asOf=1800-01-01'),
    { path: 'asOf', code: 'unknown_parameter' },
  ],
  [
    'a parameter beside a claim',
    post('/verify', { claim: 'x' }, '?threshold=1'),
    { path: 'threshold', code: 'unknown_parameter' },
  ],
  [
    'a mistyped parameter of a free operation',
    get('/usage?mnoth=2026-01'),
    { path: 'mnoth', code: 'unknown_parameter', allowed: ['month'], closest: 'month' },
  ],
  ['a parameter given twice', get('/usage?month=2026-01&month=2026-02'), { path: 'month' }],
  ['a parameter of the coverage', get('/coverage?court=fr.ca'), { path: 'court' }],
  [
    'a first day after the last one',
    post('/search', { filters: { dateFrom: '2024-02-02', dateTo: '2024-02-01' } }),
    { path: 'filters.dateFrom', code: 'dates_reversed' },
  ],
  [
    'the same in a question',
    post('/rag', {
      question: QUESTION,
      filters: { dateFrom: '2024-02-02', dateTo: '2024-02-01' },
    }),
    { path: 'filters.dateFrom', code: 'dates_reversed' },
  ],
  [
    'two days of law',
    post('/rag', {
      question: QUESTION,
      asOf: '2020-01-01',
      filters: { asOf: '2021-01-01' },
    }),
    { path: 'filters.asOf', code: 'contradiction' },
  ],
  [
    'a language that is none',
    post('/rag', { question: QUESTION, language: '!!' }),
    { path: 'language', code: 'invalid_format' },
  ],
  [
    'a court level that is none',
    post('/search', { filters: { courtLevels: ['suprem'] } }),
    { path: 'filters.courtLevels.0', code: 'invalid_value', closest: 'supreme' },
  ],
  [
    'a field of law that is none',
    post('/search', { filters: { legalDomains: ['civl'] } }),
    { path: 'filters.legalDomains.0', code: 'invalid_value', closest: 'civil' },
  ],
  [
    'a rule type, a genre and a treatment that are none',
    post('/search', {
      filters: { legalRuleTypes: ['x'], doctrineSubtypes: ['x'], treatmentTypes: ['x'] },
    }),
    { path: 'filters.legalRuleTypes.0', code: 'invalid_value' },
  ],
  [
    'U+0000 in a text',
    post('/search', { text: 'bail\0' }),
    { path: 'text', code: 'invalid_character' },
  ],
  [
    'half of a surrogate pair',
    post('/verify', { claim: 'a\ud800' }),
    { path: 'claim', code: 'invalid_character' },
  ],
]

test.each(CASES)('%s is refused before a price is held back', async (_, request, detail) => {
  const { app, searched, reservations } = counted()
  const answer = await app.inject(request)
  expect(answer.statusCode).toBe(400)
  const body = ErrorBody.strict().parse(answer.json())
  expect(body.error).toBe('validation_failed')
  expect(body.details?.[0]).toMatchObject(detail)
  expect(answer.headers['x-service-cost-usd']).toBe('0')
  expect([reservations(), searched]).toEqual([0, []])
})

test('a malformed idempotency key is refused where the answer would be free, too', async () => {
  const { app } = makeHarness()
  const headers = { ...bearer(), 'if-none-match': '*', 'idempotency-key': ' é' }
  const answer = await app.inject({ url: `${BASE}/articles/${SLUG}`, headers })
  expect(answer.statusCode).toBe(400)
})

test('the same day of law twice is no contradiction', async () => {
  const asked: unknown[] = []
  const { app } = makeHarness({
    answer: async (request) => {
      asked.push(request.filters.asOf)
      throw new Error('enough')
    },
  })
  await app.inject(
    post('/rag', { question: QUESTION, asOf: '2020-01-01', filters: { asOf: '2020-01-01' } }),
  )
  expect(asked).toEqual(['2020-01-01'])
})

test.each(['fr', 'fr-LU', 'ca-valencia', 'zh-Hant-TW', 'de-DE-u-co-phonebk', 'en-x-law'])(
  'the language %s is one',
  async (language) => {
    const { app } = makeHarness({ answer: failing(new Error('enough')) })
    const answer = await app.inject(post('/rag', { question: QUESTION, language }))
    expect(answer.statusCode).toBe(500)
  },
)

describe('methods', () => {
  const PATHS = [
    ['/search', 'POST'],
    [`/articles/${SLUG}`, 'GET, HEAD'],
    ['/usage', 'GET, HEAD'],
    ['/mcp', 'POST'],
  ] as const
  test.each(PATHS)('another method of %s is 405 with what it takes', async (path, allowed) => {
    const { app } = makeHarness()
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'] as const) {
      const answer = await app.inject({ method: method as 'PUT', url: `${BASE}${path}` })
      expect([method, answer.statusCode, answer.headers['allow']]).toEqual([method, 405, allowed])
      expect(answer.json()).toMatchObject({ error: 'method_not_allowed' })
      expect(answer.headers['x-service-cost-usd']).toBe('0')
    }
  })

  test.each(['/', '/docs', `${BASE}/nope`, '/account/keys', '/health/ready'])(
    'QUERY %s without a content type is no fault of ours',
    async (url) => {
      const { app } = makeHarness()
      const answer = await app.inject({ method: 'QUERY' as 'GET', url })
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ error: 'not_found' })
    },
  )
})

describe('request ids', () => {
  test('every answer has its own, also a refused one', async () => {
    const { app, log } = makeHarness()
    const requests = [
      post('/search', {}),
      post('/search', { text: 1 }),
      get('/nope'),
      get('/articles/none'),
      { method: 'GET' as const, url: `${BASE}/usage` },
      { method: 'GET' as const, url: '/health/live' },
      { method: 'DELETE' as const, url: `${BASE}/search` },
    ]
    const ids = new Set<unknown>()
    for (const request of requests) {
      const id = (await app.inject(request)).headers['x-request-id']
      expect(id).toMatch(UUID)
      expect(log()).toContain(`"requestId":"${String(id)}"`)
      ids.add(id)
    }
    expect(ids.size).toBe(requests.length)
  })

  test('so has a fault of ours', async () => {
    const { app } = makeHarness({ limiter: { take: failing(new Error('no limiter')) } })
    const answer = await app.inject(post('/search', {}))
    expect(answer.statusCode).toBe(500)
    expect(answer.headers['x-request-id']).toMatch(UUID)
  })
})

/** Sends bytes to a listening app and reads what comes back. */
const exchange = async (lines: readonly string[]): Promise<string> => {
  const { app } = makeHarness()
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let answer = ''
  const socket = connect(port, '127.0.0.1')
    .setEncoding('utf8')
    .on('data', (text: string) => (answer += text))
    .on('end', () => resolve(answer))
    .on('error', reject)
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  return promise
}
const { authorization } = bearer()
const READ = `GET ${BASE}/articles/${SLUG} HTTP/1.1`
const MESSAGES: readonly (readonly [string, readonly string[], number, object])[] = [
  [
    'two keys',
    [READ, 'Host: a', `Authorization: ${authorization}`, `Authorization: Bearer ${OTHER_KEY}`],
    400,
    { path: 'authorization', code: 'duplicate_header' },
  ],
  [
    'two idempotency keys',
    [
      READ,
      'Host: a',
      `Authorization: ${authorization}`,
      'Idempotency-Key: a',
      'idempotency-key: b',
    ],
    400,
    { path: 'idempotency-key', code: 'duplicate_header' },
  ],
  ['two hosts', ['GET /health/live HTTP/1.1', 'Host: a', 'Host: b'], 400, { path: 'host' }],
  ['no host', ['GET /health/live HTTP/1.1'], 400, { path: 'host', code: 'header_missing' }],
  [
    'an unknown expectation',
    ['GET /health/live HTTP/1.1', 'Host: a', 'Expect: banana'],
    417,
    { path: 'expect', code: 'unsupported_expectation' },
  ],
  ['no HTTP', ['what is this'], 400, { code: 'invalid_http' }],
]

test.each(MESSAGES)('%s is refused with a body', async (_, lines, status, detail) => {
  const answer = await exchange(lines)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toMatch(/^x-request-id: [0-9a-f-]{36}$/im)
  expect(head).toMatch(/^x-service-cost-usd: 0$/im)
  const parsed = ErrorBody.strict().parse(JSON.parse(body))
  expect(parsed).toMatchObject({ error: 'validation_failed', details: [detail] })
})

test('an expected 100-continue is kept', async () => {
  const answer = await exchange(['GET /health/live HTTP/1.1', 'Host: a', 'Expect: 100-continue'])
  expect(answer).toContain('{"live":true}')
})
