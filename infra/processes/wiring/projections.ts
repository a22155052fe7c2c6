/** Wires the projector: what builds the read models, and what checks them. */
import { Fault } from '#contracts/fault.ts'
import { makeKafkaDeadLetters } from '../../kafka/publishers.ts'
import { makeKafkaEventLog } from '../../kafka/event-log.ts'
import { type Database, truthOf } from './database.ts'
import { makeProjectorLock } from '../../postgres/platform/lock.ts'
import { makeProcessLog } from '../../process-log.ts'
import type { Settings } from '../../settings.ts'
import { say } from '../../terminal.ts'
import { readModelsOf } from './read-models.ts'
import { makeAnnouncer } from '#query-api/projections/announcer.ts'
import {
  makeProjector,
  type Projector,
  type ProjectorDeps,
} from '#query-api/projections/projector.ts'

type ProjectorEvents = Pick<ProjectorDeps, 'onBatch' | 'onFault'>

const sayFault = (fault: unknown): void =>
  say(
    `projector: ${fault instanceof Fault ? `${fault.code}: ${fault.message}` : 'internal-error'}; trying again`,
  )

const CLIENT_ID = 'pandect-projector'

/** The projector reads the log from Kafka if configured, else the log itself. */
const logOf = (settings: Settings, { log, blobs }: ReturnType<typeof truthOf>) => {
  if (settings.kafkaBrokers === null) return log
  return makeKafkaEventLog({
    brokers: settings.kafkaBrokers,
    clientId: CLIENT_ID,
    groupId: 'pandect-projectors',
    blobs,
    log,
    onGapFilled: () => say('projector: Kafka does not give the next event; read it from the log'),
    onAway: sayFault,
  })
}

/** Announces parked streams if there is a transport. */
const announcerOf = ({ kafkaBrokers }: Settings) =>
  kafkaBrokers === null
    ? null
    : makeAnnouncer(makeKafkaDeadLetters({ brokers: kafkaBrokers, clientId: CLIENT_ID }), sayFault)

/** Opens the stores of the read models and a projector that is not started yet. */
export const openProjections = (
  settings: Settings,
  database: Database,
  events: ProjectorEvents = {},
) => {
  const truth = truthOf(database)
  const log = logOf(settings, truth)
  const { models, settle } = readModelsOf(settings, database)
  const announcer = announcerOf(settings)
  const processLog = makeProcessLog(settings, 'projector')
  const projector: Projector = makeProjector({
    log,
    blobs: truth.blobs,
    models,
    lock: makeProjectorLock(database.connectionString),
    ...(announcer === null ? {} : { announcer }),
    onBatch: (batch) => {
      const { generation, position, texts, parked, correlationIds } = batch
      const counts = { to: position, events: batch.events, texts, parked: parked.length }
      processLog.info('projected', { generation, ...counts, correlationIds })
      events.onBatch?.(batch)
    },
    onFault: (fault) => {
      sayFault(fault)
      events.onFault?.(fault)
    },
  })
  const close = async (): Promise<void> => {
    await announcer?.close()
    if (log !== truth.log) await log.close()
    await truth.log.close()
  }
  const follow = async (signal: AbortSignal): Promise<void> => {
    await settle().catch(sayFault)
    await projector.follow(signal)
  }
  return { log: truth.log, models, projector: { ...projector, follow }, close }
}
