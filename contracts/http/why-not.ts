/** Why a text is not on a page of a search (contracts/conventions/search.md). */
import { z } from 'zod'
import { SLUG_MAX } from '../ids.ts'
import { SearchRequest } from './search.ts'

export const WhyNotRequest = z
  .strictObject({
    request: SearchRequest.describe('A body of POST /search.'),
    slug: z.string().min(1).max(SLUG_MAX).describe('The text that is missing.'),
  })
  .meta({ id: 'WhyNotRequest' })
export type WhyNotRequest = z.infer<typeof WhyNotRequest>

/** The stages that a text has to pass, in the order in which they apply. */
export const WHY_NOT_STAGES = ['validity', 'filter', 'headnotes', 'match', 'depth', 'page'] as const
const WhyNotStage = z.enum(WHY_NOT_STAGES)

const Obstacle = z.object({
  stage: WhyNotStage.describe(
    '`validity`: not in force on the day; `filter`: its own value is another; `headnotes`: only its headnotes would be hits; `match`: no term in common and too far in meaning; `depth`: behind the hits that are ranked; `page`: ranked on another page.',
  ),
  field: z.string().nullable().describe('The member of the request that keeps it out.'),
  own: z.array(z.string()).describe('Values of the text in this field.'),
  rank: z.int().positive().nullable().describe('Its place in the whole list; null: it has none.'),
  similarity: z
    .number()
    .nullable()
    .describe('Cosine of the query and its best passage; null: not compared, or not positive.'),
  detail: z.string().describe('The reason in one sentence.'),
})
export type Obstacle = z.infer<typeof Obstacle>

/** Members of the request with their new values. */
const RequestChange = z.object({
  text: z.string().optional(),
  limit: z.int().optional(),
  offset: z.int().optional(),
  includeHeadnotes: z.boolean().optional().describe('Headnotes among the hits.'),
  enableVector: z.boolean().optional().describe('Meaning beside words.'),
  filters: z
    .record(z.string(), z.union([z.array(z.string()), z.string(), z.null()]))
    .optional()
    .describe('null: the filter is left out.'),
})
export type RequestChange = z.infer<typeof RequestChange>

export const WhyNotResponse = z
  .object({
    slug: z.string(),
    isOnPage: z.boolean().describe('The page has the text: nothing keeps it out.'),
    rank: z.int().positive().nullable().describe('Its place in the whole list; null: it has none.'),
    stages: z
      .array(Obstacle)
      .describe('What keeps it out, the first stage first; a later one shows once it is passed.'),
    change: RequestChange.nullable().describe(
      'The smallest change of the request that lets it in, as a merge patch (RFC 7396); null: none is known, or none is needed.',
    ),
  })
  .meta({ id: 'WhyNotResponse' })
export type WhyNotResponse = z.infer<typeof WhyNotResponse>
