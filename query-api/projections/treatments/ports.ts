/**
 * What the projector keeps of the streams that are no text's: concepts, and the facts of the
 * citator.
 */
import type { Concept } from '#contracts/concept.ts'
import type { ArticleId, ConceptId, Instant, StreamId } from '#contracts/ids.ts'
import type { CitatorFact, StatedFact } from '#contracts/law/treatment-log.ts'
import type { PersonStore } from '../persons/ports.ts'

/** A concept as its stream left it. */
export type StoredConcept = {
  readonly concept: Concept
  readonly streamVersion: number
  readonly changedAt: Instant
}

/** The concepts of a generation, and who shows them. */
export type ConceptWriter = {
  /** Refuses versions that are not newer, row by row. Idempotent. */
  saveConcepts(generation: number, concepts: readonly StoredConcept[]): Promise<void>
  /** Those that are defined. */
  conceptsOf(
    generation: number,
    ids: readonly ConceptId[],
  ): Promise<ReadonlyMap<ConceptId, StoredConcept>>
  /** The texts that show any of these concepts, each once. */
  textsOfConcepts(generation: number, ids: readonly ConceptId[]): Promise<readonly ArticleId[]>
}

/**
 * What a fact is about: a text by its id, or every text that is filed under one of the names, now
 * or later.
 */
export type FactTarget =
  | { readonly articleId: ArticleId; readonly names: null }
  | { readonly articleId: null; readonly names: readonly string[] }

/** A fact of the citator with its place: the text that is treated, relies or was assessed. */
export type PlacedFact = FactTarget & {
  readonly streamId: StreamId
  /** The text that is relied on. */
  readonly supportId: ArticleId | null
  readonly fact: CitatorFact | StatedFact
}

/** The facts of the citator of a generation. */
export type CitatorFactStore = {
  /** Each once, by position. Idempotent. */
  saveFacts(generation: number, facts: readonly PlacedFact[]): Promise<void>
  /** What treatments aim at, by stream. */
  targetsOf(
    generation: number,
    streams: readonly StreamId[],
  ): Promise<ReadonlyMap<StreamId, FactTarget>>
  /** The texts that are filed under any of these names, each once. */
  textsNamed(generation: number, names: readonly string[]): Promise<readonly ArticleId[]>
  /** Facts about whatever is filed under any of these names, in log order. */
  namedFactsOf(
    generation: number,
    names: readonly string[],
  ): Promise<
    readonly { readonly names: readonly string[]; readonly fact: CitatorFact | StatedFact }[]
  >
  /**
   * Facts of these texts by id, in log order; a statement among them is already one of that text.
   */
  factsOf(
    generation: number,
    ids: readonly ArticleId[],
  ): Promise<ReadonlyMap<ArticleId, readonly CitatorFact[]>>
  /** The texts that rely on any of these, each once. */
  reliersOf(generation: number, ids: readonly ArticleId[]): Promise<readonly ArticleId[]>
}

/** What a projector reads and writes besides texts. */
export type Knowledge = ConceptWriter &
  CitatorFactStore &
  Pick<PersonStore, 'savePersons' | 'personsOf' | 'saveNamings'> & {
    /**
     * Every stream of the citator, for digests: `treatment/<id>`, ascending. Read in bounded pages.
     */
    treatments(generation: number): AsyncIterable<{ key: string; document: unknown }>
  }

/** The whole store, as the read models carry it along. */
export type KnowledgeStore = Knowledge & {
  /** Says which concepts texts show now. Idempotent. */
  assignConcepts(
    generation: number,
    texts: readonly { readonly articleId: ArticleId; readonly conceptIds: readonly ConceptId[] }[],
  ): Promise<void>
  /** Every concept, for digests: `concept/<id>`, ascending. Read in bounded pages. */
  concepts(generation: number): AsyncIterable<{ key: string; document: unknown }>
  /** Every person, for digests: `person/<id>`, ascending. Read in bounded pages. */
  persons(generation: number): AsyncIterable<{ key: string; document: unknown }>
  /** Removes a generation that is not live, in bounded steps. Idempotent. */
  dropKnowledge(generation: number): Promise<void>
}
