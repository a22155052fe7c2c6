import type { ClaimVerifier } from '#contracts/law/claims/judge.ts'
import type { AssessWording } from '../groundedness/wording-found.ts'
import type { CitedTexts } from '../ports.ts'
import type {
  Blobs,
  Embedder,
  EventStore,
  OfficialFolders,
  PublisherDocuments,
  SlugRegistry,
  Vectors,
  WriteAudit,
} from '../ports.ts'

/** The ports that all writing needs. */
type StoreDeps = {
  readonly store: EventStore
  readonly blobs: Blobs
  readonly vectors: Vectors
  readonly slugs: SlugRegistry
  readonly embedder: Embedder
}

/** The ports of an import. */
export type ImportDeps = StoreDeps & {
  /** The folders whose texts it may publish. */
  readonly official: OfficialFolders
  /** What the publishers of these texts state and delete. */
  readonly documents: PublisherDocuments
}

/** The ports of editorial acts. */
export type WriteDeps = StoreDeps & {
  /** Resolves the citations of a text for the check before publication. */
  readonly cited: CitedTexts
  /** Judges the sentences of a text against those it cites. */
  readonly verifier: ClaimVerifier
  /**
   * Compares a text with what it cites before it is published, elsewhere than on the caller's event
   * loop: a long text takes a second. Absent: by `cited` and `verifier`, here.
   */
  readonly assess?: AssessWording
  readonly audit?: WriteAudit
}

/** Actor, time and causation of all events of one command or import. */
export type { AppendContext as WriteContext } from '#contracts/events/append.ts'
