import type { ArticleId, Position, StreamId } from '#contracts/ids.ts'
import type { CitatorFact, StatedFact } from '#contracts/law/treatment-log.ts'
import type { Generation } from '../../ports.ts'
import type { ProjectionRows } from '../ports.ts'

/** The target of a fact: one text, or every text with one of the names. */
export type FactTarget =
  | { readonly articleId: ArticleId; readonly names: null }
  | { readonly articleId: null; readonly names: readonly string[] }

/** A fact of the citator with the text that it is about: treated, relying or assessed. */
export type PlacedFact = FactTarget & {
  readonly streamId: StreamId
  /** Of the event that recorded it. */
  readonly eventId: string
  /** The text that is relied on. */
  readonly supportId: ArticleId | null
  readonly fact: CitatorFact | StatedFact
}

/** A fact about all texts with one of the names. */
export type NamedFact = {
  readonly names: readonly string[]
  readonly fact: CitatorFact | StatedFact
}

/** The facts of the citator of a generation. */
export type CitatorFacts = {
  /**
   * Facts of these texts by id, in log order; a publisher's statement is returned as a treatment.
   */
  about(
    generation: Generation,
    ids: readonly ArticleId[],
  ): Promise<ReadonlyMap<ArticleId, readonly CitatorFact[]>>
  /** Facts about texts with any of these names, in log order. */
  aboutNames(generation: Generation, names: readonly string[]): Promise<readonly NamedFact[]>
  /** The texts that rely on any of these, each once. */
  reliersOf(generation: Generation, ids: readonly ArticleId[]): Promise<readonly ArticleId[]>
}

export type CitatorTables = CitatorFacts &
  ProjectionRows & {
    /** Keeps each fact once, by position. */
    save(generation: Generation, facts: readonly PlacedFact[]): Promise<void>
    /** Saves facts again, replacing those kept at their positions. */
    replace(generation: Generation, facts: readonly PlacedFact[]): Promise<void>
    /** The facts at these positions, in log order; what is no fact of the citator is left out. */
    at(generation: Generation, positions: readonly Position[]): Promise<readonly PlacedFact[]>
    /** What treatments aim at, by stream. */
    targetsOf(
      generation: Generation,
      streams: readonly StreamId[],
    ): Promise<ReadonlyMap<StreamId, FactTarget>>
  }
