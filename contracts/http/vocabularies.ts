import { z } from 'zod'
import { Concept as HeldConcept, VocabularyName } from '../concept.ts'
import {
  MagistrateInput,
  MagistrateResult,
  TaxonomyInput,
  TaxonomyResult,
} from '../mcp/vocabularies.ts'
import { integerParameter } from './query.ts'

export const Concept = HeldConcept.meta({ id: 'Concept' })

const LIMIT = { max: 50, default: 10 } as const
export const ConceptsQuery = z.strictObject({
  query: TaxonomyInput.shape.query,
  vocabulary: TaxonomyInput.shape.vocabulary,
  limit: integerParameter(z.int().min(1).max(LIMIT.max))
    .default(LIMIT.default)
    .meta({ default: LIMIT.default, description: 'Concepts at most.' }),
})
/** A tool says in its answer what REST says in a header. */
const position = { corpusPosition: true } as const
export const Concepts = TaxonomyResult.omit(position).meta({ id: 'Concepts' })

export const PersonsQuery = z.strictObject({ name: MagistrateInput.shape.name })
export const Persons = MagistrateResult.omit(position).meta({ id: 'Persons' })

/** What is controlled: vocabularies of concepts, and the closed lists that filters take. */
export const Vocabularies = z
  .object({
    vocabularies: z
      .array(
        z.object({
          vocabulary: VocabularyName,
          title: z.string().describe('Its usual name.'),
          concepts: z.int().nonnegative().describe('Concepts held.'),
        }),
      )
      .describe('Vocabularies of concepts.'),
    lists: z
      .array(
        z.object({
          name: z.string().describe('The filter that takes the values.'),
          values: z.array(z.string()).describe('Every value that is taken.'),
        }),
      )
      .describe('Closed lists; a value that is not listed is refused.'),
  })
  .meta({ id: 'Vocabularies' })
export type Vocabularies = z.infer<typeof Vocabularies>
