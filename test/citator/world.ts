/** A database of its own with the read models as the composition roots make them. */
import type { NewEvent } from '#contracts/events/event.ts'
import type { Instant, StreamId } from '#contracts/ids.ts'
import { makeSearchWriter } from '#infra/embedded/search/rows.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeEventLog } from '#infra/postgres/log/event-log.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import { makePool } from '#infra/postgres/platform/pool.ts'
import { readModelsOn } from '#infra/processes/wiring/read-models.ts'
import type { Generation } from '#query-api/ports.ts'
import { generationDigest, readDocuments } from '#query-api/projections/digest.ts'
import { makeProjector, type ProjectorDeps } from '#query-api/projections/projector.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'

const CONNECTIONS_MAX = 6

export type World = Awaited<ReturnType<typeof openWorld>>

export const openWorld = async () => {
  const database = await openTestDatabase()
  const { connectionString } = database
  const pool = makePool(connectionString, { applicationName: 'pandect test', max: CONNECTIONS_MAX })
  const log = makeEventLog(pool)
  const models = readModelsOn(pool, makeSearchWriter(pool))
  const deps: ProjectorDeps = {
    log,
    blobs: makeBlobs(pool),
    models,
    lock: makeProjectorLock(connectionString),
  }
  const versions = new Map<StreamId, number>()
  return {
    connectionString,
    pool,
    log,
    models,
    deps,
    /** Appends facts as the next ones of their stream. */
    append: async (streamId: StreamId, time: Instant, ...events: NewEvent[]): Promise<void> => {
      const expectedVersion = versions.get(streamId) ?? 0
      const context = { actor: 'test', time, correlationId: 'test', causationId: null }
      const answer = await makeEventStore(pool).append(
        [{ streamId, expectedVersion, events }],
        context,
      )
      if ('conflict' in answer) throw new Error('nobody else appends')
      versions.set(streamId, expectedVersion + events.length)
    },
    /** Projects everything into a generation. */
    project: (generation: Generation, eventsPerBatch = 500, over: Partial<ProjectorDeps> = {}) =>
      makeProjector({ ...deps, ...over, limits: { eventsPerBatch } }).runOnce(generation),
    digest: async (generation: Generation): Promise<string> =>
      (await generationDigest(models, generation)).root,
    documents: (generation: Generation) => Array.fromAsync(readDocuments(models, generation)),
    close: async (): Promise<void> => {
      await log.close()
      await pool.close()
      await database.close()
    },
  }
}
