/** Ports of the groundedness assessor; `CitedTexts` is in `ingest/ports.ts`. */
import type { ArticleId, Position, Slug, StreamId } from '#contracts/ids.ts'
import type { ContentType, Jurisdiction } from '#contracts/vocabulary/texts.ts'

export type ListedText = {
  readonly articleId: ArticleId
  readonly slug: Slug
  readonly contentType: ContentType
}

/** Every public text, for a walk over all of them. */
export type PublicTexts = {
  count(): Promise<number>
  /** By id, those after `after`; `limit` at most. */
  list(after: ArticleId | null, limit: number): Promise<readonly ListedText[]>
}

/**
 * Under which names citations mean a text; the jurisdiction tells acts of two countries that share
 * a number or a day.
 */
export type NamesOfText = {
  readonly names: readonly string[]
  readonly jurisdiction: Jurisdiction | null
}

/**
 * A public text that cites, with the places where it does (UTF-16 units of its current wording).
 */
export type CitingPlaces = {
  readonly articleId: ArticleId
  readonly slug: Slug
  readonly citations: readonly { readonly start: number; readonly end: number }[]
}

/** Who cites a text, whether it is public itself or not: citations carry names. */
export type CitingTexts = {
  /** By id, those after `after`; `limit` at most. `among`: only texts that were assessed. */
  citing(
    text: NamesOfText,
    page: {
      readonly after: ArticleId | null
      readonly limit: number
      readonly among: 'all' | 'assessed'
    },
  ): Promise<readonly CitingPlaces[]>
}

/** A fact of the log by its name alone. */
export type LogLine = {
  readonly position: Position
  readonly streamId: StreamId
  readonly type: string
}

/**
 * The names of facts, read without what they say: a mass import passes at the cost of an index
 * scan.
 */
export type LogLines = {
  /**
   * Facts of these names among the `span` positions after `after`; `through`: how far that is, at
   * most the head of the log.
   */
  lines(
    after: Position,
    span: number,
    types: readonly string[],
  ): Promise<{ readonly lines: readonly LogLine[]; readonly through: Position }>
}

/** What the assessor remembers: how far it followed the log, and which texts were ever assessed. */
export type AssessorMemory = {
  position(): Promise<Position>
  /** Moves forward and remembers these texts, at once; never back. */
  advance(position: Position, assessed: readonly ArticleId[]): Promise<void>
  /** Those of the texts that were assessed. */
  assessedAmong(ids: readonly ArticleId[]): Promise<ReadonlySet<ArticleId>>
  /** Whether any text was. */
  hasAssessed(): Promise<boolean>
}
