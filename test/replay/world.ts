/** A small corpus on a database of its own, with everything that a replay needs. */
import type { ArticleEvent } from '#contracts/events/event.ts'
import type { Position } from '#contracts/ids.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import type { PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeReplayRecords } from '#infra/postgres/read-models/replay-records.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
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
import { connectStores, openStores, type Stores } from '../harness/postgres.ts'

/** The ports of a replay on some stores. */
const replayDeps = ({ pool, log, blobs, events, models, lock }: Stores) =>
  ({
    truth: { log, blobs, events },
    models,
    lock,
    records: makeReplayRecords(pool),
    clock: () => performance.now(),
    outward: () => 0,
  }) satisfies ReplayDeps

/** The ports of a replay on a database that the caller opened. */
export const replayOn = (connectionString: string) => {
  const stores = connectStores(connectionString)
  return { ...stores, deps: replayDeps(stores) }
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** A fresh database. */
export const openWorld = async () => {
  const stores = await openStores()
  const { log, blobs, models, lock } = stores
  const projector = makeProjector({ log, blobs, models, lock })
  return { ...stores, deps: replayDeps(stores), projector }
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
  if ('conflict' in answer) throw new Error('another writer appended')
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
