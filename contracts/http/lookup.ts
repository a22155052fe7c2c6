import { z } from 'zod'
import { COURTS } from '../vocabulary/courts.ts'
import { ArticleHead } from './article-head.ts'
import { pageMembers, pageParameters } from './query.ts'
import { trimmedOf } from './request-text.ts'

/** What a text may be looked up by; exactly one of them. */
export const LOOK_UP_KEYS = ['ecli', 'celex', 'eli', 'docket', 'id'] as const
export type LookUpKey = (typeof LOOK_UP_KEYS)[number]

const Identifier = trimmedOf(400)

/** Query of `GET /articles`. */
export const LookUpQuery = z
  .strictObject({
    ecli: Identifier.optional().describe('ECLI, such as `ECLI:FR:CCASS:2020:SO01119`.'),
    celex: Identifier.optional().describe(
      'CELEX number, such as `32016R0679`: the act and its provisions, or the decision.',
    ),
    eli: Identifier.optional().describe(
      'ELI, as a path or an address, such as `https://data.europa.eu/eli/reg/2016/679/oj`.',
    ),
    docket: Identifier.optional().describe(
      'Docket number of a decision, such as `18-13.769` or `C-311/18`; of every court, or of `court`.',
    ),
    id: Identifier.optional().describe('UUID of an article.'),
    court: z
      .enum([...COURTS.keys()])
      .optional()
      .describe(
        'Code of the court of `docket`, such as `fr.ccass`. Two courts may have the same number.',
      ),
    ...pageParameters,
  })
  .refine((query) => LOOK_UP_KEYS.filter((key) => query[key] !== undefined).length === 1, {
    error: `exactly one of ${LOOK_UP_KEYS.join(', ')} is needed`,
    path: [],
    params: { code: 'one_of' },
  })
  .refine(({ court, docket }) => court === undefined || docket !== undefined, {
    error: 'court goes with docket',
    path: ['court'],
    params: { code: 'docket_missing' },
  })
export type LookUpQuery = z.infer<typeof LookUpQuery>

export const LookUpResponse = z
  .object({
    articles: z.array(ArticleHead).describe('The texts that have the identifier, by slug.'),
    ...pageMembers,
  })
  .meta({ id: 'LookUpResponse' })
export type LookUpResponse = z.infer<typeof LookUpResponse>
