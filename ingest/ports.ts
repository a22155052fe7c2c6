import type { Append, AppendConflict, AppendContext, Appended } from '#contracts/events/append.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import type { Position, Slug, StreamId } from '#contracts/ids.ts'

export type { Blobs, Vectors } from '#contracts/events/append.ts'

/** The truth: streams of facts, append-only. */
export type EventStore = {
  /**
   * Appends to many streams in one short transaction, all or nothing. Positions are dense and in
   * commit order. Throws Fault `store-unavailable` or `append-timeout`; a stream that moved on is
   * an answer, not a fault.
   */
  append(appends: readonly Append[], context: AppendContext): Promise<Appended | AppendConflict>
  /** Whole streams in stream order; a stream without events is an empty list. */
  readStreams(ids: readonly StreamId[]): Promise<ReadonlyMap<StreamId, StoredEvent[]>>
}

/**
 * Which text holds a slug. A slug is claimed before its text is drafted, so that two texts never
 * share one. Claims are durable and idempotent.
 */
export type SlugRegistry = {
  /** Claims each slug for its stream; answers the owner of every slug asked for. */
  claim(claims: readonly { slug: Slug; streamId: StreamId }[]): Promise<ReadonlyMap<Slug, StreamId>>
  ownerOf(slug: Slug): Promise<StreamId | null>
}

/** Turns texts into vectors of one model. Deterministic: same text, same vector. */
export type Embedder = {
  /** Name and version, e.g. `builtin-hash-384@1`: the key of its vectors. */
  readonly model: string
  readonly dimensions: number
  embedPassages(texts: readonly string[]): Promise<Float32Array[]>
}

/** The transport, as the relay sees it. */
export type EventPublisher = {
  /**
   * Sends events in the order given; resolves once all of them are acknowledged by every in-sync
   * replica. Throws Fault `transport-unavailable`; then any of them may have been sent.
   */
  publish(events: readonly StoredEvent[]): Promise<void>
  close(): Promise<void>
}

/** How far the relay has come: everything up to it was acknowledged. Never moves back. */
export type RelayCheckpoint = {
  read(): Promise<Position>
  advance(position: Position): Promise<void>
}

/** A lock by name that goes with the life of its holder. */
export type SingleHolder = {
  hold<T>(name: string, signal: AbortSignal, work: (held: AbortSignal) => Promise<T>): Promise<T>
}

/** Where streams begin in the log, by the kind of what they are about. */
export type StreamBeginnings = {
  /** At most `limit` streams of a kind that begin after a position, in the order of the log. */
  after(
    kind: 'article' | 'concept',
    position: Position,
    limit: number,
  ): Promise<readonly { readonly streamId: StreamId; readonly position: Position }[]>
}
