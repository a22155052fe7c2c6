/** Looks concepts up by id, URI or label. */
import type { z } from 'zod'
import type { Concept } from '#contracts/concept.ts'
import { ConceptId } from '#contracts/ids.ts'
import type { TaxonomyInput, TaxonomyResult } from '#contracts/mcp/vocabularies.ts'
import type { ConceptReader } from './ports.ts'

type Parts = { readonly concepts: ConceptReader }

/** Stands beside an answer without a concept. */
export const NO_CONCEPTS = {
  vocabularies: [],
  note: 'No concept of these vocabularies matches, or none is held.',
}

const labelsOf = ({ prefLabel, altLabel }: Concept): string[] => [
  ...Object.values(prefLabel),
  ...Object.values(altLabel).flat(),
]

const NEAR_MAX = 10
const SHOWN_MAX = 5

/** The concept of a name, or the labels and ids of those that are near to it. */
export type NamedConcept =
  | { readonly found: Concept }
  | { readonly near: readonly { readonly id: ConceptId; readonly label: string }[] }

/** The concept with this id, URI or exact label. Throws the Faults of the reader. */
export const conceptNamed = async ({ concepts }: Parts, name: string): Promise<NamedConcept> => {
  const id = ConceptId.safeParse(name.toLowerCase())
  if (id.success) {
    const found = await concepts.byId(id.data)
    return found === null ? { near: [] } : { found }
  }
  const near = await concepts.search(name, null, NEAR_MAX)
  const wanted = name.toLowerCase()
  const found = near.find(
    (one) =>
      one.externalId === name || labelsOf(one).some((label) => label.toLowerCase() === wanted),
  )
  return found === undefined
    ? {
        near: near
          .slice(0, SHOWN_MAX)
          .map((one) => ({ id: one.id, label: labelsOf(one)[0] ?? one.externalId })),
      }
    : { found }
}

/** Concepts whose label holds the words of a query. Throws the Faults of the reader. */
export const conceptsLike = async (
  { concepts: reader }: Parts,
  { query, vocabulary, limit }: z.output<typeof TaxonomyInput>,
): Promise<z.infer<typeof TaxonomyResult>> => {
  const concepts = [...(await reader.search(query, vocabulary ?? null, limit))]
  return { concepts, coverage: concepts.length === 0 ? NO_CONCEPTS : null }
}
