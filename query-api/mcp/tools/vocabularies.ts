import { printPosition } from '#contracts/ids.ts'
import {
  GetConceptInput,
  GetConceptResult,
  MagistrateInput,
  MagistrateResult,
  TaxonomyInput,
  TaxonomyResult,
} from '#contracts/mcp/vocabularies.ts'
import {
  conceptNamed,
  conceptsLike,
  NO_CONCEPTS,
  sentenceOfNear,
} from '../../vocabularies/concepts.ts'
import { personsNamed } from '../../vocabularies/persons.ts'
import type { ToolParts } from '../ports.ts'
import { notFound } from '../refusals.ts'
import { defineTool } from '../tool.ts'

/** Vocabularies have no position of their own: that of the read models is read beside them. */
const withPosition = async <T extends object>(
  { articles }: Pick<ToolParts, 'articles'>,
  found: T,
) => ({
  answer: { ...found, corpusPosition: printPosition(await articles.position()) },
})

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
      const named = await conceptNamed(parts, idOrUri)
      if ('found' in named) return withPosition(parts, { concept: named.found })
      return {
        refused: notFound(
          sentenceOfNear(named) ??
            'No concept has this id, URI or label: look for one with service_taxonomy_lookup.',
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
    run: async (args) => withPosition(parts, await conceptsLike(parts, args)),
  })

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
    run: async ({ name }, { keyId }) => withPosition(parts, await personsNamed(parts, name, keyId)),
  })
