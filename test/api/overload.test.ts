import { describe, expect, test } from 'vitest'
import { makeCallGate } from '#query-api/billing/call-gate.ts'
import { makeBaseLedger } from '../billing/base-ledger.ts'
import {
  BASE,
  bearer,
  emptyResponse,
  keyRecord,
  makeHarness,
  OTHER_KEY,
  POSITION,
} from './harness.ts'

const OTHER_ID = '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f00ff'

/** An app with one place for searches, whose search waits until it is let go. */
const busyApp = () => {
  const gone = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const reserved: string[] = []
  const base = makeBaseLedger()
  const { app, keys } = makeHarness({
    search: async (request) => {
      begun.resolve()
      await gone.promise
      return { response: emptyResponse(request), position: POSITION }
    },
    ledger: {
      ...base,
      reserve: async (call) => {
        reserved.push(call.key.keyId)
        return base.reserve(call)
      },
    },
    gates: {
      reading: makeCallGate({ inFlightMax: 1, perKeyMax: 1, waitMs: 5 }),
      computing: makeCallGate({ inFlightMax: 1, perKeyMax: 1, waitMs: 5 }),
    },
  })
  keys.set(OTHER_KEY, keyRecord({ keyId: OTHER_ID }))
  const search = (key?: string) =>
    app.inject({
      method: 'POST',
      url: `${BASE}/search`,
      headers: bearer(key),
      payload: { text: 'bail' },
    })
  return { app, search, begun: begun.promise, letGo: gone.resolve, reserved }
}

describe('a service without a place for a call', () => {
  test('refuses it with 503, a code and a time to retry, and charges nothing', async () => {
    const { search, begun, letGo, reserved } = busyApp()
    const first = search()
    await begun
    const refused = await search(OTHER_KEY)
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([
      503,
      'overloaded',
    ])
    expect(refused.headers).toMatchObject({ 'retry-after': '1', 'x-service-cost-usd': '0' })
    expect(reserved).not.toContain(OTHER_ID)
    letGo()
    expect((await first).statusCode).toBe(200)
    expect((await search(OTHER_KEY)).statusCode).toBe(200)
  })

  test('answers an agent the same way', async () => {
    const { app, search, begun, letGo, reserved } = busyApp()
    const first = search()
    await begun
    const refused = await app.inject({
      method: 'POST',
      url: `${BASE}/mcp`,
      headers: bearer(OTHER_KEY),
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
    expect(reserved).not.toContain(OTHER_ID)
    letGo()
    await first
  })

  test('says that it is live', async () => {
    const { app, search, begun, letGo } = busyApp()
    const first = search()
    await begun
    expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200)
    letGo()
    await first
  })
})
