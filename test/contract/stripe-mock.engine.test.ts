/**
 * Our requests to Stripe have the shapes that Stripe's own mock knows. It keeps nothing: sums are
 * the other suite's matter.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cacheFolder } from '../engines/install/cache.ts'
import { stopProcess } from '../engines/install/processes.ts'
import { startStripeMock, type StripeMock, stripeMockPath } from '../engines/install/stripe-mock.ts'
import { makeStripeMeter } from '#infra/stripe/meter.ts'

const cache = cacheFolder(process.env)
const BUILD_TIMEOUT_MS = 600_000
const hasGo = spawnSync('go', ['version']).error === undefined
const missing =
  existsSync(stripeMockPath(cache)) || hasGo
    ? null
    : 'no stripe-mock in the cache, and no Go to build it'

describe.skipIf(missing !== null)(
  `against stripe-mock${missing === null ? '' : `: ${missing}`}`,
  () => {
    let mock: StripeMock
    let folder: string
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'pandect-stripe-'))
      mock = await startStripeMock({ cache, folder, environment: process.env })
    }, BUILD_TIMEOUT_MS)
    afterAll(async () => {
      await stopProcess(mock.pid)
      await rm(folder, { recursive: true, force: true })
    })
    const meter = (eventName = 'api_usage_micro_usd', apiKey = 'sk_test_123') =>
      makeStripeMeter({ apiKey, apiBase: mock.url, eventName })
    const at = Math.floor(Date.now() / 60_000) * 60

    test('a meter event, also one that takes back', async () => {
      for (const microUsd of [15_000, -60_000]) {
        const event = { identifier: 'a'.repeat(64), customerId: 'cus_1', microUsd, atSeconds: at }
        expect(await meter().send(event)).toEqual({ outcome: 'taken' })
      }
    })

    test('a customer', async () => {
      expect(await meter().makeCustomer(randomUUID())).toMatch(/^cus_/)
    })

    test('the sum of a stretch, of the meter that has our event name', async () => {
      const response = await fetch(`${mock.url}/v1/billing/meters`, {
        headers: { authorization: 'Bearer sk_test_123' },
      })
      const { data } = (await response.json()) as { data: { event_name: string }[] }
      expect(await meter(data[0]?.event_name).sum('cus_1', at - 3_600, at)).toEqual(
        expect.any(Number),
      )
      await expect(meter('no_such_meter').sum('cus_1', at - 3_600, at)).rejects.toMatchObject({
        code: 'meter-misconfigured',
      })
    })

    test('a key that Stripe does not know is a fault with a hint, and its words stay inside', async () => {
      const sending = meter(undefined, 'no_key').send({
        identifier: 'a',
        customerId: 'cus_1',
        microUsd: 1,
        atSeconds: at,
      })
      await expect(sending).rejects.toMatchObject({
        code: 'meter-denied',
        hint: expect.stringContaining('STRIPE_API_KEY'),
      })
    })
  },
)

test('a provider that is not there is a fault that may pass', async () => {
  const meter = makeStripeMeter({
    apiKey: 'sk_test_x',
    apiBase: 'http://127.0.0.1:1',
    eventName: 'x',
  })
  await expect(meter.makeCustomer(randomUUID())).rejects.toMatchObject({
    code: 'meter-unavailable',
  })
})
