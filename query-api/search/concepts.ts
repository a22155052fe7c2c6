/**
 * Filters by concept: a concept also matches narrower concepts (contracts/conventions/concepts.md).
 */
import type { SearchFilters } from '#contracts/http/search.ts'
import { ConceptId } from '#contracts/ids.ts'
import type { NarrowerConcepts } from './ports.ts'

/**
 * How far a concept is expanded: steps of narrower ones (EuroVoc has six levels), and concepts in
 * all, the nearest first.
 */
const CONCEPT_EXPANSION = { stepsMax: 12, conceptsMax: 2_000 } as const

const NO_CONCEPTS: NarrowerConcepts = { withNarrower: async (ids) => ids }

const idsOf = (values: readonly string[]): ConceptId[] =>
  values.flatMap((value) => ConceptId.safeParse(value.toLowerCase()).data ?? [])

export const makeExpansion = (concepts: NarrowerConcepts = NO_CONCEPTS) => ({
  /** Adds narrower concepts to the filters. Invalid ids stay and match nothing. */
  widened: async (filters: SearchFilters): Promise<SearchFilters> => {
    const asked = filters.conceptIds ?? []
    if (asked.length === 0) return filters
    const found = await concepts.withNarrower(idsOf(asked), CONCEPT_EXPANSION)
    return { ...filters, conceptIds: [...new Set([...asked, ...found])] }
  },
  /** The values that texts carry, and requested concepts of which texts carry a narrower one. */
  knownOf: async (filters: SearchFilters, carried: readonly string[]): Promise<string[]> => {
    const values = new Set(carried)
    const unknown = idsOf(filters.conceptIds ?? []).filter((id) => !values.has(id))
    for (const id of unknown) {
      const narrower = await concepts.withNarrower([id], CONCEPT_EXPANSION)
      if (narrower.some((one) => values.has(one))) values.add(id)
    }
    return [...values]
  },
})
