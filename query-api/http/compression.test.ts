import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { BASE, bearer, makeHarness, POSITION, SLUG } from '../../test/api/harness.ts'

const gzip = { 'accept-encoding': 'gzip, br' }

test('a long answer is compressed for a client that accepts it, and says so', async () => {
  const { app } = makeHarness()
  const url = `${BASE}/openapi.json`
  const plain = await app.inject({ url })
  expect(plain.statusCode, plain.body.slice(0, 500)).toBe(200)
  expect(plain.headers['content-encoding']).toBeUndefined()
  const packed = await app.inject({ url, headers: gzip })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(String(packed.headers['vary']).toLowerCase()).toContain('accept-encoding')
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
})

test('an article is sent as it is, since its digest covers the bytes that are sent', async () => {
  const { app } = makeHarness()
  const headers = { ...gzip, ...bearer() }
  const { headers: answered } = await app.inject({ url: `${BASE}/articles/${SLUG}`, headers })
  expect(answered['content-encoding']).toBeUndefined()
  expect(answered['repr-digest']).toMatch(/^sha-256=:/)
})

test('an export is compressed as JSON Lines, and not as Parquet, which is compressed itself', async () => {
  const line = Buffer.from(`${'{"a":1}'.repeat(1_000)}\n`)
  const open = async () =>
    (async function* () {
      yield line
    })()
  const { app } = makeHarness({ exportPart: async () => ({ position: POSITION, units: 1, open }) })
  const ask = (format: string) =>
    app.inject({ url: `${BASE}/export?format=${format}`, headers: { ...gzip, ...bearer() } })
  const lines = await ask('jsonl')
  expect(lines.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(lines.rawPayload)).toEqual(line)
  const parquet = await ask('parquet')
  expect(parquet.headers['content-encoding']).toBeUndefined()
  expect(parquet.rawPayload).toEqual(line)
})
