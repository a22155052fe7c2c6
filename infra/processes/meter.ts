import { Fault } from '#contracts/fault.ts'
import { makeMetrics, type Metrics } from '../metrics/metrics.ts'
import type { Settings } from '../settings.ts'
import { print } from '../terminal.ts'
import { follow, runProcess, startMetrics, type Stops } from './run-process.ts'
import type { Database } from './wiring/database.ts'
import { openMeter } from './wiring/meter.ts'
import { openProjections } from './wiring/projections.ts'

export const startMeter = (
  settings: Settings,
  database: Database,
  metrics: Metrics,
  stops: Stops,
): boolean => {
  const loop = openMeter(settings, database, { onFault: (fault) => metrics.fault('meter', fault) })
  if (loop !== null) follow(stops, loop)
  return loop !== null
}

/** `pandect meter`: the external meter alone. */
export const meter = (settings: Settings): Promise<void> =>
  runProcess(settings, 'meter', async (database, stops) => {
    const { log, close } = openProjections({ ...settings, kafkaBrokers: null }, database)
    stops.add(close)
    const metrics = makeMetrics({ head: () => log.head(), projections: {} })
    if (!startMeter(settings, database, metrics, stops)) {
      throw new Fault('settings-invalid', 'there is no external meter to send charges to', {
        hint: 'set STRIPE_API_KEY',
      })
    }
    await startMetrics(settings, metrics, stops)
    print('meter: following the ledger')
  })
