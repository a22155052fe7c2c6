/** Wires the projector: what builds the read models, and what checks them. */
import { Fault } from '#contracts/fault.ts'
import { pauseFor } from '#contracts/toolkit/pause.ts'
import { INDEX_MISSING } from '../../typesense/faults.ts'
import { rebuildLost } from '#query-api/replay/rebuild-lost.ts'
import { replayDepsOf } from './replay.ts'
import { makeKafkaDeadLetters } from '../../kafka/publishers.ts'
import type { OpenEvents } from '#contracts/events/append.ts'
import { makeOpenEvents } from '../../postgres/log/open-events.ts'
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

/** Faults that only a build from the log mends. */
const REBUILT: ReadonlySet<string> = new Set([INDEX_MISSING, 'generation-outdated'])
const needsRebuild = (fault: unknown): boolean => fault instanceof Fault && REBUILT.has(fault.code)

/** After a failed attempt to build a generation anew. */
const REBUILD_PAUSE_MS = 5_000

/**
 * Builds the live generation anew where the search engine lost it, or an earlier version of the
 * program wrote it: nobody has to notice. Says what fails and returns; the projector then finds the
 * cause again.
 */
const rebuildLive = async (
  settings: Settings,
  database: Database,
  signal: AbortSignal,
): Promise<void> => {
  const { deps, isLost, isOutdated, close } = replayDepsOf(settings, database, {
    outward: () => 0,
  })
  try {
    const isEngineLost = await isLost(await deps.models.generations.live())
    say(
      isEngineLost
        ? 'projector: the search engine lost the index; building it anew, searches answer 503 until then'
        : 'projector: an earlier version built the read models; building them anew, they are served as they are until then',
    )
    const generation = await rebuildLost(
      { ...deps, isLost: async (one) => (await isLost(one)) || (await isOutdated(one)) },
      signal,
    )
    if (generation !== null) say(`projector: generation ${generation} is built and served`)
  } catch (error) {
    if (signal.aborted) return
    sayFault(error)
    await pauseFor(REBUILD_PAUSE_MS, signal)
  } finally {
    await close()
  }
}

const CLIENT_ID = 'pandect-projector'

/** The projector reads the log from Kafka if configured, else the log itself. */
const logOf = (settings: Settings, { log }: ReturnType<typeof truthOf>, open: OpenEvents) => {
  if (settings.kafkaBrokers === null) return log
  return makeKafkaEventLog({
    brokers: settings.kafkaBrokers,
    clientId: CLIENT_ID,
    groupId: 'pandect-projectors',
    open,
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
  const log = logOf(settings, truth, makeOpenEvents(database.pool))
  const { models, settle, isOutdated } = readModelsOf(settings, database)
  const announcer = announcerOf(settings)
  const processLog = makeProcessLog(settings, 'projector')
  let lost = new AbortController()
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
      if (needsRebuild(fault)) lost.abort()
    },
  })
  const close = async (): Promise<void> => {
    await announcer?.close()
    if (log !== truth.log) await log.close()
    await truth.log.close()
  }
  const isLiveOutdated = async (): Promise<boolean> => {
    try {
      return await isOutdated(await models.generations.live())
    } catch (error) {
      sayFault(error)
      return false
    }
  }
  const follow = async (signal: AbortSignal): Promise<void> => {
    await settle().catch(sayFault)
    while (!signal.aborted) {
      if (await isLiveOutdated()) {
        await rebuildLive(settings, database, signal)
        continue
      }
      lost = new AbortController()
      await projector.follow(AbortSignal.any([signal, lost.signal]))
      if (lost.signal.aborted && !signal.aborted) await rebuildLive(settings, database, signal)
    }
  }
  return { log: truth.log, models, projector: { ...projector, follow }, close }
}
