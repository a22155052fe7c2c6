import { z } from 'zod'
import { COURTS } from '../vocabulary/courts.ts'
import { ArticleHead } from './article-head.ts'
import { pageMembers, pageParameters } from './query.ts'
import { spaced, trimmedOf } from './request-text.ts'

/** What a text may be looked up by; exactly one of them. */
export const LOOK_UP_KEYS = ['ecli', 'celex', 'eli', 'docket', 'id'] as const
export type LookUpKey = (typeof LOOK_UP_KEYS)[number]

const IDENTIFIER_MAX = 400
/** The forms without which nothing is looked up, in the words of JSON Schema. */
const FORMS = {
  ecli: spaced(
    '[Ee][Cc][Ll][Ii]:[A-Za-z]{2}:[A-Za-z][A-Za-z0-9]{0,6}:[1-9][0-9]{3}:[A-Za-z0-9](?:[A-Za-z0-9.]{0,23}[A-Za-z0-9])?',
  ),
  celex: spaced(String.raw`[0-9CcEe][0-9]{4}[A-Za-z]{1,2}[0-9]{4}(?:\([0-9]{2}\))?(?:-[0-9]{8})?`),
  eli: spaced(String.raw`(?:[^\u0000]*/)?[Ee][Ll][Ii]/[^?#\s\u0000]{4}[^\u0000]*`),
  docket: String.raw`^[^\u0000]*[0-9][^\u0000]*$`,
  id: spaced(
    '(?:[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[1-8][0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}|0{8}(?:-0{4}){3}-0{12}|[Ff]{8}(?:-[Ff]{4}){3}-[Ff]{12})',
  ),
} as const satisfies Record<LookUpKey, string>

const identifier = (key: LookUpKey, description: string) =>
  trimmedOf(IDENTIFIER_MAX).optional().meta({ pattern: FORMS[key], description })

/** Query of `GET /articles`. */
export const LookUpQuery = z
  .strictObject({
    ecli: identifier('ecli', 'ECLI, such as `ECLI:FR:CCASS:2020:SO01119`.'),
    celex: identifier(
      'celex',
      'CELEX number, such as `32016R0679`: the act and its provisions, or the decision.',
    ),
    eli: identifier(
      'eli',
      'ELI, as a path or an address, such as `https://data.europa.eu/eli/reg/2016/679/oj`.',
    ),
    docket: identifier(
      'docket',
      'Docket number of a decision, such as `18-13.769` or `C-311/18`; of every court, or of `court`.',
    ),
    id: identifier('id', 'UUID of an article.'),
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
