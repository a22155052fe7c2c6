import type { ArticleContent, Validity } from '#contracts/content.ts'
import type { Append } from '#contracts/events/append.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import type { Position, SemVer, Sha256Hex, StreamId } from '#contracts/ids.ts'
import type { ContentRecord } from '#contracts/content.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import type { ImportClass } from '../domain/article/decide-import.ts'
import type {
  PublisherFacts,
  SourceItem,
  SourcePlace,
  SourceRefusal,
} from '../sources/source-item.ts'
import type { ImportPolicy } from './official-sources.ts'

/** How much is imported at once: one batch is held in memory, and appended in one transaction. */
export const BATCH = {
  recordsMax: 100,
  /** UTF-16 units of texts; one text larger than this is a batch of its own. */
  textUnitsMax: 4 * 1024 * 1024,
} as const

/** What was read, in the order of the sources. */
export type ReadBatch = { readonly items: readonly SourceItem[] }

/** A cleaned record: what a source states of a text. */
export type Statement = {
  readonly place: SourcePlace
  readonly streamId: StreamId
  /** Names the statement, so that it is recorded once. */
  readonly state: string
  readonly hasVersion: boolean
  readonly content: ArticleContent
  readonly validity: Validity
  readonly flags: readonly IntegrityFlag[]
  readonly policy: ImportPolicy
  /** What the publisher says beyond the record: persons, ties to other texts. */
  readonly facts?: PublisherFacts
}

/** In the order of the sources. */
export type CleanBatch = { readonly items: readonly (Statement | SourceRefusal)[] }

export const isStatement = (item: Statement | SourceRefusal): item is Statement =>
  'streamId' in item

/** A wording whose passages are to be embedded. */
export type VersionToEmbed = { readonly version: SemVer; readonly content: ContentRecord }

/** What is to be appended to one stream. */
export type DecidedStream = {
  readonly streamId: StreamId
  readonly expectedVersion: number
  readonly events: readonly ArticleEvent[]
  readonly toEmbed: readonly VersionToEmbed[]
}

/** Something that is not a refusal, and that the person in front of an import should know. */
export type ImportNote = SourceRefusal

/** What became of one record. */
export type RecordOutcome =
  | {
      readonly classification: ImportClass
      readonly place: SourcePlace
      readonly streamId: StreamId
      /** The statement is known, names no version, and is not the current one. */
      readonly isOlderState: boolean
    }
  | { readonly classification: 'refused'; readonly refusal: SourceRefusal }

export type DecidedBatch = {
  readonly streams: readonly DecidedStream[]
  /** New facts of other streams than texts: persons, treatments. They go into the same append. */
  readonly others?: readonly Append[]
  readonly outcomes: readonly RecordOutcome[]
  readonly notes: readonly ImportNote[]
  /** Texts of this batch by hash: what its events refer to is among them, or kept already. */
  readonly texts: ReadonlyMap<Sha256Hex, string>
}

/** The same, with the facts about its passages; their vectors are kept. */
export type EmbeddedBatch = DecidedBatch

/** `moved-on`: somebody else appended to one of the streams, and nothing was recorded. */
export type Recorded = { readonly position: Position | null } | 'moved-on'

export type ImportSummary = {
  readonly read: number
  readonly imported: number
  readonly unchanged: number
  readonly revised: number
  readonly refused: number
  /** Of the last fact that this run recorded; null: it recorded none. */
  readonly position: Position | null
}

/**
 * The steps of an import. Each but the first two may be repeated without harm: texts and vectors
 * are kept by their hash, slugs are claimed for good, and an append names the version that it
 * expects.
 */
export type ImportActivities = {
  /** The next records of the sources; null at their end. */
  read(): Promise<ReadBatch | null>
  /** Cleaning, headnotes, content, doubts; names the state that each record is. */
  clean(batch: ReadBatch): Promise<CleanBatch>
  /**
   * Canonical form, hash, semantic version, publication: which facts follow from the ones recorded.
   */
  decide(batch: CleanBatch): Promise<DecidedBatch>
  /** Passages and their vectors, of every version that has none of the present model. */
  embed(batch: DecidedBatch): Promise<EmbeddedBatch>
  /** Everything of a batch in one append. */
  record(batch: EmbeddedBatch): Promise<Recorded>
  /** Reports what became of a batch. */
  report(batch: EmbeddedBatch, summary: ImportSummary): Promise<void>
}
