import { Fault } from '#contracts/fault.ts'
import { makeMetrics, type Metrics } from '../metrics/metrics.ts'
import { makeRelayCheckpoint } from '../postgres/log/relay-checkpoint.ts'
import type { Settings } from '../settings.ts'
import { print, say } from '../terminal.ts'
import { follow, runProcess, startMetrics, type Stops, waitForTransport } from './run-process.ts'
import { type Database, truthOf } from './wiring/database.ts'
import { openProjections } from './wiring/projections.ts'
import { makeKafkaPublisher } from '../kafka/publishers.ts'
import { makeProjectorLock } from '../postgres/platform/lock.ts'
import { makeProcessLog } from '../process-log.ts'
import { makeRelay, type RelayDeps } from '#ingest/relay/relay.ts'

type RelayEvents = Pick<RelayDeps, 'onBatch' | 'onFault'>

/** Makes the relay to the brokers of the settings; null without brokers. */
export const openRelay = (settings: Settings, database: Database, events: RelayEvents = {}) => {
  if (settings.kafkaBrokers === null) return null
  const { log } = truthOf(database)
  const publisher = makeKafkaPublisher({
    brokers: settings.kafkaBrokers,
    clientId: 'pandect-relay',
  })
  const processLog = makeProcessLog(settings, 'relay')
  const checkpoint = makeRelayCheckpoint(database.pool)
  const relay = makeRelay({
    log,
    publisher,
    checkpoint,
    lock: makeProjectorLock(database.connectionString),
    onBatch: (batch) => {
      const { position, correlationIds } = batch
      processLog.info('relayed', { to: position, events: batch.events, correlationIds })
      events.onBatch?.(batch)
    },
    onFault: (fault) => {
      say(
        `relay: ${fault instanceof Fault ? `${fault.code}: ${fault.message}` : 'internal-error'}; trying again`,
      )
      events.onFault?.(fault)
    },
  })
  const close = async (): Promise<void> => {
    await publisher.close()
    await log.close()
  }
  return { relay, checkpoint, close }
}

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
