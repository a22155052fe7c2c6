import type { Fault } from '#contracts/fault.ts'
import { followLedger, type FollowOptions } from '#query-api/billing/meter/follow.ts'
import type { MeterDeps } from '#query-api/billing/meter/ports.ts'
import { makeMeterRecords } from '../../postgres/money/meter-records.ts'
import { makeProjectorLock } from '../../postgres/platform/lock.ts'
import type { Settings, StripeSettings } from '../../settings.ts'
import { makeStripeMeter } from '../../stripe/meter.ts'
import { say } from '../../terminal.ts'
import type { Database } from './database.ts'

const LOCK = 'meter'

export const meterDepsOf = (stripe: StripeSettings, database: Database): MeterDeps => {
  const lock = makeProjectorLock(database.connectionString)
  return {
    meter: makeStripeMeter(stripe),
    records: makeMeterRecords(database.pool),
    lock: { hold: (signal, work) => lock.hold(LOCK, signal, work) },
    clock: () => Date.now(),
  }
}

/**
 * Makes the loop of the meter over an open database; null without a provider. It prints Faults and
 * never throws them.
 */
export const openMeter = (
  settings: Settings,
  database: Database,
  hooks: Pick<FollowOptions, 'onStep' | 'onFault'> = {},
): ((signal: AbortSignal) => Promise<void>) | null => {
  if (settings.stripe === null) return null
  const deps = meterDepsOf(settings.stripe, database)
  const onFault = (fault: Fault): void => {
    say(`meter: ${fault.code}; trying again`)
    hooks.onFault?.(fault)
  }
  return (signal) => followLedger(deps, { ...hooks, onFault, signal })
}
