import type { Instant, Position, Sha256Hex, Slug, StreamId } from '../ids.ts'
import type { SealedEvent } from '../sealing/sealed-event.ts'
import type { EventMetadata, NewEvent, StoredEvent } from './event.ts'

/** Keys that are destroyed, and what is found by the words that they sealed. */
export type Destroyed = {
  readonly keys: readonly string[]
  readonly slugs: readonly Slug[]
  /** Hashes of embedded passages. */
  readonly passages: readonly Sha256Hex[]
  /** HMAC of what was served of the text before, for the certificate; absent: nobody read it. */
  readonly digest?: Sha256Hex
}

/** New events of one stream and the version they were decided on (0: a new stream). */
export type Append = {
  readonly streamId: StreamId
  readonly expectedVersion: number
  readonly events: readonly NewEvent[]
  /** What is forgotten in the same transaction. */
  readonly destroys?: Destroyed
}

/** Who acts, when, and in which chain of causes; the same for all events of one append. */
export type AppendContext = {
  readonly actor: string
  readonly time: Instant
  readonly correlationId: string
  readonly causationId: string | null
}

/** The streams with newer events; nothing of the append was recorded. */
export type AppendConflict = { readonly conflict: readonly StreamId[] }
export type Appended = { readonly lastPosition: Position; readonly eventCount: number }

/** Long values kept once under their hash, beside the log. */
export type Blobs = {
  put(texts: readonly { sha256: Sha256Hex; text: string }[]): Promise<void>
  /** Throws Fault `blob-missing` if one is not there: a blob is part of the truth. */
  get(hashes: readonly Sha256Hex[]): Promise<ReadonlyMap<Sha256Hex, string>>
}

/** Vectors by model and SHA-256 of the embedded text, so that each is computed once. */
export type Vectors = {
  put(
    model: string,
    vectors: readonly { textSha256: Sha256Hex; vector: Float32Array }[],
  ): Promise<void>
  /** The known vectors; the others are absent from the map. */
  get(model: string, hashes: readonly Sha256Hex[]): Promise<ReadonlyMap<Sha256Hex, Float32Array>>
}

/** Replaces an event of the log whose shape this version does not know. */
export type UnreadableEvent = Pick<
  EventMetadata,
  'position' | 'streamId' | 'streamVersion' | 'time'
> & {
  /** Stable code, such as `event-unreadable`. */
  readonly reason: string
}
export type LogEntry = StoredEvent | UnreadableEvent

export const isUnreadable = (entry: LogEntry): entry is UnreadableEvent => 'reason' in entry

/** The log in order, for its followers. */
export type EventLog = {
  /**
   * Up to `limit` events with a position above `after`, ascending, without gaps. Throws Fault
   * `event-unreadable` where one of them has a shape that is not known.
   */
  read(after: Position, limit: number): Promise<StoredEvent[]>
  /** The same, with markers in the place of unreadable events. */
  readEntries(after: Position, limit: number): Promise<LogEntry[]>
  /** Up to `limit` entries of one stream with a version above `afterVersion`, ascending. */
  readStream(streamId: StreamId, afterVersion: number, limit: number): Promise<LogEntry[]>
  head(): Promise<Position>
  /** Returns when there may be events after `after`, after `timeoutMs`, or when aborted. */
  wait(after: Position, timeoutMs: number, signal: AbortSignal): Promise<void>
}

/**
 * Opens sealed events with the keys as they are now. Throws an error for one of a shape that is not
 * known; the log tells which.
 */
export type OpenEvents = (events: readonly SealedEvent[]) => Promise<StoredEvent[]>

/** The log as it is stored, for a transport: nothing is opened. */
export type SealedLog = {
  /** As `readEntries`, with the sealed members still sealed. */
  readSealed(after: Position, limit: number): Promise<(SealedEvent | UnreadableEvent)[]>
}
