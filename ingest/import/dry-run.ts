import { randomUUID } from 'node:crypto'
import type { Append, AppendContext, Appended } from '#contracts/events/append.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import { Fault } from '#contracts/fault.ts'
import { LOG_START, type Sha256Hex, type Slug, type StreamId } from '#contracts/ids.ts'
import type { ImportDeps } from '../command-handler/write-deps.ts'

/** Texts that a dry run may hold in memory, in UTF-16 units. */
export const DRY_RUN = { textUnitsMax: 256 * 1024 * 1024 } as const

const storedOf = ({ streamId, expectedVersion, events }: Append, context: AppendContext) =>
  events.map((event, index): StoredEvent => ({
    ...event,
    id: randomUUID(),
    schemaVersion: 1,
    position: LOG_START,
    streamId,
    streamVersion: expectedVersion + index + 1,
    appendId: randomUUID(),
    causationId: context.causationId,
    correlationId: context.correlationId,
    actor: context.actor,
    time: context.time,
    payloadHash: '' as Sha256Hex, // never read: a dry run stores nothing
  }))

const drySlugs = ({ slugs }: ImportDeps): ImportDeps['slugs'] => {
  const claimed = new Map<Slug, StreamId>()
  const ownerOf = async (slug: Slug): Promise<StreamId | null> =>
    (await slugs.ownerOf(slug)) ?? claimed.get(slug) ?? null
  return {
    ownerOf,
    claim: async (claims) => {
      for (const { slug, streamId } of claims) {
        if ((await ownerOf(slug)) === null) claimed.set(slug, streamId)
      }
      const owners = await Promise.all(
        claims.map(
          async ({ slug, streamId }) => [slug, (await ownerOf(slug)) ?? streamId] as const,
        ),
      )
      return new Map(owners)
    },
  }
}

const dryBlobs = ({ blobs }: ImportDeps): ImportDeps['blobs'] => {
  const kept = new Map<Sha256Hex, string>()
  let units = 0
  return {
    put: (texts) => {
      for (const { sha256, text } of texts) {
        if (!kept.has(sha256)) units += text.length
        kept.set(sha256, text)
      }
      if (units <= DRY_RUN.textUnitsMax) return Promise.resolve()
      throw new Fault('dry-run-too-large')
    },
    get: async (hashes) => {
      const others = hashes.filter((hash) => !kept.has(hash))
      const found = new Map(others.length === 0 ? [] : await blobs.get(others))
      for (const hash of hashes) {
        const text = kept.get(hash)
        if (text !== undefined) found.set(hash, text)
      }
      return found
    },
  }
}

/**
 * Ports that read the recorded state and hold new events in memory, so that a dry run decides like
 * a real one without writing or embedding.
 */
export const dryRunDeps = (deps: ImportDeps): ImportDeps => {
  const streams = new Map<StreamId, StoredEvent[]>()
  const append = (appends: readonly Append[], context: AppendContext): Promise<Appended> => {
    for (const one of appends) {
      streams.set(one.streamId, [...(streams.get(one.streamId) ?? []), ...storedOf(one, context)])
    }
    const eventCount = appends.reduce((sum, { events }) => sum + events.length, 0)
    return Promise.resolve({ lastPosition: LOG_START, eventCount })
  }
  return {
    store: {
      ...deps.store,
      append,
      readStreams: async (ids) => {
        const recorded = await deps.store.readStreams(ids)
        return new Map(
          ids.map((id) => [id, [...(recorded.get(id) ?? []), ...(streams.get(id) ?? [])]]),
        )
      },
    },
    slugs: drySlugs(deps),
    blobs: dryBlobs(deps),
    vectors: deps.vectors,
    embedder: deps.embedder,
    official: deps.official,
    documents: {
      ...deps.documents,
      state: () => Promise.resolve(),
      list: () => Promise.resolve(),
      remove: () => Promise.resolve(),
      closeListing: () => Promise.resolve([]),
    },
  }
}
