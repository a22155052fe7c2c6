import type { Concept, VocabularyName } from '#contracts/concept.ts'
import type { ConceptId } from '#contracts/ids.ts'
import type { Person } from '#contracts/mcp/vocabularies.ts'

/** Magistrates and lawyers by name: identity and office only. */
export type PersonSource = { named(name: string): Promise<readonly Person[]> }

/** The read side of the vocabularies, always of the live generation. */
export type ConceptReader = {
  /**
   * Concepts with a label that contains the words of the query, closest first; null: of all
   * vocabularies.
   */
  search(
    query: string,
    vocabulary: VocabularyName | null,
    limit: number,
  ): Promise<readonly Concept[]>
  byId(id: ConceptId): Promise<Concept | null>
  /** How many concepts of each vocabulary are held; none of those without one. */
  counts(): Promise<ReadonlyMap<VocabularyName, number>>
}
