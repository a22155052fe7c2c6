import type { ArticleContent, Validity } from '#contracts/content.ts'
import type { Append } from '#contracts/events/append.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import type { Position, SemVer, Sha256Hex, Slug, StreamId } from '#contracts/ids.ts'
import type { ContentRecord } from '#contracts/content.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import type { ImportClass } from '../domain/article/decide-import.ts'
import type { ArticleStatus } from '../domain/article/state.ts'
import type { GoneDocument, StatedDocument } from '../ports.ts'
import type {
  PublisherFacts,
  Removal,
  SourceItem,
  SourcePlace,
  SourceRefusal,
} from '../sources/source-item.ts'
import type { OfficialSource } from './official-sources.ts'

/** Size of a batch, which is held in memory and appended in one transaction. */
export const BATCH = {
  recordsMax: 100,
  /** UTF-16 units of texts; a larger text is a batch alone. */
  textUnitsMax: 4 * 1024 * 1024,
} as const

/** Items in the order of the sources. */
export type ReadBatch = { readonly items: readonly SourceItem[] }

/** A cleaned record: the statement of a source about a text. */
export type Statement = {
  readonly place: SourcePlace
  readonly streamId: StreamId
  /** Names the statement, so that it is recorded once. */
  readonly state: string
  readonly hasVersion: boolean
  readonly content: ArticleContent
  readonly validity: Validity
  readonly flags: readonly IntegrityFlag[]
  /** Null: a person has to review it. */
  readonly official: Pick<OfficialSource, 'id' | 'policy' | 'publisher'> | null
  /** Persons and links to other texts that the publisher names besides the record. */
  readonly facts?: PublisherFacts
}

/** A deletion by a publisher, with whose list it is. */
export type CleanRemoval = {
  readonly place: SourcePlace
  readonly removal: Removal
  /** The publisher of the configured folder that has the list; null: the list lies in none. */
  readonly publisher: string | null
  /** The list by the names of archive and entry, without their folder. */
  readonly list: string
  /** What the files of the same increment begin with; null: there is none. */
  readonly increment: string | null
  /** When the publisher deleted it or wrote the list; null: not known. */
  readonly at: string | null
}

/** The items of a batch, in the order of the sources. */
export type CleanBatch = { readonly items: readonly CleanItem[] }
export type CleanItem = Statement | SourceRefusal | CleanRemoval

export const isStatement = (item: CleanItem): item is Statement => 'streamId' in item
export const isCleanRemoval = (item: CleanItem): item is CleanRemoval => 'removal' in item

/** A wording whose passages are to be embedded. */
export type VersionToEmbed = { readonly version: SemVer; readonly content: ContentRecord }

/** The events to append to one stream. */
export type DecidedStream = {
  readonly streamId: StreamId
  readonly expectedVersion: number
  readonly events: readonly ArticleEvent[]
  readonly toEmbed: readonly VersionToEmbed[]
}

/** A note for the person who runs the import; not a refusal. */
export type ImportNote = SourceRefusal

/** A text after a statement of its source. */
export type ImportedText = {
  readonly slug: Slug
  readonly status: ArticleStatus
  /** Whether it has a draft; of a published text, that of its next version. */
  readonly hasDraft: boolean
  /** Whether this statement published a version. */
  readonly isNewlyPublished: boolean
  /** The configured folder of its file. */
  readonly officialSource: string | null
}

/**
 * The same for the person who runs the import in this process. Outcomes have no title, because
 * those of a worker are kept in the history of its workflow, which holds no words of a text.
 */
export type ShownText = {
  readonly title: string
  /** Whether this batch wrote its draft. */
  readonly hasNewDraft: boolean
}

/** The outcome of one record. */
export type RecordOutcome =
  | {
      readonly classification: ImportClass
      readonly place: SourcePlace
      readonly streamId: StreamId
      /** The statement is known, names no version, and is not the current one. */
      readonly isOlderState: boolean
      /** The text afterwards; absent from a worker of an older version. */
      readonly text?: ImportedText
    }
  | { readonly classification: 'refused'; readonly refusal: SourceRefusal }
  | {
      /** The publisher deleted it. One line may mean several texts, or several lines one. */
      readonly classification: 'taken-down'
      readonly place: SourcePlace
      readonly texts: readonly RemovedText[]
    }
  | {
      /** A deletion that takes nothing down, or a file that a later deletion is about. */
      readonly classification: 'without-effect'
      readonly place: SourcePlace
    }

export type RemovedText = { readonly streamId: StreamId; readonly slug: Slug }

export type DecidedBatch = {
  readonly streams: readonly DecidedStream[]
  /** New events of persons and treatments, for the same append. */
  readonly others?: readonly Append[]
  readonly outcomes: readonly RecordOutcome[]
  readonly notes: readonly ImportNote[]
  /** The texts of the outcomes. */
  readonly shown?: ReadonlyMap<StreamId, ShownText>
  /** Texts of this batch by hash; its events refer to them or to stored ones. */
  readonly texts: ReadonlyMap<Sha256Hex, string>
  /** The records and deletions of the publishers of this batch, stored after its events. */
  readonly documents?: {
    readonly stated?: readonly StatedDocument[]
    readonly gone?: readonly GoneDocument[]
    /** Stated, but taken out by a later list: a complete listing has them all the same. */
    readonly heldBack?: readonly StatedDocument[]
  }
}

/** The same with the passage events; their vectors are stored. */
export type EmbeddedBatch = DecidedBatch

/** `moved-on`: others appended to one of the streams, so nothing was recorded. */
export type Recorded = { readonly position: Position | null } | 'moved-on'

export type ImportSummary = {
  readonly read: number
  readonly imported: number
  readonly unchanged: number
  readonly revised: number
  readonly refused: number
  /** Deletions that took a text down. */
  readonly takenDown: number
  /** Deletions and files that changed nothing, as notes say. */
  readonly withoutEffect: number
  /** Position of the last event of this run; null if it recorded none. */
  readonly position: Position | null
}

/**
 * The steps of an import. All but the first two are idempotent: texts and vectors have their hash
 * as key, slugs are claimed for good, and an append has an expected version.
 */
export type ImportActivities = {
  /** The next records of the sources; null at their end. */
  read(): Promise<ReadBatch | null>
  /** Cleans records and names their statements. */
  clean(batch: ReadBatch): Promise<CleanBatch>
  /** Decides the events of each statement. */
  decide(batch: CleanBatch): Promise<DecidedBatch>
  /** Embeds every version that has no passages in the current model. */
  embed(batch: DecidedBatch): Promise<EmbeddedBatch>
  /** Records a batch in one append. */
  record(batch: EmbeddedBatch): Promise<Recorded>
  report(batch: EmbeddedBatch, summary: ImportSummary): Promise<void>
}
