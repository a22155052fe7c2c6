/** Ports of the read models that all projections share. */
import type { DeadLetterMessage } from '#contracts/events/dead-letter.ts'
import type { Position, StreamId } from '#contracts/ids.ts'
import type { Generation, KeyedDocument } from '../ports.ts'

/** `position` is the checkpoint; `reaching` is above it while a batch is being written. */
export type GenerationProgress = { readonly position: Position; readonly reaching: Position }

/** `embeddingModel` null: of each wording, the passages of the model that was embedded last. */
export type GenerationSetup = { readonly embeddingModel: string | null }

/** Progress of the generations of the read models, and which one is live. */
export type Generations = {
  live(): Promise<Generation>
  /** Throws Fault `generation-unknown`. */
  setup(generation: Generation): Promise<GenerationSetup>
  /** Throws Fault `generation-unknown`. */
  progress(generation: Generation): Promise<GenerationProgress>
  /** Records how far the next batch reaches, before readers can see any of it. */
  reach(generation: Generation, position: Position): Promise<void>
  /** Moves the checkpoint, never back. Throws Fault `generation-unknown`. */
  advance(generation: Generation, position: Position): Promise<void>
}

/** A stream whose next event cannot be folded; its later events wait until an operator acts. */
export type ParkedStream = {
  readonly streamId: StreamId
  /** The first event that is not in the read models. */
  readonly streamVersion: number
  readonly position: Position
  /** Stable code: of a Fault, or `event-unreadable`. */
  readonly reason: string
}

export type ParkedStreams = {
  /** The streams among `ids` that are parked. */
  among(generation: Generation, ids: readonly StreamId[]): Promise<ReadonlySet<StreamId>>
  /** Idempotent: the first reason stays. */
  park(generation: Generation, streams: readonly ParkedStream[]): Promise<void>
  /** All of them, in log order. */
  list(generation: Generation): Promise<readonly ParkedStream[]>
  /** Asks the projector to fold the stream again; false where it is not parked. */
  requestRetry(generation: Generation, streamId: StreamId): Promise<boolean>
  /** Streams with a requested retry, in log order. */
  retries(generation: Generation): Promise<readonly ParkedStream[]>
  /** Ends a retry: the stream is parked at another event, or (null) no longer parked. */
  settleRetry(
    generation: Generation,
    streamId: StreamId,
    stillParked: ParkedStream | null,
  ): Promise<void>
}

/** The rows of one projection, as digests read them and a replay removes them. */
export type ProjectionRows = {
  /** Every document for digests, by key in code unit order. Read in bounded pages. */
  readonly documents: (generation: Generation) => AsyncIterable<KeyedDocument>
  /** Removes the rows of a retired generation, in bounded steps. Idempotent. */
  readonly drop: (generation: Generation) => Promise<void>
}

/** Rows that wait for the transaction of their texts. Only its adapter knows the transaction. */
export type Write = (transaction: never) => Promise<void>

/**
 * Runs the writes in one transaction, in order: all or nothing. Throws Fault `slug-taken` if two
 * texts would be served under one slug.
 */
export type WriteTogether = (writes: readonly Write[]) => Promise<void>

/** Where parked streams are announced. The read models remain the truth about them. */
export type DeadLetterPublisher = {
  /**
   * Resolves once the letters are kept. After a Fault some may have been sent; sending one twice is
   * harmless, since letters are keyed by stream.
   */
  publish(letters: readonly DeadLetterMessage[]): Promise<void>
  close(): Promise<void>
}
