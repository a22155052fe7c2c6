/** A database with a ledger, and the meter's projection over a server of the test. */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import { makeMeterRecords } from '#infra/postgres/money/meter-records.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeStripeMeter } from '#infra/stripe/meter.ts'
import type { MeterDeps } from '#query-api/billing/meter/ports.ts'
import { reportUsage } from '#query-api/billing/meter/send.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { METER_EVENT_NAME } from './meter-server.ts'

export type MeterWorld = {
  readonly pool: PostgresPool
  readonly deps: MeterDeps
  /** Writes one settled charge; answers its usage id. */
  readonly charge: (accountId: string, microUsd: number, at?: Date) => Promise<string>
  readonly ledgerSum: () => Promise<number>
  /** Sends until nothing is left, whatever the meter does. */
  readonly sendAll: () => Promise<void>
  readonly close: () => Promise<void>
}

const CHARGE = `insert into ledger (usage_id, account_id, key_id, operation, micro_usd, spend_before, month, reserved_at)
  values ($1, $2, $3, 'search', $4, 0, date_trunc('month', $5::timestamptz at time zone 'UTC')::date, $5)`
const STEPS_MAX = 10_000
const PAUSE_MS = 5

export const openMeterWorld = async (
  meterUrl: string,
  clock: () => number = Date.now,
): Promise<MeterWorld> => {
  const database = await openTestDatabase()
  const pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 4 })
  const lock = makeProjectorLock(database.connectionString)
  const never = new AbortController().signal
  const deps: MeterDeps = {
    meter: makeStripeMeter({ apiKey: 'sk_test_x', apiBase: meterUrl, eventName: METER_EVENT_NAME }),
    records: makeMeterRecords(pool),
    lock: { hold: (signal, work) => lock.hold('meter', signal, work) },
    clock,
  }
  return {
    pool,
    deps,
    charge: async (accountId, microUsd, at = new Date()) => {
      const usageId = randomBytes(32)
      await pool.query(CHARGE, [usageId, accountId, randomUUID(), microUsd, at])
      return usageId.toString('hex')
    },
    ledgerSum: async () => {
      const { rows } = await pool.query<{ sum: number }>(
        'select coalesce(sum(micro_usd), 0)::bigint as sum from settled_charges',
      )
      return rows[0]?.sum ?? 0
    },
    sendAll: async () => {
      for (let step = 0; step < STEPS_MAX; step += 1) {
        const { caughtUp, fault } = await reportUsage(deps, never)
        if (caughtUp) return
        if (fault !== null) await sleep(PAUSE_MS)
      }
      throw new Error('the meter never caught up')
    },
    close: async () => {
      await pool.close()
      await database.close()
    },
  }
}
