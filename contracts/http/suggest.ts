import { z } from 'zod'
import { ConceptId, Slug } from '../ids.ts'
import { integerParameter, listParameter } from './query.ts'
import { trimmedOf } from './request-text.ts'

export const SUGGEST_LIMITS = { codePointsMax: 100, limitMax: 20, limitDefault: 8 } as const
export const SUGGESTION_TYPES = ['citation', 'title', 'concept'] as const
export type SuggestionType = (typeof SUGGESTION_TYPES)[number]

export const SuggestQuery = z.strictObject({
  q: trimmedOf(SUGGEST_LIMITS.codePointsMax).describe(
    'What was typed so far; the last word may be unfinished.',
  ),
  limit: integerParameter(z.int().min(1).max(SUGGEST_LIMITS.limitMax))
    .default(SUGGEST_LIMITS.limitDefault)
    .meta({ default: SUGGEST_LIMITS.limitDefault, description: 'Suggestions at most.' }),
  types: listParameter(z.array(z.enum(SUGGESTION_TYPES)).min(1))
    .default([...SUGGESTION_TYPES])
    .meta({ default: [...SUGGESTION_TYPES], description: 'Kinds of suggestion; default: all.' }),
})
export type SuggestQuery = z.infer<typeof SuggestQuery>

export const Suggestion = z
  .object({
    type: z.enum(SUGGESTION_TYPES),
    text: z.string().describe('What to show: the title of a text, the label of a concept.'),
    slug: Slug.nullable().describe('Of the text; null for a concept.'),
    name: z
      .string()
      .nullable()
      .describe('Of a citation: the normal name that begins as what was typed; else null.'),
    conceptId: ConceptId.nullable().describe('Of the concept; null for a text.'),
  })
  .meta({ id: 'Suggestion' })
export type Suggestion = z.infer<typeof Suggestion>

export const SuggestResponse = z
  .object({ suggestions: z.array(Suggestion).describe('Citations first, then titles, concepts.') })
  .meta({ id: 'SuggestResponse' })
export type SuggestResponse = z.infer<typeof SuggestResponse>
