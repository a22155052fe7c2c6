import type { Concept, VocabularyName } from '#contracts/concept.ts'
import type { ConceptId } from '#contracts/ids.ts'

/** The read side of the vocabularies, always of the live generation. */
export type ConceptReader = {
  /**
   * Concepts with a label that holds the words of the query, the nearest first; null: of every
   * vocabulary.
   */
  search(
    query: string,
    vocabulary: VocabularyName | null,
    limit: number,
  ): Promise<readonly Concept[]>
  byId(id: ConceptId): Promise<Concept | null>
}
