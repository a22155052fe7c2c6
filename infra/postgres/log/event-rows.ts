import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import type { LogEntry, UnreadableEvent } from '#contracts/events/append.ts'
import { EventMetadata, EventName, type StoredEvent } from '#contracts/events/event.ts'
import { Instant, Position, type StreamId } from '#contracts/ids.ts'
import { openEvent, type SealedEvent } from '#contracts/sealing/sealed-event.ts'
import type { Vault } from '../platform/vault.ts'

/** The members of a stored event, as every reader selects them. */
export const EVENT_COLUMNS = `id, schema_version as "schemaVersion", position, stream_id as "streamId",
  stream_version as "streamVersion", append_id as "appendId", causation_id as "causationId",
  correlation_id as "correlationId", actor,
  to_char(time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time,
  encode(payload_hash, 'hex') as "payloadHash", type, data, seal_key as "sealKey", sealed,
  (select wrapped from keys.seal_keys where keys.seal_keys.id = seal_key) as "wrappedKey"`

type Row = Record<string, unknown>
const Payload = z.object({
  type: EventName,
  data: z.record(z.string(), z.unknown()),
  sealKey: z.uuid().nullable(),
  sealed: z.instanceof(Buffer).nullable(),
  /** Null: nothing is sealed, or the key was destroyed. */
  wrappedKey: z.instanceof(Buffer).nullable(),
})

const unreadable = (row: Row, cause: unknown): Fault =>
  new Fault(
    'event-unreadable',
    `The event at position ${String(row['position'])} has a shape that is not known.`,
    { cause, hint: 'Use the version of Pandect that wrote it, or a newer one.' },
  )

const parseRow = (row: Row): { event: SealedEvent; wrappedKey: Buffer | null } => {
  const { type, data, sealKey, sealed, wrappedKey, ...rest } = row
  try {
    const metadata = EventMetadata.parse(rest)
    const payload = Payload.parse({ type, data, sealKey, sealed, wrappedKey })
    const part =
      payload.sealKey === null || payload.sealed === null
        ? null
        : { key: payload.sealKey, body: payload.sealed }
    const event = { ...metadata, type: payload.type, data: payload.data, sealed: part }
    return { event, wrappedKey: payload.wrappedKey }
  } catch (cause) {
    throw unreadable(row, cause)
  }
}

/**
 * Parses a row into an event, opened and upcast to the current shape; where its key was destroyed,
 * with the stand-ins of erased members. Throws Fault `event-unreadable` for an event that this
 * version does not know, and the Faults of the vault.
 */
export const parseEventRow = (row: Row, vault: Vault): StoredEvent => {
  const { event, wrappedKey } = parseRow(row)
  const key = wrappedKey === null ? null : vault.unwrap(wrappedKey)
  try {
    return openEvent(event, key)
  } catch (cause) {
    throw unreadable(row, cause)
  }
}

/** The columns of every row, which the table's constraints guarantee. */
const Place = z.object({
  position: Position,
  streamId: z.string(),
  streamVersion: z.int().min(1),
  time: Instant,
})

const markUnreadable = (row: Row, error: unknown): UnreadableEvent => {
  if (!(error instanceof Fault) || error.code !== 'event-unreadable') throw error
  const { streamId, ...place } = Place.parse(row)
  // A newer kind of stream does not fit today's StreamId; it is only compared and shown.
  return { ...place, streamId: streamId as StreamId, reason: error.code }
}

/**
 * Parses a row like `parseEventRow`, but returns a marker for an unknown event, so that the others
 * can be read.
 */
export const parseLogEntry = (row: Row, vault: Vault): LogEntry => {
  try {
    return parseEventRow(row, vault)
  } catch (error) {
    return markUnreadable(row, error)
  }
}

/** Parses a row into an event as it is stored: nothing is opened. Throws as `parseEventRow`. */
export const parseSealedRow = (row: Row): SealedEvent => parseRow(row).event

/** The same, with a marker for a row that can't be read. */
export const parseSealedEntry = (row: Row): SealedEvent | UnreadableEvent => {
  try {
    return parseSealedRow(row)
  } catch (error) {
    return markUnreadable(row, error)
  }
}
