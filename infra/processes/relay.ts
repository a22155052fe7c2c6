import { Fault } from '#contracts/fault.ts'
import { makeMetrics, type Metrics } from '../metrics/metrics.ts'
import { makeRelayCheckpoint } from '../postgres/log/relay-checkpoint.ts'
import type { Settings } from '../settings.ts'
import { print } from '../terminal.ts'
import { follow, runProcess, startMetrics, type Stops, waitForTransport } from './run-process.ts'
import type { Database } from './wiring/database.ts'
import { openProjections } from './wiring/projections.ts'
import { openRelay } from './wiring/relay.ts'

export const startRelay = (
  settings: Settings,
  database: Database,
  metrics: Metrics,
  stops: Stops,
): boolean => {
  const opened = openRelay(settings, database, {
    onBatch: (batch) => metrics.relayed(batch),
    onFault: (fault) => metrics.fault('relay', fault),
  })
  if (opened === null) return false
  stops.add(() => opened.close())
  follow(stops, (signal) => opened.relay.follow(signal))
  return true
}

/** `pandect relay`: the relay alone. */
export const relay = (settings: Settings): Promise<void> =>
  runProcess(settings, 'relay', async (database, stops, stop) => {
    await waitForTransport(settings, 'relay', stop)
    const { log, close } = openProjections({ ...settings, kafkaBrokers: null }, database)
    stops.add(close)
    const metrics = makeMetrics({
      head: () => log.head(),
      projections: {},
      relayed: () => makeRelayCheckpoint(database.pool).read(),
    })
    if (!startRelay(settings, database, metrics, stops)) {
      throw new Fault('settings-invalid', 'the relay has nowhere to send events', {
        hint: 'set KAFKA_BROKERS',
      })
    }
    await startMetrics(settings, metrics, stops)
    print('relay: following the log')
  })
