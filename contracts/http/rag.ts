import { z } from 'zod'
import { Verdict } from '../claim.ts'
import { HeadnoteId, SemVer, Sha256Hex, Slug } from '../ids.ts'
import { TextSpan } from '../integrity.ts'
import { StatusFlag } from '../vocabulary/citator.ts'
import { StatusAsOf } from './article.ts'
import { CoverageSummary } from './coverage.ts'
import { SearchFilters } from './search.ts'
import { wordsOf } from './request-text.ts'

/** Bounds of a question (contracts/conventions/rag.md). */
export const RAG_LIMITS = {
  questionCodePointsMax: 2_000,
  sourcesMax: 20,
  sourcesDefault: 8,
  groundednessMinDefault: 70,
  nearestMax: 3,
  languageMax: 35,
} as const

const PERCENT = 100
/** A language tag (RFC 5646) without the irregular ones that it keeps for old systems. */
const LANGUAGE_TAG =
  /^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*(?:-[0-9A-WYZa-wyz](?:-[A-Za-z0-9]{2,8})+)*(?:-x(?:-[A-Za-z0-9]{1,8})+)?$/

export const RagMode = z.enum(['extractive', 'generative'])
export type RagMode = z.infer<typeof RagMode>

export const RagRequest = z
  .strictObject({
    question: wordsOf(RAG_LIMITS.questionCodePointsMax, 'a question is needed').describe(
      'A question of law, in French, English or Catalan.',
    ),
    filters: SearchFilters.default({}),
    asOf: z.iso.date().optional().describe('Day on which the law is asked for; default today.'),
    language: z
      .string()
      .max(RAG_LIMITS.languageMax)
      .regex(LANGUAGE_TAG, { error: 'must be a language tag such as fr or fr-LU (BCP 47)' })
      .optional()
      .describe('BCP 47, such as `fr`; default: the language of the question.'),
    maxSources: z.int().min(1).max(RAG_LIMITS.sourcesMax).default(RAG_LIMITS.sourcesDefault),
    minGroundedness: z
      .int()
      .min(0)
      .max(PERCENT)
      .default(RAG_LIMITS.groundednessMinDefault)
      .describe('Below it there is no answer.'),
    mode: RagMode.optional().describe(
      '`extractive`: sentences chosen by rules; `generative`: a model chooses, orders and joins them. In both every sentence is a verbatim quote or the summary of a headnote. Default: `generative` where the service has a model, and what it writes can be verified; else `extractive`.',
    ),
    enableVector: z
      .boolean()
      .default(true)
      .describe('The semantic ranking beside the lexical one.'),
  })
  .superRefine(({ asOf, filters }, context) => {
    if (asOf === undefined || filters.asOf === undefined || asOf === filters.asOf) return
    context.addIssue({
      code: 'custom',
      path: ['filters', 'asOf'],
      message: `asOf and filters.asOf name two days: leave one of them out`,
      params: { code: 'contradiction' },
    })
  })
  .meta({
    id: 'RagRequest',
    examples: [{ question: 'Quel est le délai de prescription des actions personnelles ?' }],
  })
export type RagRequest = z.infer<typeof RagRequest>

/** Why there is no answer: a closed list (contracts/conventions/rag.md). */
export const AbstainReason = z.enum([
  'no_source',
  'below_groundedness',
  'conflicting_sources',
  'out_of_coverage',
  'asof_not_covered',
])
export type AbstainReason = z.infer<typeof AbstainReason>

export const RagClaim = z
  .object({
    id: z.string(),
    text: z.string(),
    span: TextSpan.describe('Where the sentence stands in `answer`.'),
    checkWorthy: z.boolean(),
    verdict: Verdict,
    citationIds: z.array(z.string()).min(1),
  })
  .meta({ id: 'RagClaim' })
export type RagClaim = z.infer<typeof RagClaim>

export const RagCitation = z
  .object({
    id: z.string(),
    type: z.enum(['article', 'headnote']),
    slug: Slug,
    title: z.string(),
    version: SemVer,
    sha256Hash: Sha256Hex,
    headnoteId: HeadnoteId.nullable(),
    quote: z.string().describe('`contentClean[start:end]` of the version whose hash is named.'),
    quoteSpan: TextSpan,
    statusFlag: StatusFlag,
    statusAsOf: StatusAsOf,
    validFrom: z.string().nullable(),
    validTo: z.string().nullable(),
    sourceUrl: z.string().nullable(),
    licence: z.string().nullable(),
  })
  .meta({ id: 'RagCitation' })
export type RagCitation = z.infer<typeof RagCitation>

export const RagWarning = z.object({
  code: z.string(),
  severity: z.enum(['info', 'warning', 'critical']),
  citationId: z.string().nullable(),
  message: z.string(),
})
export type RagWarning = z.infer<typeof RagWarning>

export const RagResponse = z
  .object({
    answer: z.string().nullable().describe('Sentences with their citations as `[1]`; null: none.'),
    abstained: z.boolean(),
    abstainReason: AbstainReason.nullable(),
    groundednessScore: z
      .int()
      .min(0)
      .max(PERCENT)
      .nullable()
      .describe(
        'Generative: share of the checkable sentences that were borne out, before the others were dropped. Extractive: measured share of such quotes that bear on what was asked.',
      ),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        'Measured share of such answers whose first quote states the rule asked for; null where there is no answer.',
      ),
    claims: z.array(RagClaim).describe('Every sentence of the answer; all are borne out.'),
    citations: z.array(RagCitation),
    nearest: z
      .array(RagCitation)
      .max(RAG_LIMITS.nearestMax)
      .describe(
        'Where there is no answer: passages near to the question, best first. None is said to answer it.',
      ),
    warnings: z.array(RagWarning),
    retrieval: z.object({
      considered: z.int().nonnegative(),
      used: z.int().nonnegative(),
      lexicalHits: z.int().nonnegative(),
      vectorHits: z.int().nonnegative().describe('Hits that were found by meaning alone.'),
      k: z.int().positive(),
    }),
    coverage: CoverageSummary.nullable().describe(
      'What is held, where there is no answer; else null.',
    ),
    corpus: z.object({
      position: z.string(),
      asOf: z.string(),
      builtAt: z.string().nullable().describe('When the generation of the read models was begun.'),
      generation: z.string().nullable().describe('Of the read models: `g1` is the first.'),
    }),
    model: z
      .object({ name: z.string(), version: z.string(), deterministic: z.boolean() })
      .describe('What chose the sentences; `version` is that of the rules that bind them.'),
    latencyMs: z.int().nonnegative(),
  })
  .meta({ id: 'RagResponse' })
export type RagResponse = z.infer<typeof RagResponse>

/** Names of the server-sent events of an answer, in their order; `answer` is the whole response. */
export const RAG_EVENTS = ['citation', 'claim', 'answer'] as const

/** JSON escapes line ends, so the data of an event is one line. */
const serverSentEvent = (event: (typeof RAG_EVENTS)[number], data: unknown): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** The stream that `POST /rag` sends for `Accept: text/event-stream`. */
export const ragStream = (response: RagResponse): string =>
  [
    ...response.citations.map((citation) => serverSentEvent('citation', citation)),
    ...response.claims.map((claim) => serverSentEvent('claim', claim)),
    serverSentEvent('answer', response),
  ].join('')
