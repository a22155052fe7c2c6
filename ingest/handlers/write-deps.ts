import type { AppendContext } from '#contracts/events/append.ts'
import type { CitedTexts } from '../groundedness/ports.ts'
import type { Blobs, Embedder, EventStore, SlugRegistry, Vectors } from '../ports.ts'

/** What the write side reads and writes through. */
export type WriteDeps = {
  readonly store: EventStore
  readonly blobs: Blobs
  readonly vectors: Vectors
  readonly slugs: SlugRegistry
  readonly embedder: Embedder
  /**
   * What texts cite, for the gate before publication; where it is missing, drafts are not assessed.
   */
  readonly cited?: CitedTexts
}

/**
 * Who acts, when, in which chain of causes: the same for all facts of one command or one import.
 */
export type WriteContext = AppendContext
