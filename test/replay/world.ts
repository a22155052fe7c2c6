/** A small corpus on a database of its own, with everything that a replay needs of it. */
import type { ArticleEvent } from '#contracts/events/event.ts'
import type { Position } from '#contracts/ids.ts'
import { makeSearchWriter } from '#infra/embedded/search/rows.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeEventLog, type PostgresEventLog } from '#infra/postgres/log/event-log.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { readModelsOn } from '#infra/processes/wiring/read-models.ts'
import { makeReplayRecords } from '#infra/postgres/read-models/replay-records.ts'
import type { SearchWriter } from '#query-api/ports.ts'
import { makeProjector, type Projector } from '#query-api/projections/projector.ts'
import type { ReplayDeps } from '#query-api/replay/replay.ts'
import {
  contentOf,
  drafted,
  embedded,
  published,
  streamOf,
  timeOf,
  validity,
  type Texts,
} from '../contract/read-models.fixtures.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'

const CONNECTIONS_MAX = 6

/** The ports of a replay on a database. */
export const replayOn = (connectionString: string) => {
  const pool = makePool(connectionString, { applicationName: 'pandect test', max: CONNECTIONS_MAX })
  const log = makeEventLog(pool)
  const deps = {
    truth: { log, blobs: makeBlobs(pool), events: makeEventStore(pool) },
    models: readModelsOn(pool, makeSearchWriter(pool)),
    lock: makeProjectorLock(connectionString),
    records: makeReplayRecords(pool),
    clock: () => performance.now(),
    outward: () => 0,
  } satisfies ReplayDeps
  return {
    pool,
    log,
    deps,
    close: async (): Promise<void> => {
      await log.close()
      await pool.close()
    },
  }
}

export type World = {
  readonly connectionString: string
  readonly pool: PostgresPool
  readonly log: PostgresEventLog
  readonly models: ReplayDeps['models']
  readonly search: SearchWriter
  readonly deps: ReplayDeps
  readonly projector: Projector
  close(): Promise<void>
}

/** A fresh database. */
export const openWorld = async (): Promise<World> => {
  const database = await openTestDatabase()
  const { pool, log, deps, close } = replayOn(database.connectionString)
  const { models, lock, truth } = deps
  return {
    connectionString: database.connectionString,
    pool,
    log,
    models,
    search: makeSearchWriter(pool),
    deps,
    projector: makeProjector({ log, blobs: truth.blobs, models, lock }),
    close: async () => {
      await close()
      await database.close()
    },
  }
}

/**
 * Records facts of texts in one append, each as the first ones of its stream; answers the last
 * position.
 */
export const recordTexts = async (
  pool: PostgresPool,
  names: readonly string[],
  eventsOf: (name: string, texts: Texts) => ArticleEvent[] = fourFacts,
  expectedVersion = 0,
): Promise<Position> => {
  const texts: Texts = new Map()
  const appends = names.map((name) => ({
    streamId: streamOf(name),
    expectedVersion,
    events: eventsOf(name, texts),
  }))
  await makeBlobs(pool).put([...texts].map(([sha256, text]) => ({ sha256, text })))
  const answer = await makeEventStore(pool).append(appends, {
    actor: 'test',
    time: timeOf(1),
    correlationId: 'test',
    causationId: null,
  })
  if ('conflict' in answer) throw new Error('nobody else appends')
  return answer.lastPosition
}

const fourFacts = (name: string, texts: Texts): ArticleEvent[] => {
  const content = contentOf(name, {
    contentClean: `Le vendeur répond du vice caché numéro ${name}. `.repeat(20),
    headnotes: [{ sequence: 1, summary: `Garantie du vice ${name}.` }],
  })
  return [
    drafted(content, texts),
    published(content, texts, '1.0.0'),
    validity('1.0.0', '2016-10-01', null),
    embedded('1.0.0', 1, 1),
  ]
}

export const namesOf = (count: number, prefix = 'texte'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(4, '0')}`)
