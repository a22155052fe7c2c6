/** Composition root of the projector: what builds the read models, and what proves them. */
import { setTimeout as pause } from 'node:timers/promises'
import { Fault } from '#contracts/fault.ts'
import { makeKafkaDeadLetters } from '#infra/kafka/dead-letters.ts'
import { makeKafkaEventLog } from '#infra/kafka/event-log.ts'
import { type Database, truthOf, withDatabase } from '#infra/main.ts'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import { makeProcessLog } from '#infra/process-log.ts'
import type { Settings } from '#infra/settings.ts'
import { print, say } from '#infra/terminal.ts'
import { citedModelsOf } from '../citations/main.ts'
import { makeAnnouncer } from './announcer.ts'
import { type Digest, generationDigest } from './digest.ts'
import { makeProjector, type Projector, type ProjectorDeps } from './projector.ts'

type Told = Pick<ProjectorDeps, 'onBatch' | 'onFault'>

const sayFault = (fault: unknown): void =>
  say(
    `projector: ${fault instanceof Fault ? `${fault.code}: ${fault.message}` : 'internal-error'}; trying again`,
  )

const CLIENT_ID = 'pandect-projector'

/** Where the projector reads the log: Kafka where it is configured, else the log itself. */
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

/** Parked streams are told of where there is a transport. */
const announcerOf = ({ kafkaBrokers }: Settings) =>
  kafkaBrokers === null
    ? null
    : makeAnnouncer(makeKafkaDeadLetters({ brokers: kafkaBrokers, clientId: CLIENT_ID }), sayFault)

export type Projections = Awaited<ReturnType<typeof openProjections>>

/** The stores of the read models and a projector over them, not yet started. */
export const openProjections = (settings: Settings, database: Database, told: Told = {}) => {
  const truth = truthOf(database)
  const log = logOf(settings, truth)
  const { store, search, settle } = citedModelsOf(settings, database)
  const announcer = announcerOf(settings)
  const processLog = makeProcessLog(settings, 'projector')
  const projector: Projector = makeProjector({
    log,
    blobs: truth.blobs,
    store,
    search,
    lock: makeProjectorLock(database.connectionString),
    ...(announcer === null ? {} : { announcer }),
    onBatch: (batch) => {
      const { generation, position, events, texts, parked, correlationIds } = batch
      const counts = { to: position, events, texts, parked: parked.length }
      processLog.info('projected', { generation, ...counts, correlationIds })
      told.onBatch?.(batch)
    },
    onFault: (fault) => {
      sayFault(fault)
      told.onFault?.(fault)
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
  return { log: truth.log, store, search, projector: { ...projector, follow }, close }
}

const WAIT = { pollMs: 100, pollsMax: 3_000 } as const

/** Digest of the live generation with everything projected that stands in the log now. */
const currentDigest = async (
  settings: Settings,
  database: Database,
): Promise<Digest & { generation: number }> => {
  // The log itself, not Kafka: what is asked for is what stands in it.
  const embedded = { ...settings, kafkaBrokers: null }
  const { log, store, search, projector, close } = openProjections(embedded, database)
  const projecting = new AbortController()
  // A running service projects already and holds the lock: wait for it; where none runs, project
  // here.
  const here = projector.follow(projecting.signal)
  try {
    const head = await log.head()
    const generation = await store.liveGeneration()
    for (let poll = 0; (await store.progress(generation)).position < head; poll += 1) {
      if (poll >= WAIT.pollsMax) {
        throw new Fault('projection-behind', 'the read models do not catch up with the log', {
          hint: 'see what the projector says, then try again',
        })
      }
      await pause(WAIT.pollMs)
    }
    projecting.abort()
    await here
    return { generation, ...(await generationDigest({ store, search }, generation)) }
  } finally {
    projecting.abort()
    await here
    await close()
  }
}

/** `pandect digest` */
export const digest = (
  settings: Settings,
  { json = false }: { readonly json?: boolean },
): Promise<void> =>
  withDatabase(settings, 'digest', async (database) => {
    const found = await currentDigest(settings, database)
    if (json) return print(JSON.stringify(found))
    print(`root        ${found.root}`)
    print(`articles    ${found.counts.articles}`)
    print(`search      ${found.counts.searchDocuments}`)
    print(`position    ${found.position}`)
    print(`generation  ${found.generation}`)
  })
