/** Ports of the groundedness assessor; `CitedTexts` is in `ingest/ports.ts`. */
import type { ArticleId, Day, Position, Slug, StreamId } from '#contracts/ids.ts'
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
 * The names that citations use for a text; the jurisdiction distinguishes acts of two countries
 * with the same number or day.
 */
export type NamesOfText = {
  readonly names: readonly string[]
  readonly jurisdiction: Jurisdiction | null
}

/** A citing public text and the places of its citations (UTF-16 units of its current wording). */
export type CitingPlaces = {
  readonly articleId: ArticleId
  readonly slug: Slug
  readonly citations: readonly { readonly start: number; readonly end: number }[]
}

/** Finds the texts that cite a text, which need not be public: citations are indexed by name. */
export type CitingTexts = {
  /**
   * By id, those after `after`; `limit` at most. `among`: only texts that were assessed, or only
   * those that people here write: texts of the board and doctrine.
   */
  citing(
    text: NamesOfText,
    page: {
      readonly after: ArticleId | null
      readonly limit: number
      readonly among: 'all' | 'assessed' | 'edited'
    },
  ): Promise<readonly CitingPlaces[]>
}

/**
 * What is held of a scope (`work:code-civil`, `court:fr.ccass`): texts of these days. A citation
 * that names no held text is a mistake only where what is held includes its day.
 */
export type HeldScope = {
  readonly scope: string
  readonly held: boolean
  readonly from: Day | null
  readonly to: Day | null
}

export type HeldScopes = {
  /** One for each scope, in the live generation. */
  heldOf(scopes: readonly string[]): Promise<readonly HeldScope[]>
  /**
   * Assessed texts with a citation into one of these scopes that no current wording bears the name
   * of. By id, those after `after`; `limit` at most.
   */
  citingAbsent(
    scopes: readonly string[],
    page: { readonly after: ArticleId | null; readonly limit: number },
  ): Promise<readonly Omit<CitingPlaces, 'citations'>[]>
}

/** The type and position of an event. */
export type LogLine = {
  readonly position: Position
  readonly streamId: StreamId
  readonly type: string
}

/** Event types without data: a mass import costs only an index scan. */
export type LogLines = {
  /**
   * Events of these types among the `span` positions after `after`; `through`: the last position
   * read.
   */
  lines(
    after: Position,
    span: number,
    types: readonly string[],
  ): Promise<{ readonly lines: readonly LogLine[]; readonly through: Position }>
}

/** State of the assessor: its position in the log, and the texts ever assessed. */
export type AssessorMemory = {
  position(): Promise<Position>
  /** Moves the position forward, adds these texts and replaces these scopes, in one step. */
  advance(
    position: Position,
    assessed: readonly ArticleId[],
    scopes: readonly HeldScope[],
  ): Promise<void>
  /** What was held of these scopes when they were last followed; none: they never were. */
  scopesAmong(scopes: readonly string[]): Promise<readonly HeldScope[]>
  /** Those of the texts that were assessed. */
  assessedAmong(ids: readonly ArticleId[]): Promise<ReadonlySet<ArticleId>>
  /** Whether any text was. */
  hasAssessed(): Promise<boolean>
}
