/** `GET /export` at the edge (contracts/conventions/export.md). */
import { expect, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import type { Export } from '../../export/export.ts'
import { BASE, bearer, makeHarness, POSITION, PRINTED_POSITION } from '../../../test/api/harness.ts'

async function* piecesOf(texts: number): AsyncGenerator<Buffer, void, void> {
  for (let text = 0; text < texts; text += 1) yield Buffer.from(`{"id":"${text}"}\n`)
  yield Buffer.from('{"export":{}}\n')
}

const exporting = (units = 3, open?: Awaited<ReturnType<Export>>['open']) => {
  const asked: Parameters<Export>[0][] = []
  const harness = makeHarness({
    exportPart: async (request) => {
      asked.push(request)
      return { position: POSITION, units, open: open ?? (async (given) => piecesOf(given)) }
    },
  })
  const get = (query: string, method: 'GET' | 'HEAD' = 'GET') =>
    harness.app.inject({ method, url: `${BASE}/export${query}`, headers: bearer() })
  return { asked, get }
}

test('each text of a part costs as an article', async () => {
  const { asked, get } = exporting()
  const answer = await get('?jurisdictions=FR,LU&limit=7')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'x-service-cost-usd': '0.18',
    'x-service-corpus-position': PRINTED_POSITION,
    'cache-control': 'private, no-store',
  })
  expect(answer.body.split('\n')).toHaveLength(5)
  expect(asked).toEqual([
    { format: 'jsonl', after: undefined, limit: 7, filters: { jurisdictions: ['FR', 'LU'] } },
  ])
})

test('a part without texts costs nothing, and says what a whole one says', async () => {
  const answer = await exporting(0).get('?format=parquet')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.apache.parquet',
    'x-service-cost-usd': '0',
  })
  expect(answer.headers['x-service-usage-id']).toBeUndefined()
})

test('a store that is away is found before anything is charged', async () => {
  const { get } = exporting(3, () => Promise.reject(new Fault('store-unavailable', 'away')))
  const answer = await get('')
  expect(answer.statusCode).toBeGreaterThanOrEqual(500)
  expect(answer.headers['x-service-cost-usd']).toBe('0')
})

test('a HEAD costs nothing and reads nothing', async () => {
  const { asked, get } = exporting()
  const answer = await get('', 'HEAD')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['x-service-cost-usd']).toBe('0')
  expect(asked).toEqual([])
})

test.each([
  ['?format=csv', 'invalid_value'],
  ['?limit=1001', 'too_big'],
  ['?limit=0', 'too_small'],
  ['?after=x', 'invalid_cursor'],
  ['?dateFrom=2021-01-01&dateTo=2020-01-01', 'dates_reversed'],
  ['?inForce=true', 'unknown_parameter'],
  ['?statusFlags=rad', 'invalid_value'],
])('an export refuses %s free of charge', async (query, code) => {
  const { asked, get } = exporting()
  const answer = await get(query)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().details[0].code).toBe(code)
  expect(answer.headers['x-service-cost-usd']).toBe('0')
  expect(asked).toEqual([])
})

test('a client that leaves ends the reading, and a slow one holds it back', async () => {
  const PIECE = Buffer.alloc(256 * 1024)
  const PIECES = 10_000
  const ended = Promise.withResolvers<number>()
  const { app } = makeHarness({
    exportPart: async () => ({
      position: POSITION,
      units: 1,
      open: async () =>
        (async function* () {
          let read = 0
          try {
            for (; read < PIECES; read += 1) yield PIECE
          } finally {
            ended.resolve(read)
          }
        })(),
    }),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  const headers = { ...bearer(), 'accept-encoding': 'identity' }
  const answer = await fetch(`${url}${BASE}/export`, { headers, signal: leaving.signal })
  await answer.body?.getReader().read()
  leaving.abort()
  expect(await ended.promise).toBeLessThan(PIECES / 10)
  await app.close()
})
