import { z } from 'zod'
import { Concept, VocabularyName } from '../concept.ts'
import { trimmedOf } from '../http/request-text.ts'
import { bounded } from './shared.ts'

const QUERY_MAX = 200
const LIMIT = { max: 50, default: 10 } as const

export const GetConceptInput = z.strictObject({
  idOrUri: trimmedOf(500).describe('UUID of a concept, its URI, or its label exactly.'),
})
export const GetConceptResult = z.object({
  concept: Concept,
  corpusPosition: bounded.corpusPosition,
})

export const TaxonomyInput = z.strictObject({
  query: trimmedOf(QUERY_MAX).describe('Words of a label.'),
  vocabulary: VocabularyName.optional().describe('Default: all of them.'),
  limit: z.int().min(1).max(LIMIT.max).default(LIMIT.default),
})
export const TaxonomyResult = z.object({
  concepts: z.array(Concept),
  coverage: z.unknown().describe('What is held, where nothing was found; else null.'),
  corpusPosition: bounded.corpusPosition,
})

export const MagistrateInput = z.strictObject({
  name: trimmedOf(QUERY_MAX, 2).describe(
    'Name of a magistrate or lawyer. Each look-up is recorded.',
  ),
})
/** Identity and office only; for judges also the decisions that name them. */
export const Person = z.object({
  id: z.uuid(),
  name: z.string().describe('As decisions name the person; namesakes of one court are one record.'),
  office: z.string().nullable(),
  court: z.string().nullable(),
  decisions: z
    .array(z.object({ slug: z.string(), office: z.string(), date: z.string().nullable() }))
    .default([])
    .describe(
      'Public decisions that name a person of the bench, the newest ones first; none for lawyers.',
    ),
})
export type Person = z.infer<typeof Person>
export const MagistrateResult = z.object({
  persons: z.array(Person),
  audited: z.literal(true).describe('The look-up is recorded, found or not.'),
  coverage: z.unknown().describe('What is held, where nobody was found; else null.'),
  corpusPosition: bounded.corpusPosition,
})
