/**
 * `reportUsage` on a real Temporal: the same step, on a schedule, through a provider that is away
 * for a while.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportUsage } from '#query-api/billing/meter/send.ts'
import { TASK_QUEUE } from '#workflows/temporal/names.ts'
import {
  scheduleUsage,
  usageActivities,
  USAGE_SCHEDULE,
} from '#workflows/temporal/usage-activities.ts'
import type { UsageReported } from '#workflows/temporal/usage-workflows.ts'
import { startMeterServer, type MeterServer } from '../billing/meter-server.ts'
import { type MeterWorld, openMeterWorld } from '../billing/meter-world.ts'
import { recordHistory } from '../engines/temporal-histories.ts'
import {
  openTestTemporal,
  temporalMissing,
  type TestTemporal,
  whileWorking,
} from '../engines/temporal.ts'

const TEST_TIMEOUT_MS = 180_000
const POLL_MS = 100
const missing = await temporalMissing()
describe.skipIf(missing !== null)(`with Temporal${missing === null ? '' : `: ${missing}`}`, () => {
  let temporal: TestTemporal
  let server: MeterServer
  let world: MeterWorld
  beforeAll(async () => {
    temporal = await openTestTemporal()
    server = await startMeterServer({ seed: 11 })
    world = await openMeterWorld(server.url)
  }, TEST_TIMEOUT_MS)
  afterAll(async () => {
    await world.close()
    await server.close()
    await temporal.close()
  })
  const working = <T>(work: () => Promise<T>): Promise<T> =>
    whileWorking(
      temporal,
      usageActivities((signal) => reportUsage(world.deps, signal)),
      work,
    )

  test(
    'a run sends all that is settled, though the provider is away in the middle',
    { timeout: TEST_TIMEOUT_MS },
    async () => {
      for (let call = 0; call < 30; call += 1) await world.charge(randomUUID(), 15_000)
      server.set({ tooMany: 0.3 })
      const workflowId = 'report-usage-once'
      const reported = await working(() =>
        temporal.client.workflow.execute<() => Promise<UsageReported>>('reportUsage', {
          workflowId,
          taskQueue: TASK_QUEUE,
        }),
      )
      server.set({ tooMany: 0 })
      // Steps that failed are not in the sum of the run: what they sent is marked all the same.
      expect(reported.sent).toBeLessThanOrEqual(30)
      expect(server.totals()).toMatchObject({ microUsd: 30 * 15_000, taken: 30, refusedAsKnown: 0 })
      await recordHistory(temporal.client, workflowId, 'report-usage')
    },
  )

  test('the schedule is made once, and runs by itself', { timeout: TEST_TIMEOUT_MS }, async () => {
    const often = { ...USAGE_SCHEDULE, every: '1s' } as const
    await scheduleUsage(temporal.client, often)
    await scheduleUsage(temporal.client, often)
    const before = server.totals().microUsd
    await world.charge(randomUUID(), 60_000)
    await working(async () => {
      while (server.totals().microUsd === before) await sleep(POLL_MS)
    })
    expect(server.totals().microUsd).toBe(before + 60_000)
  })
})
