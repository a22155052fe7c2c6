/** Every request is served or refused; none breaks the service. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ErrorBody } from '#contracts/http/error.ts'
import { SearchRequest } from '#contracts/http/search.ts'
import { BASE, bearer, makeHarness } from './harness.ts'

const RUNS = 300
const limits = { anonymous: 1_000_000, rest: 1_000_000, mcp: 1, mcpFirm: 1 }

const member = fc.oneof(
  fc.constantFrom(...Object.keys(SearchRequest.shape), '__proto__', 'constructor', 'filter'),
  fc.string({ unit: 'binary' }),
)
const filters = fc.dictionary(
  fc.constantFrom('jurisdictions', 'statusFlags', 'conceptIds', 'dateFrom', 'asOf', 'legalDomain'),
  fc.oneof(
    fc.array(fc.oneof(fc.constantFrom('FR', 'red', ''), fc.string(), fc.jsonValue())),
    fc.jsonValue(),
  ),
)
const body = fc.dictionary(member, fc.oneof(fc.jsonValue(), filters, fc.string({ unit: 'binary' })))

const expectServedOrRefused = (answer: { statusCode: number; body: string }): void => {
  expect([200, 400]).toContain(answer.statusCode)
  if (answer.statusCode === 200) return
  const { error, details } = ErrorBody.parse(JSON.parse(answer.body))
  expect(error).toBe('validation_failed')
  expect(details?.length).toBeGreaterThan(0)
}

const post = (payload: string | Buffer, contentType = 'application/json') => ({
  method: 'POST' as const,
  url: `${BASE}/search`,
  headers: { ...bearer(), 'content-type': contentType },
  payload,
})

test('any JSON as a body is served or refused with details', async () => {
  const { app, searched } = makeHarness({ limits })
  const property = fc.asyncProperty(fc.oneof(body, fc.jsonValue()), async (value) => {
    expectServedOrRefused(await app.inject(post(JSON.stringify(value))))
  })
  await fc.assert(property, { numRuns: RUNS })
  for (const request of searched) expect(SearchRequest.safeParse(request).success).toBe(true)
})

test('any bytes as a body, under any media type, are refused', async () => {
  const { app } = makeHarness({ limits })
  const property = fc.asyncProperty(
    fc.uint8Array({ maxLength: 200 }),
    fc.constantFrom('application/json', 'text/plain', 'application/json;charset=utf-16', 'a/b;c'),
    async (bytes, type) => {
      expectServedOrRefused(await app.inject(post(Buffer.from(bytes), type)))
    },
  )
  await fc.assert(property, { numRuns: RUNS })
})

test('nesting as deep as a body can be is refused', async () => {
  const { app } = makeHarness({ limits })
  for (const [open, close] of [
    ['[', ']'],
    ['{"filters":', '}'],
  ] as const) {
    const depth = Math.floor(100_000 / (open.length + close.length))
    const payload = `{"text":${open.repeat(depth)}1${close.repeat(depth)}}`
    expect((await app.inject(post(payload))).statusCode).toBe(400)
  }
})

test('any path, header and address is served or refused', async () => {
  const { app } = makeHarness({ limits, trustProxy: 'true' })
  const header = fc.string({ unit: fc.constantFrom(...'aZ09 ",;:=/*W-[]<>%.') })
  const property = fc.asyncProperty(
    fc.oneof(
      fc.webPath({ size: 'medium' }),
      fc.string().map((text) => `/${encodeURIComponent(text)}`),
    ),
    fc.constantFrom('', BASE, `${BASE}/articles`, '/docs'),
    fc.record({
      authorization: header,
      'if-none-match': header,
      'if-modified-since': header,
      'x-forwarded-for': header,
      host: header,
    }),
    async (path, prefix, headers) => {
      const key = headers.authorization.length % 2 === 0 ? bearer() : {}
      const url = `${prefix}/${path}`
      const answer = await app.inject({ url, headers: { ...headers, ...key } })
      expect(answer.statusCode, `${url} ${JSON.stringify(headers)}`).toBeLessThan(500)
    },
  )
  await fc.assert(property, { numRuns: RUNS })
})
