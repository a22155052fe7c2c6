/** A database of its own, with its read models. */
import type { NewEvent } from '#contracts/events/event.ts'
import type { Instant, StreamId } from '#contracts/ids.ts'
import type { Generation } from '#query-api/ports.ts'
import { generationDigest, readDocuments } from '#query-api/projections/digest.ts'
import { makeProjector, type ProjectorDeps } from '#query-api/projections/projector.ts'
import { openStores } from '../harness/postgres.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

export const openWorld = async () => {
  const stores = await openStores()
  const { log, blobs, events, models, lock } = stores
  const deps: ProjectorDeps = { log, blobs, models, lock }
  const versions = new Map<StreamId, number>()
  return {
    ...stores,
    deps,
    /** Appends facts as the next ones of their stream. */
    append: async (streamId: StreamId, time: Instant, ...facts: NewEvent[]): Promise<void> => {
      const expectedVersion = versions.get(streamId) ?? 0
      const context = { actor: 'test', time, correlationId: 'test', causationId: null }
      const answer = await events.append([{ streamId, expectedVersion, events: facts }], context)
      if ('conflict' in answer) throw new Error('another writer appended')
      versions.set(streamId, expectedVersion + facts.length)
    },
    /** Projects everything into a generation. */
    project: (generation: Generation, eventsPerBatch = 500, over: Partial<ProjectorDeps> = {}) =>
      makeProjector({ ...deps, ...over, limits: { eventsPerBatch } }).runOnce(generation),
    digest: async (generation: Generation): Promise<string> =>
      (await generationDigest(models, generation)).root,
    documents: (generation: Generation) => Array.fromAsync(readDocuments(models, generation)),
  }
}
