import type { Act } from '#contracts/audit.ts'
import type { Append, AppendConflict, AppendContext, Appended } from '#contracts/events/append.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import type { ArticleContent, HeadnoteContent, Validity } from '#contracts/content.ts'
import type { PublisherRemoval, RemovalCause } from '#contracts/events/article.ts'
import type { Instant, Position, SemVer, Sha256Hex, Slug, StreamId } from '#contracts/ids.ts'
import type { SealedEvent } from '#contracts/sealing/sealed-event.ts'
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
  /** Key id of each sealed event of a stream, by version; null: the key was destroyed. */
  sealKeysOf(streamId: StreamId): Promise<ReadonlyMap<number, string | null>>
  /** Names a value by an HMAC that nobody can make without the key pepper. */
  fingerprint(name: string): Sha256Hex
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

/**
 * A document of a publisher: what its lists of deletions name. A text has one; an article of LEGI
 * has one for each wording.
 */
export type StatedDocument = {
  readonly publisher: string
  readonly document: string
  readonly streamId: StreamId
  /** What a complete listing is compared with: a base of the DILA, or a kind of ids. */
  readonly series: string
  /** Path in the publisher's base, without slashes and extension. */
  readonly pathKey: string | null
  readonly file: string
  /** The publisher's time of the file, RFC 3339 or its beginning; null: not known. */
  readonly statedAt: string | null
}
export type HeldDocument = Pick<
  StatedDocument,
  'publisher' | 'document' | 'pathKey' | 'statedAt'
> & {
  /** Null: deleted before it was ever stated here. */
  readonly streamId: StreamId | null
  readonly file: string | null
  readonly run: string | null
  readonly gone: RemovalCause | null
  readonly goneAt: string | null
}
/** A document that its publisher took out; `streamId` null: it is not here. */
export type GoneDocument = Pick<PublisherRemoval, 'publisher' | 'cause' | 'list'> & {
  readonly document: string
  readonly streamId: StreamId | null
  readonly series: string
  readonly at: string | null
}
/** A complete listing of one series; `before`: what the last counted one had. */
export type ClosedListing = {
  readonly publisher: string
  readonly series: string
  readonly documents: number
  readonly before: number
  /** `fell`: more than 5 % fewer; `same-day`: another one was counted on this day. */
  readonly outcome: 'counted' | 'fell' | 'same-day'
}

/** What publishers state, delete, and no longer list. */
export type PublisherDocuments = {
  /** Idempotent. A document that was gone is there again. `listing`: of a complete import. */
  state(documents: readonly StatedDocument[], run: string, listing: string | null): Promise<void>
  /** Only that a complete listing has them. */
  list(publisher: string, documents: readonly string[], listing: string): Promise<void>
  remove(documents: readonly GoneDocument[]): Promise<void>
  /** Documents with these ids, with ids below these works, and in these folders, of anybody. */
  find(wanted: {
    readonly documents: readonly string[]
    readonly works: readonly string[]
    readonly folders: readonly string[]
  }): Promise<readonly HeldDocument[]>
  ofTexts(streamIds: readonly StreamId[]): Promise<readonly HeldDocument[]>
  /** Those of these documents that are known, also where their publisher took them out. */
  held(publisher: string, documents: readonly string[]): Promise<readonly HeldDocument[]>
  /** Counts the absences from a listing; each series is compared with its last listing. */
  closeListing(
    listing: string,
    time: Instant,
    acceptFall: boolean,
  ): Promise<readonly ClosedListing[]>
  /** Documents that were absent too often and are not gone yet. */
  absentTooOften(
    absencesMin: number,
  ): Promise<readonly (HeldDocument & { readonly series: string })[]>
}

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
   * Sends events in the order given, sealed as they are; resolves once all of them are acknowledged
   * by every in-sync replica. Throws Fault `transport-unavailable`; then any of them may have been
   * sent.
   */
  publish(events: readonly SealedEvent[]): Promise<void>
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

/**
 * Writes a line of the audit table, after the log recorded the act. `isRepeated`: it may be there
 * already, since the answer to an earlier try was lost.
 */
export type WriteAudit = (act: Act, isRepeated: boolean) => Promise<void>
