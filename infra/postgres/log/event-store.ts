import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type {
  Append,
  AppendConflict,
  AppendContext,
  Appended,
  Destroyed,
} from '#contracts/events/append.ts'
import type { ContentRecord } from '#contracts/content.ts'
import type { NewEvent, StoredEvent } from '#contracts/events/event.ts'
import { currentSchemaVersion } from '#contracts/events/upcast.ts'
import { Fault } from '#contracts/fault.ts'
import { Position, Sha256Hex, StreamId } from '#contracts/ids.ts'
import { hasSealedMembers, payloadHashOf, sealData } from '#contracts/sealing/sealed-event.ts'
import type { EventStore } from '#ingest/ports.ts'
import { EVENT_COLUMNS, parseEventRow } from './event-rows.ts'
import { sqlStateOf } from '../platform/faults.ts'
import { statement } from '../platform/statement.ts'
import { onlyRow, type PostgresPool, type Queryable, type Result } from '../platform/pool.ts'
import type { SealKey, Vault } from '../platform/vault.ts'
import { uuidV7 } from './uuid-v7.ts'

/** Limits of one append. */
export const APPEND = {
  eventsMax: 20_000,
  /** Time limit of waiting for the previous append. */
  lockTimeoutMs: 5_000,
} as const

export type EventStoreOptions = { readonly lockTimeoutMs?: number }

const DUPLICATE_KEY = '23505'
const LOCK_NOT_AVAILABLE = '55P03'
const CANCELLED = '57014'

const APPEND_EVENTS = {
  name: 'append-events',
  text: 'select last_position as "lastPosition", moved from append_facts($1, $2, $3, $4, $5, $6, $7)',
}
/** Appends events and records what has to be scrubbed. */
const APPEND_ERASING = {
  name: 'append-erasing',
  text: 'select last_position as "lastPosition", moved from append_erasing($1, $2, $3, $4, $5, $6, $7, $8)',
}
const NOTE_DIGEST = statement('erasures-note-digest', {
  sql: 'update keys.erasures set digest_before = $2 where position = $1',
  values: (position: Position, digest: Sha256Hex) => [position, digest],
})
const MOVED_STREAMS = 'select moved_streams($1, $2) as "streamId"'
const READ_STREAMS = {
  name: 'read-streams',
  text: `select ${EVENT_COLUMNS} from events where stream_id = any($1) order by stream_id, stream_version`,
}

const SEAL_KEYS = statement('seal-keys-of-stream', {
  sql: `select stream_version as version, (select id from keys.seal_keys where id = seal_key) as key
    from events where stream_id = $1 and seal_key is not null order by stream_version`,
  values: (streamId: StreamId) => [streamId],
  row: z.object({ version: z.int(), key: z.uuid().nullable() }),
})

const Answer = z.object({ lastPosition: Position.nullable(), moved: z.array(StreamId).nullable() })
const Moved = z.array(z.object({ streamId: StreamId }))

/** NUL in the JSON of a text: PostgreSQL can't store it, and read models would fail on it later. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/

const checkStorable = (data: NewEvent['data']): void => {
  const json = JSON.stringify(data)
  if (json.includes('\\u0000') && NUL.test(json)) throw new Fault('store-invalid')
}

/** Prints an event as JSON for `append_facts`. Its clear members have RFC 8785 form. */
const printEvent = (
  streamId: StreamId,
  streamVersion: number,
  { type, data }: NewEvent,
  key: SealKey | null,
): string => {
  checkStorable(data)
  const schemaVersion = currentSchemaVersion(type)
  const place = { streamId, streamVersion, type, schemaVersion }
  const { clear, sealed } =
    key === null ? { clear: data, sealed: null } : sealData(place, data, key)
  const members = {
    id: uuidV7(),
    ...place,
    payloadHash: payloadHashOf(clear, sealed),
    ...(sealed === null ? {} : { sealKey: sealed.key, sealed: sealed.body.toString('base64') }),
  }
  return `${JSON.stringify(members).slice(0, -1)},"data":${canonicalJson(clear)}}`
}

/** The texts that events refer to, each once. */
export const textsOf = (events: readonly NewEvent[]): ReadonlySet<Sha256Hex> =>
  new Set(
    events.flatMap(({ data }) => ('content' in data ? [data.content.contentClean.sha256] : [])),
  )

/** The passages that events name the vectors of, by model, each once. */
const vectorsOf = (events: readonly NewEvent[]): ReadonlyMap<string, ReadonlySet<Sha256Hex>> => {
  const named = new Map<string, Set<Sha256Hex>>()
  for (const { type, data } of events) {
    if (type !== 'PassagesEmbedded') continue
    const own = named.get(data.model) ?? new Set()
    named.set(data.model, own)
    for (const { textSha256 } of [...data.passages, ...data.headnotes]) own.add(textSha256)
  }
  return named
}

const printKey = (
  vault: Vault,
  streamId: StreamId,
  { id, wrapped }: SealKey,
  events: readonly NewEvent[],
): object => ({
  id,
  streamId,
  wrapped: wrapped.toString('base64'),
  texts: [...textsOf(events)].map((hash) => vault.lookUp('text', hash).toString('base64')),
  vectors: [...vectorsOf(events)].map(([model, hashes]) => ({
    model,
    lookUps: [...hashes].map((hash) => vault.lookUp('vector', hash).toString('base64')),
  })),
})

type Printed = { readonly events: string; readonly keys: string; readonly count: number }

/** Whether two events of content hold the same wording. */
const isSameWording = (a: ContentRecord, b: ContentRecord): boolean =>
  a === b || canonicalJson(a) === canonicalJson(b)

/**
 * Cuts the events of one stream in one append where another wording begins, so that each wording
 * has a key of its own: at a statement of a source, and at a content that differs from the one
 * before.
 */
export const byWording = <E>(events: readonly E[], eventOf: (event: E) => NewEvent): E[][] => {
  const groups: E[][] = []
  let content: ContentRecord | null = null
  for (const event of events) {
    const { type, data } = eventOf(event)
    const own = 'content' in data ? data.content : null
    const isOther = own !== null && content !== null && !isSameWording(own, content)
    const group = groups.at(-1)
    if (group === undefined || type === 'Imported' || isOther) {
      groups.push([event])
      content = own
    } else {
      group.push(event)
      content = own ?? content
    }
  }
  return groups
}

const printAppends = (vault: Vault, appends: readonly Append[]): Printed => {
  const keys: object[] = []
  const printed = appends.flatMap(({ streamId, expectedVersion, events }) => {
    let version = expectedVersion
    return byWording(events, (event) => event).flatMap((group) => {
      const key = group.some(hasSealedMembers) ? vault.makeKey() : null
      if (key !== null) keys.push(printKey(vault, streamId, key, group))
      return group.map((event) => printEvent(streamId, (version += 1), event, key))
    })
  })
  return { events: `[${printed.join()}]`, keys: JSON.stringify(keys), count: printed.length }
}

const checkAppends = (appends: readonly Append[]): void => {
  const count = appends.reduce((sum, { events }) => sum + events.length, 0)
  const streams = new Set(appends.map(({ streamId }) => streamId))
  if (count <= APPEND.eventsMax && streams.size === appends.length) return
  throw new Fault('append-invalid', 'An append names a stream twice or has too many events.', {
    hint: `Give each stream one entry, and at most ${APPEND.eventsMax} events in all.`,
  })
}

const appendFault = (error: unknown): unknown => {
  const state = sqlStateOf(error)
  if (state !== LOCK_NOT_AVAILABLE && state !== CANCELLED) return error
  return new Fault('append-timeout', { cause: error, retryAfterMs: 1_000 })
}

const movedStreams = async (database: Queryable, keys: readonly unknown[]): Promise<StreamId[]> => {
  const { rows } = await database.query(MOVED_STREAMS, keys)
  return Moved.parse(rows).map(({ streamId }) => streamId)
}

/**
 * What the appends destroy; null: nothing. Each erasure is an append of its own, and its last
 * stream is the one that is erased.
 */
const destroyedBy = (appends: readonly Append[]): Destroyed | null =>
  appends.at(-1)?.destroys ?? null

/** By what the rest of erased wordings is found without their words. */
const printDestroyed = (vault: Vault, { slugs, passages }: Destroyed): object => {
  const lookUps = (kind: 'slug' | 'vector', values: readonly string[]): string[] =>
    values.map((value) => vault.lookUp(kind, value).toString('hex'))
  return { slugs: lookUps('slug', slugs), vectors: lookUps('vector', passages) }
}

/** One transaction with the digest of what was served before. */
const appendErasing = (
  pool: PostgresPool,
  values: readonly unknown[],
  destroyed: Destroyed,
): Promise<Result<Record<string, unknown>>> =>
  pool.transaction(async (on) => {
    const lookUps = JSON.stringify(printDestroyed(pool.vault, destroyed))
    const result = await on.query(APPEND_ERASING, [...values, destroyed.keys, lookUps])
    const { lastPosition } = Answer.parse(onlyRow(result))
    if (lastPosition !== null && destroyed.digest !== undefined)
      await NOTE_DIGEST.run(on, lastPosition, destroyed.digest)
    return result
  })

const appendTo = async (
  pool: PostgresPool,
  appends: readonly Append[],
  context: AppendContext,
  lockTimeoutMs: number,
): Promise<Appended | AppendConflict> => {
  checkAppends(appends)
  const { events, keys: sealKeys, count } = printAppends(pool.vault, appends)
  const keys = [
    appends.map(({ streamId }) => streamId),
    appends.map(({ expectedVersion }) => expectedVersion),
  ]
  const common = JSON.stringify({ ...context, appendId: randomUUID() })
  try {
    const values = [...keys, events, common, lockTimeoutMs, sealKeys]
    const destroyed = destroyedBy(appends)
    const result =
      destroyed === null
        ? await pool.query(APPEND_EVENTS, [...values, []])
        : await appendErasing(pool, values, destroyed)
    const { lastPosition, moved } = Answer.parse(onlyRow(result))
    if (lastPosition === null) return { conflict: moved ?? [] }
    return { lastPosition, eventCount: count }
  } catch (error) {
    // Another writer appended to a stream between our check and our insert.
    const conflict = sqlStateOf(error) === DUPLICATE_KEY ? await movedStreams(pool, keys) : []
    if (conflict.length > 0) return { conflict }
    throw appendFault(error)
  }
}

const groupByStream = (ids: readonly StreamId[], events: readonly StoredEvent[]) => {
  const streams = new Map<StreamId, StoredEvent[]>(ids.map((id) => [id, []]))
  for (const event of events) streams.get(event.streamId)?.push(event)
  return streams
}

/**
 * The event store on PostgreSQL. An append is one statement and one transaction. If its answer is
 * lost (`store-unavailable`), repeating it either records it or returns a conflict, so nothing is
 * recorded twice.
 */
export const makeEventStore = (
  pool: PostgresPool,
  options: EventStoreOptions = {},
): EventStore => ({
  append: (appends, context) =>
    appendTo(pool, appends, context, options.lockTimeoutMs ?? APPEND.lockTimeoutMs),
  readStreams: async (ids) => {
    const { rows } = await pool.query(READ_STREAMS, [ids])
    return groupByStream(
      ids,
      rows.map((row) => parseEventRow(row, pool.vault)),
    )
  },
  sealKeysOf: async (streamId) =>
    new Map((await SEAL_KEYS.rows(pool, streamId)).map(({ version, key }) => [version, key])),
  fingerprint: (name) => Sha256Hex.parse(pool.vault.lookUp('wording', name).toString('hex')),
})
