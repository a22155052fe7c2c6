import type { CitedTexts } from '../ports.ts'
import type { Blobs, Embedder, EventStore, SlugRegistry, Vectors } from '../ports.ts'

/** What an import reads and writes through. */
export type ImportDeps = {
  readonly store: EventStore
  readonly blobs: Blobs
  readonly vectors: Vectors
  readonly slugs: SlugRegistry
  readonly embedder: Embedder
}

/** What editorial acts need besides. */
export type WriteDeps = ImportDeps & {
  /** What texts cite, for the check before publication. */
  readonly cited: CitedTexts
}

/** Who acts, when, in which chain of causes: the same for all events of one command or import. */
export type { AppendContext as WriteContext } from '#contracts/events/append.ts'
