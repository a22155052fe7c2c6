import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import type { LogEntry } from '#contracts/events/append.ts'
import {
  EventMetadata,
  EventName,
  parseNewEvent,
  type StoredEvent,
} from '#contracts/events/event.ts'
import { upcast } from '#contracts/events/upcast.ts'
import { Instant, Position, type StreamId } from '#contracts/ids.ts'

/** The members of a stored event, as every reader selects them. */
export const EVENT_COLUMNS = `id, schema_version as "schemaVersion", position, stream_id as "streamId",
  stream_version as "streamVersion", append_id as "appendId", causation_id as "causationId",
  correlation_id as "correlationId", actor,
  to_char(time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time,
  encode(payload_hash, 'hex') as "payloadHash", type, data`

const Payload = z.object({ type: EventName, data: z.record(z.string(), z.unknown()) })

/**
 * Parses a row into an event, upcast to the current shape. Throws Fault `event-unreadable` for an
 * event that this version does not know.
 */
export const parseEventRow = (row: Record<string, unknown>): StoredEvent => {
  const { type, data, ...rest } = row
  try {
    const metadata = EventMetadata.parse(rest)
    const payload = Payload.parse({ type, data })
    const current = upcast(payload.type, metadata.schemaVersion, payload.data)
    return { ...metadata, ...parseNewEvent(payload.type, current) }
  } catch (cause) {
    throw new Fault(
      'event-unreadable',
      `The event at position ${String(rest['position'])} has a shape that is not known.`,
      {
        cause,
        hint: 'Use the version of Pandect that wrote it, or a newer one.',
      },
    )
  }
}

/** The columns of every row, which the table's constraints guarantee. */
const Place = z.object({
  position: Position,
  streamId: z.string(),
  streamVersion: z.int().min(1),
  time: Instant,
})

/**
 * Parses a row like `parseEventRow`, but returns a marker for an unknown event, so that the others
 * can be read.
 */
export const parseLogEntry = (row: Record<string, unknown>): LogEntry => {
  try {
    return parseEventRow(row)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const { streamId, ...place } = Place.parse(row)
    // A newer kind of stream does not fit today's StreamId; it is only compared and shown.
    return { ...place, streamId: streamId as StreamId, reason: error.code }
  }
}
