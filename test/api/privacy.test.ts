/** No key and no content in the log (contracts/conventions/privacy.md). */
import type { ErrorCode } from '#contracts/errors/codes.ts'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import type { AppDeps } from '#query-api/routes/app.ts'
import { BASE, bearer, failing, KEY, makeHarness, SLUG, UNKNOWN_KEY } from './harness.ts'

const CANARY = 'canary'
const CANARIES = [
  KEY,
  KEY.slice(9, 39),
  UNKNOWN_KEY,
  SLUG,
  CANARY,
  Buffer.from(CANARY).toString('hex'),
  Buffer.from(CANARY).toString('base64').slice(0, 7),
  '203.0.113.99',
]
const LISTED = [
  'level',
  'time',
  'msg',
  'requestId',
  'method',
  'route',
  'status',
  'durationMs',
  'keyId',
  'code',
  'fault',
  'place',
]

const expectClean = (log: string): Record<string, unknown>[] => {
  for (const canary of CANARIES) expect(log.toLowerCase()).not.toContain(canary.toLowerCase())
  const lines = log.trim().split('\n')
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  for (const entry of entries) expect(LISTED).toEqual(expect.arrayContaining(Object.keys(entry)))
  return entries
}

const HEADERS = {
  ...bearer(),
  'idempotency-key': CANARY,
  'user-agent': CANARY,
  'x-request-id': CANARY,
  'request-id': CANARY,
  'x-forwarded-for': CANARY,
  cookie: `a=${CANARY}`,
  'if-none-match': `"${CANARY}"`,
}
const search = (payload: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  url: `${BASE}/search`,
  headers: { ...HEADERS, 'content-type': 'application/json', ...headers },
  payload: payload as object,
  remoteAddress: '203.0.113.99',
})
const get = (url: string, headers: Record<string, string> = {}) => ({
  method: 'GET' as const,
  url,
  headers: { ...HEADERS, ...headers },
  remoteAddress: '203.0.113.99',
})
const REQUESTS = [
  search({ text: CANARY }),
  get(`${BASE}/usage?${CANARY}=${CANARY}`),
  search({ text: CANARY, filters: { legalDomains: [CANARY] } }),
  search({ [CANARY]: CANARY }),
  search({ text: CANARY.repeat(200), filters: { jurisdictions: [CANARY] } }),
  search(`{"text": "${CANARY}`),
  search(`"${CANARY}`, { 'content-type': `text/${CANARY}` }),
  search(CANARY.repeat(50_000)),
  search({ text: CANARY }, { authorization: `Bearer ${CANARY}` }),
  search({ text: CANARY }, bearer(UNKNOWN_KEY)),
  get(`${BASE}/articles/${SLUG}`),
  get(`${BASE}/articles/${CANARY}`),
  get(`${BASE}/articles/%zz${CANARY}`),
  get(`/${CANARY}?key=${KEY}`),
  get(`/docs/?${CANARY}`, { host: `[${CANARY}` }),
  get('/health/ready'),
]

const runAll = async (changes: Partial<AppDeps> = {}) => {
  const harness = makeHarness(changes)
  for (const request of REQUESTS) await harness.app.inject(request)
  await harness.app.close()
  return harness.log()
}

test('the log has listed members only and nothing of the request', async () => {
  const entries = expectClean(await runAll())
  expect(entries).toHaveLength(REQUESTS.length)
  expect(entries[0]).toMatchObject({
    method: 'POST',
    route: `${BASE}/search`,
    status: 200,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    keyId: '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f0001',
  })
  expect(entries.map(({ status }) => status)).toEqual([
    200, 400, 400, 400, 400, 400, 400, 400, 401, 401, 200, 404, 404, 404, 400, 200,
  ])
})

const withCause = new Error(CANARY, { cause: new Error(CANARY) })
const ERRORS: readonly (readonly [string, unknown, object])[] = [
  [
    'an error',
    new Error(CANARY),
    { fault: 'unexpected', place: expect.stringMatching(/^[\w.-]+:\d+$/) },
  ],
  [
    'an error of many lines',
    new Error(`\n    at ${CANARY} (/a/${CANARY}.ts:1:1)\n`),
    { fault: 'unexpected' },
  ],
  ['an error with a cause and members', Object.assign(withCause, { query: CANARY }), {}],
  [
    'an error named after content',
    Object.assign(new Error(CANARY), { name: CANARY, code: CANARY }),
    {},
  ],
  [
    'a fault',
    new Fault('store-unavailable', CANARY, { cause: withCause, hint: CANARY }),
    { fault: 'store-unavailable' },
  ],
  [
    'a fault with an invalid code',
    new Fault(`${CANARY} ${CANARY}` as ErrorCode, CANARY),
    { fault: 'unexpected' },
  ],
  ['a string', CANARY, { fault: 'unexpected' }],
  ['nothing', undefined, {}],
]
for (const [name, thrown, expected] of ERRORS) {
  test(`${name} thrown inside is logged by code alone`, async () => {
    const fail = failing(thrown)
    const log = await runAll({
      search: fail,
      articles: { bySlug: fail, bySlugs: fail, byId: fail, position: fail },
      health: fail,
    })
    const failed = expectClean(log).find(({ status }) => status === 500)
    expect(failed).toMatchObject({ level: 50, code: 'internal_error', ...expected })
    const keys = expectClean(await runAll({ keys: { find: fail } }))
    expect(keys[0]).toMatchObject({ status: 500 })
  })
}

const exchange = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })

test('malformed HTTP gets our error body and is not logged', async () => {
  const { app, log } = makeHarness()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const malformed = [
    `GET /${CANARY} HTTP/9.9\r\n${CANARY}\r\n\r\n`,
    `${CANARY} ${KEY}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${CANARY.repeat(20_000)}\r\n\r\n`,
  ]
  for (const bytes of malformed) {
    const answer = await exchange(port, bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request/)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      error: 'validation_failed',
      details: [{ code: 'invalid_http' }],
    })
  }
  await app.close()
  expect(log()).toBe('')
})
