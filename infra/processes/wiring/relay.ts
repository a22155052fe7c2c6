import { Fault } from '#contracts/fault.ts'
import { makeKafkaPublisher } from '../../kafka/publishers.ts'
import { type Database, truthOf } from './database.ts'
import { makeProjectorLock } from '../../postgres/platform/lock.ts'
import { makeRelayCheckpoint } from '../../postgres/log/relay-checkpoint.ts'
import { makeProcessLog } from '../../process-log.ts'
import type { Settings } from '../../settings.ts'
import { say } from '../../terminal.ts'
import { makeRelay, type RelayDeps } from '#ingest/relay/relay.ts'

type Told = Pick<RelayDeps, 'onBatch' | 'onFault'>

/** The relay to the brokers that the settings name; null where none are named. */
export const openRelay = (settings: Settings, database: Database, told: Told = {}) => {
  if (settings.kafkaBrokers === null) return null
  const { log, blobs } = truthOf(database)
  const publisher = makeKafkaPublisher(
    { brokers: settings.kafkaBrokers, clientId: 'pandect-relay' },
    blobs,
  )
  const processLog = makeProcessLog(settings, 'relay')
  const checkpoint = makeRelayCheckpoint(database.pool)
  const relay = makeRelay({
    log,
    publisher,
    checkpoint,
    lock: makeProjectorLock(database.connectionString),
    onBatch: (batch) => {
      const { position, events, correlationIds } = batch
      processLog.info('relayed', { to: position, events, correlationIds })
      told.onBatch?.(batch)
    },
    onFault: (fault) => {
      say(
        `relay: ${fault instanceof Fault ? `${fault.code}: ${fault.message}` : 'internal-error'}; trying again`,
      )
      told.onFault?.(fault)
    },
  })
  const close = async (): Promise<void> => {
    await publisher.close()
    await log.close()
  }
  return { relay, checkpoint, close }
}
