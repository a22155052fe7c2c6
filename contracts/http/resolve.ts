import { z } from 'zod'
import { CitationCoverage, TargetResolution } from '../citation-index.ts'
import { Citation } from '../citation.ts'
import { Day, SemVer } from '../ids.ts'
import { TextSpan } from '../integrity.ts'
import { Jurisdiction } from '../vocabulary/texts.ts'
import { ArticleHead } from './article-head.ts'
import { textOf, wordsOf } from './request-text.ts'
import { AskedDay } from './versions.ts'

/** Bounds of a request (contracts/conventions/look-ups.md). */
export const RESOLVE_LIMITS = {
  citationsMax: 250,
  citationCodePointsMax: 400,
  textCodePointsMax: 20_000,
  /** Texts near to one that is not held. */
  nearMax: 5,
} as const

export const ResolveRequest = z
  .strictObject({
    citations: z
      .array(textOf(RESOLVE_LIMITS.citationCodePointsMax))
      .min(1)
      .max(RESOLVE_LIMITS.citationsMax)
      .optional()
      .describe('Citations, each answered by one result. Exactly one of `citations` and `text`.'),
    text: wordsOf(RESOLVE_LIMITS.textCodePointsMax, 'nothing to read')
      .optional()
      .describe('A text; each citation that is recognised in it is answered.'),
    asOf: AskedDay.optional().describe(
      'Day on which the cited wordings are to be in force; default: the current wordings.',
    ),
    jurisdiction: Jurisdiction.default('FR').describe(
      'Whose law is meant where a citation does not say so.',
    ),
  })
  .refine(({ citations, text }) => (citations === undefined) !== (text === undefined), {
    error: 'exactly one of citations and text is needed',
    path: ['citations'],
    params: { code: 'one_of' },
  })
  .meta({
    id: 'ResolveRequest',
    oneOf: [{ required: ['citations'] }, { required: ['text'] }],
    examples: [{ citations: ['article 1240 du code civil', 'ECLI:FR:CCASS:2020:SO01119'] }],
  })
export type ResolveRequest = z.infer<typeof ResolveRequest>

const Status = z.union([200, 300, 400, 404, 429].map((status) => z.literal(status)))
const Code = z.enum([
  ...TargetResolution.shape.code.options,
  'not_a_citation',
  'not_in_force',
  'too_many',
])

export const ResolvedText = ArticleHead.extend({
  name: z.string().describe('The normal name under which the text is filed.'),
  wording: z
    .object({ version: SemVer, validFrom: Day.nullable(), validTo: Day.nullable() })
    .describe('The wording of the day that was asked for, with its days.'),
}).meta({ id: 'ResolvedText' })
export type ResolvedText = z.infer<typeof ResolvedText>

export const ResolvedTarget = z
  .object({
    normal: z.string().describe('The normal name of what is cited.'),
    status: Status,
    code: Code,
    articles: z.array(ResolvedText).describe('200: the text; 300: the candidates.'),
    near: z
      .array(ResolvedText)
      .describe(
        '400 and 404: held texts with a neighbouring name, and with `not_in_force` the text on other days. None of them is what is cited.',
      ),
    coverage: CitationCoverage.nullable().describe('404: what is held of its court or work.'),
    hint: z.string().nullable().describe('What to do about a 400; else null.'),
  })
  .meta({ id: 'ResolvedTarget' })
export type ResolvedTarget = z.infer<typeof ResolvedTarget>

export const ResolvedCitation = z
  .object({
    index: z.int().nonnegative().describe('Place in `citations`, or in the order of the text.'),
    text: z.string().describe('The words of the citation.'),
    span: TextSpan.describe('Of these words in the text, or in the given citation.'),
    status: Status.describe(
      '200 one text, 300 several candidates, 400 no citation or an impossible one, 404 not held, 429 past the citations of one request; of several targets the worst.',
    ),
    code: Code,
    normal: z.string().nullable().describe('The normal name of its first target; null: none.'),
    kind: Citation.shape.kind.nullable().describe('Kind of citation; null: it is none.'),
    targets: z.array(ResolvedTarget).describe('What it names: several for a list of articles.'),
    hint: z.string().nullable().describe('What to do about a 400; else null.'),
  })
  .meta({ id: 'ResolvedCitation' })
export type ResolvedCitation = z.infer<typeof ResolvedCitation>

export const ResolveResponse = z
  .object({
    citations: z.array(ResolvedCitation),
    asOf: Day.nullable().describe('The day that was asked for; null: the current wordings.'),
  })
  .meta({ id: 'ResolveResponse' })
export type ResolveResponse = z.infer<typeof ResolveResponse>
