import type { Concept } from '#contracts/concept.ts'
import { ConceptId } from '#contracts/ids.ts'
import {
  GetConceptInput,
  GetConceptResult,
  MagistrateInput,
  MagistrateResult,
  TaxonomyInput,
  TaxonomyResult,
} from '#contracts/mcp/vocabularies.ts'
import type { ToolParts } from '../ports.ts'
import { notFound } from '../refusals.ts'
import { defineTool } from '../tool.ts'

const NO_CONCEPTS = {
  vocabularies: [],
  note: 'No concept of these vocabularies matches, or none is held.',
}

const labelsOf = ({ prefLabel, altLabel }: Concept): string[] => [
  ...Object.values(prefLabel),
  ...Object.values(altLabel).flat(),
]

const conceptNamed = async (
  { concepts }: ToolParts,
  name: string,
): Promise<{ found: Concept | undefined; near: readonly Concept[] }> => {
  const id = ConceptId.safeParse(name.toLowerCase())
  if (id.success) return { found: (await concepts.byId(id.data)) ?? undefined, near: [] }
  const near = await concepts.search(name, null, 10)
  const wanted = name.toLowerCase()
  const found = near.find(
    (one) =>
      one.externalId === name || labelsOf(one).some((label) => label.toLowerCase() === wanted),
  )
  return { found, near }
}

export const getConcept = (parts: ToolParts) =>
  defineTool({
    name: 'get_concept',
    title: 'One concept of a vocabulary',
    description:
      'A concept of EuroVoc, LKIF Core or the service’s own vocabulary by UUID, URI or exact label: labels, definition, broader and narrower concepts. Its id is what the filter `conceptIds` of service_search takes. To look for one, use service_taxonomy_lookup.',
    operation: 'search',
    scope: 'taxonomy:read',
    input: GetConceptInput,
    output: GetConceptResult,
    run: async ({ idOrUri }) => {
      const { found, near } = await conceptNamed(parts, idOrUri)
      if (found !== undefined) return { answer: { concept: found } }
      return {
        refused: notFound(
          near.length === 0
            ? 'No concept has this id, URI or label: look for one with service_taxonomy_lookup.'
            : `No concept has exactly this name. Near: ${near
                .slice(0, 5)
                .map((one) => `${labelsOf(one)[0] ?? one.externalId} (${one.id})`)
                .join(', ')}.`,
          { coverage: NO_CONCEPTS },
        ),
      }
    },
  })

export const taxonomyLookup = (parts: ToolParts) =>
  defineTool({
    name: 'taxonomy_lookup',
    title: 'Look up a vocabulary',
    description:
      'Concepts whose label holds the words of `query`, with stable external id, definition, broader and narrower concepts. Use it to turn words into concept ids for filters.',
    operation: 'search',
    scope: 'taxonomy:read',
    input: TaxonomyInput,
    output: TaxonomyResult,
    run: async ({ query, vocabulary, limit }) => {
      const concepts = [...(await parts.concepts.search(query, vocabulary ?? null, limit))]
      return { answer: { concepts, coverage: concepts.length === 0 ? NO_CONCEPTS : null } }
    },
  })

const NOBODY = {
  persons: 'Nobody of this name is held; that says nothing of whether there is one.',
}

export const magistrateLookup = (parts: ToolParts) =>
  defineTool({
    name: 'magistrate_lookup',
    title: 'Look up a magistrate or lawyer',
    description:
      'Identity and office of a magistrate or lawyer by name, nothing else: no profile, no statistics. Each look-up is recorded with the key that made it. Use it only where the person’s office matters to the question.',
    operation: 'search',
    scope: 'magistrates:read',
    recorded: true,
    input: MagistrateInput,
    output: MagistrateResult,
    run: async ({ name }, { keyId }) => {
      const found = await parts.persons(
        (source) => source.named(name),
        (persons) => {
          const kind = 'magistrate.looked-up' as const
          const actor = `key:${keyId}`
          return persons.length === 0
            ? [{ kind, actor, subject: null, data: {} }]
            : persons.map(({ id }) => ({ kind, actor, subject: id, data: {} }))
        },
      )
      return {
        answer: {
          persons: [...found],
          audited: true as const,
          coverage: found.length === 0 ? NOBODY : null,
        },
      }
    },
  })
