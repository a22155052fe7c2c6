/** What the projector keeps of the streams that are no text's: concepts, and the facts of the citator. */
import type { Concept } from '#contracts/concept.ts'
import type { ArticleId, ConceptId, Instant, StreamId } from '#contracts/ids.ts'
import type { CitatorFact } from '#contracts/law/citator/treatment-log.ts'

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

/** A fact of the citator with its place: the text that is treated, relies or was assessed. */
export type PlacedFact = {
  readonly streamId: StreamId
  readonly articleId: ArticleId
  /** The text that is relied on. */
  readonly supportId: ArticleId | null
  readonly fact: CitatorFact
}

/** The facts of the citator of a generation. */
export type CitatorFactStore = {
  /** Each once, by position. Idempotent. */
  saveFacts(generation: number, facts: readonly PlacedFact[]): Promise<void>
  /** The texts that treatments aim at, by stream. */
  targetsOf(
    generation: number,
    streams: readonly StreamId[],
  ): Promise<ReadonlyMap<StreamId, ArticleId>>
  /** Facts of these texts, in log order. */
  factsOf(
    generation: number,
    ids: readonly ArticleId[],
  ): Promise<ReadonlyMap<ArticleId, readonly CitatorFact[]>>
  /** The texts that rely on any of these, each once. */
  reliersOf(generation: number, ids: readonly ArticleId[]): Promise<readonly ArticleId[]>
}

/** What a projector reads and writes besides texts. */
export type Knowledge = ConceptWriter &
  CitatorFactStore & {
    /** Every stream of the citator, for digests: `treatment/<id>`, ascending. Read in bounded pages. */
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
  /** Removes a generation that is not live, in bounded steps. Idempotent. */
  dropKnowledge(generation: number): Promise<void>
}
