/** Looks concepts up by id, URI or label. */
import type { z } from 'zod'
import { conceptIdOf } from '#contracts/canonical/identity.ts'
import type { Concept } from '#contracts/concept.ts'
import { ConceptId } from '#contracts/ids.ts'
import { foldedLabel } from '#contracts/law/analysis/labels.ts'
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

/** The label of a concept for people. */
export const labelOf = ({ prefLabel, externalId }: Concept): string =>
  prefLabel['fr'] ?? Object.values(prefLabel)[0] ?? externalId

type NearConcept = { readonly id: ConceptId; readonly label: string }

/**
 * The concept of a name, or the labels and ids of those that are near to it. `isShared`: all of
 * these have the label, so that it names none of them.
 */
export type NamedConcept =
  | { readonly found: Concept }
  | { readonly near: readonly NearConcept[]; readonly isShared: boolean }

const shown = (concepts: readonly Concept[]): NearConcept[] =>
  concepts.slice(0, SHOWN_MAX).map((one) => ({ id: one.id, label: labelOf(one) }))

/** What to say where a name brings no concept; null: nothing is near. */
export const sentenceOfNear = ({
  near,
  isShared,
}: Exclude<NamedConcept, { readonly found: unknown }>): string | null => {
  if (near.length === 0) return null
  const listed = near.map(({ id, label }) => `${label} (${id})`).join(', ')
  return isShared
    ? `Several concepts have this label: ${listed}.`
    : `No concept has exactly this name. Near: ${listed}.`
}

/** The concept with this id, URI or exact label. Throws the Faults of the reader. */
export const conceptNamed = async ({ concepts }: Parts, name: string): Promise<NamedConcept> => {
  const id = ConceptId.safeParse(name.toLowerCase())
  if (id.success) {
    const found = await concepts.byId(id.data)
    return found === null ? { near: [], isShared: false } : { found }
  }
  const ofUri = await concepts.byId(conceptIdOf(name))
  if (ofUri !== null) return { found: ofUri }
  const near = await concepts.search(name, null, NEAR_MAX)
  const wanted = foldedLabel(name)
  const labelled = near.filter((one) =>
    labelsOf(one).some((label) => foldedLabel(label) === wanted),
  )
  const [only] = near.filter(({ externalId }) => externalId === name).concat(labelled)
  if (only !== undefined && labelled.length <= 1) return { found: only }
  return labelled.length > 1
    ? { near: shown(labelled), isShared: true }
    : { near: shown(near), isShared: false }
}

/** Concepts whose label holds the words of a query. Throws the Faults of the reader. */
export const conceptsLike = async (
  { concepts: reader }: Parts,
  { query, vocabulary, limit }: z.output<typeof TaxonomyInput>,
): Promise<Omit<z.infer<typeof TaxonomyResult>, 'corpusPosition'>> => {
  const concepts = [...(await reader.search(query, vocabulary ?? null, limit))]
  return { concepts, coverage: concepts.length === 0 ? NO_CONCEPTS : null }
}
