import type { Concept } from '#contracts/concept.ts'
import type { ConceptId, Instant } from '#contracts/ids.ts'
import type { Generation } from '../../ports.ts'
import type { ProjectionRows } from '../ports.ts'

/** A concept after all events of its stream. */
export type StoredConcept = {
  readonly concept: Concept
  readonly streamVersion: number
  readonly changedAt: Instant
}

export type Concepts = {
  /** Those that are defined. */
  get(
    generation: Generation,
    ids: readonly ConceptId[],
  ): Promise<ReadonlyMap<ConceptId, StoredConcept>>
}

/** The concepts of a generation. */
export type ConceptTables = Concepts &
  ProjectionRows & {
    /** Leaves a concept of the same or a newer version alone. */
    save(generation: Generation, concepts: readonly StoredConcept[]): Promise<void>
  }
