import type { Append, AppendConflict, AppendContext, Appended } from '#contracts/events/append.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import type { ArticleContent, HeadnoteContent, Validity } from '#contracts/content.ts'
import type { Position, SemVer, Sha256Hex, Slug, StreamId } from '#contracts/ids.ts'
import type { StatusFlag } from '#contracts/vocabulary/citator.ts'
import type { ContentType } from '#contracts/vocabulary/texts.ts'

export type { Blobs, Vectors } from '#contracts/events/append.ts'

/** The event store: append-only streams. */
export type EventStore = {
  /**
   * Appends to many streams in one short transaction, all or nothing. Positions are dense and in
   * commit order. Throws Fault `store-unavailable` or `append-timeout`; a conflict is an answer,
   * not a fault.
   */
  append(appends: readonly Append[], context: AppendContext): Promise<Appended | AppendConflict>
  /** Whole streams in stream order; a stream without events is an empty list. */
  readStreams(ids: readonly StreamId[]): Promise<ReadonlyMap<StreamId, StoredEvent[]>>
}

/**
 * The owner of each slug. A slug is claimed before its text is drafted, so that no two texts share
 * one. Claims are durable and idempotent.
 */
export type SlugRegistry = {
  /** Claims each slug for its stream; answers the owner of every slug asked for. */
  claim(claims: readonly { slug: Slug; streamId: StreamId }[]): Promise<ReadonlyMap<Slug, StreamId>>
  ownerOf(slug: Slug): Promise<StreamId | null>
}

/** A folder of a publisher, as somebody configured it. */
export type OfficialFolder = {
  readonly id: string
  /** Its real path: no part of it is a link. */
  readonly folder: string
  readonly publisher: string
  /** Licence of the texts that state none. */
  readonly licence: string | null
}

/** The folders whose texts an import may publish without a person. */
export type OfficialFolders = { list(): Promise<readonly OfficialFolder[]> }

/** Turns texts into vectors of one model. Deterministic: same text, same vector. */
export type Embedder = {
  /** Name and version, e.g. `builtin-hash-384@1`: the key of its vectors. */
  readonly model: string
  readonly dimensions: number
  embedPassages(texts: readonly string[]): Promise<Float32Array[]>
}

/** The transport. */
export type EventPublisher = {
  /**
   * Sends events in the order given; resolves once all of them are acknowledged by every in-sync
   * replica. Throws Fault `transport-unavailable`; then any of them may have been sent.
   */
  publish(events: readonly StoredEvent[]): Promise<void>
  close(): Promise<void>
}

/** The position up to which all events were acknowledged; it never decreases. */
export type RelayCheckpoint = {
  read(): Promise<Position>
  advance(position: Position): Promise<void>
}

/** A named lock that is released when its holder dies. */
export type SingleHolder = {
  hold<T>(name: string, signal: AbortSignal, work: (held: AbortSignal) => Promise<T>): Promise<T>
}

/** The positions at which streams begin, by kind. */
export type StreamBeginnings = {
  /** At most `limit` streams of a kind that begin after a position, in the order of the log. */
  after(
    kind: 'article' | 'concept',
    position: Position,
    limit: number,
  ): Promise<readonly { readonly streamId: StreamId; readonly position: Position }[]>
}

/** A text that another one cites, in its current public wording. */
export type CitedText = {
  readonly slug: Slug
  readonly version: SemVer
  readonly sha256Hash: Sha256Hex
  readonly title: string
  readonly contentClean: string
  readonly contentType: ContentType
  readonly language: string
  readonly headnotes: readonly Pick<HeadnoteContent, 'sequence' | 'summary'>[]
  /** Article number and docket numbers. */
  readonly ownNumbers: readonly string[]
  readonly statusFlag: StatusFlag
  /** The texts whose treatments gave it a red or orange status. */
  readonly stoppedBy: readonly Slug[]
  readonly validity: Validity
}

/** A resolved citation; offsets in UTF-16 units of the citing text. */
export type CitationFound = {
  readonly start: number
  readonly end: number
  readonly slugs: readonly Slug[]
  /** The coverage includes it, but no text was found. */
  readonly dead: boolean
  /** It matches several texts although it means one. */
  readonly ambiguous: boolean
}

/** The parts of a text that its citations are resolved from. */
export type CitingContent = Pick<ArticleContent, 'contentClean' | 'jurisdiction' | 'provision'>

/** Position of the read models and head of the log. */
export type Reach = { readonly position: Position; readonly head: Position }

/** Resolves the citations of a text and reads the cited texts from the live read models. */
export type CitedTexts = {
  /** Citations of a text, in order. */
  citationsOf(text: CitingContent): Promise<readonly CitationFound[]>
  /** The public texts among these slugs, in the order given. */
  read(slugs: readonly Slug[]): Promise<readonly CitedText[]>
  reach(): Promise<Reach>
}
