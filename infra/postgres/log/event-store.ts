import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import type { Append, AppendConflict, AppendContext, Appended } from '#contracts/events/append.ts'
import type { NewEvent, StoredEvent } from '#contracts/events/event.ts'
import { currentSchemaVersion } from '#contracts/events/upcast.ts'
import { Fault } from '#contracts/fault.ts'
import { Position, StreamId } from '#contracts/ids.ts'
import type { EventStore } from '#ingest/ports.ts'
import { EVENT_COLUMNS, parseEventRow } from './event-rows.ts'
import { sqlStateOf } from '../platform/faults.ts'
import { onlyRow, type PostgresPool, type Queryable } from '../platform/pool.ts'
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
  text: 'select last_position as "lastPosition", moved from append_events($1, $2, $3, $4, $5)',
}
const MOVED_STREAMS = 'select moved_streams($1, $2) as "streamId"'
const READ_STREAMS = {
  name: 'read-streams',
  text: `select ${EVENT_COLUMNS} from events where stream_id = any($1) order by stream_id, stream_version`,
}

const Answer = z.object({ lastPosition: Position.nullable(), moved: z.array(StreamId).nullable() })
const Moved = z.array(z.object({ streamId: StreamId }))

/**
 * Prints an event as JSON for `append_events`. Its data have RFC 8785 form, whose hash is the
 * payload's.
 */
const printEvent = (streamId: StreamId, streamVersion: number, event: NewEvent): string => {
  const data = canonicalJson(event.data)
  const members = {
    id: uuidV7(),
    streamId,
    streamVersion,
    type: event.type,
    schemaVersion: currentSchemaVersion(event.type),
    payloadHash: sha256Hex(data),
  }
  return `${JSON.stringify(members).slice(0, -1)},"data":${data}}`
}

const printEvents = (appends: readonly Append[]): { json: string; count: number } => {
  const printed = appends.flatMap(({ streamId, expectedVersion, events }) =>
    events.map((event, index) => printEvent(streamId, expectedVersion + index + 1, event)),
  )
  return { json: `[${printed.join()}]`, count: printed.length }
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

const appendTo = async (
  pool: PostgresPool,
  appends: readonly Append[],
  context: AppendContext,
  lockTimeoutMs: number,
): Promise<Appended | AppendConflict> => {
  checkAppends(appends)
  const { json, count } = printEvents(appends)
  const keys = [
    appends.map(({ streamId }) => streamId),
    appends.map(({ expectedVersion }) => expectedVersion),
  ]
  const common = JSON.stringify({ ...context, appendId: randomUUID() })
  try {
    const result = await pool.query(APPEND_EVENTS, [...keys, json, common, lockTimeoutMs])
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
    return groupByStream(ids, rows.map(parseEventRow))
  },
})
