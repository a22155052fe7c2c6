/** `GET /scan` and `POST /search/why-not` at the edge (contracts/conventions/search.md). */
import { expect, test } from 'vitest'
import type { Scan } from '../../scan/scan.ts'
import { BASE, bearer, makeHarness, POSITION, PRINTED_POSITION } from '../../../test/api/harness.ts'

const asked: Parameters<Scan>[0][] = []
const scanning = () => {
  asked.length = 0
  return makeHarness({
    scan: async (request) => {
      asked.push(request)
      const response = { rows: [], next: null, position: PRINTED_POSITION }
      return { response, position: POSITION }
    },
  })
}
const get = (url: string) => ({ url: `${BASE}${url}`, headers: bearer() })

test('a scan takes lists with commas, and costs as a search', async () => {
  const { app } = scanning()
  const answer = await app.inject(get('/scan?jurisdictions=FR,LU&dateFrom=2020-01-01&limit=7'))
  expect(answer.statusCode).toBe(200)
  expect(asked).toEqual([
    {
      after: undefined,
      limit: 7,
      filters: { jurisdictions: ['FR', 'LU'], dateFrom: '2020-01-01' },
    },
  ])
  expect(answer.headers).toMatchObject({
    'x-service-cost-usd': '0.015',
    'x-service-corpus-position': PRINTED_POSITION,
  })
})

test.each([
  ['jurisdictions=FX', 'invalid_value'],
  ['dateFrom=2021-01-01&dateTo=2020-01-01', 'dates_reversed'],
  ['dateFrom=2021-02-30', 'invalid_format'],
  ['after=x', 'invalid_cursor'],
  ['limit=101', 'too_big'],
  ['statusFlag=red', 'unknown_parameter'],
  ['statusFlags=rad', 'invalid_value'],
  ['inForce=yes', 'invalid_value'],
  ['inForce=false', 'invalid_value'],
])('a scan refuses %s free of charge', async (query, code) => {
  const { app } = scanning()
  const answer = await app.inject(get(`/scan?${query}`))
  expect(answer.statusCode).toBe(400)
  expect(answer.json().details[0].code).toBe(code)
  expect(answer.headers['x-service-cost-usd']).toBe('0')
  expect(asked).toEqual([])
})

test('why-not of a text that is not public is a 404 that costs nothing', async () => {
  const { app } = makeHarness({ whyNot: async () => null })
  const answer = await app.inject({
    method: 'POST',
    url: `${BASE}/search/why-not`,
    headers: bearer(),
    payload: { request: { text: 'bail' }, slug: 'nothing' },
  })
  expect(answer.statusCode).toBe(404)
  expect(answer.json().error).toBe('not_found')
  expect(answer.headers['x-service-cost-usd']).toBe('0')
})

test('why-not ends when its client leaves', async () => {
  const signals: (AbortSignal | undefined)[] = []
  const { app } = makeHarness({
    whyNot: async (_, signal) => {
      signals.push(signal)
      return null
    },
  })
  await app.inject({
    method: 'POST',
    url: `${BASE}/search/why-not`,
    headers: bearer(),
    payload: { request: { text: 'bail' }, slug: 'nothing' },
  })
  expect(signals).toEqual([expect.any(AbortSignal)])
})

test('why-not says what is wrong with the request that it is asked about', async () => {
  const { app } = makeHarness({ whyNot: async () => null })
  const answer = await app.inject({
    method: 'POST',
    url: `${BASE}/search/why-not`,
    headers: bearer(),
    payload: { request: { fields: ['titel'] }, slug: 'nothing' },
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().details[0]).toMatchObject({ path: 'request.fields.0', closest: 'title' })
})
