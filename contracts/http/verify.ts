import { z } from 'zod'
import { Currency, QuoteClass, Stance, Verdict } from '../claim.ts'
import { DIFFERENCE_KINDS } from '../law/claims/frames/differences.ts'
import { Sha256Hex, Slug, SemVer, SLUG_MAX } from '../ids.ts'
import { IntegrityFlag, TextSpan } from '../integrity.ts'
import { StatusFlag } from '../vocabulary/citator.ts'
import { StatusAsOf } from './article.ts'
import { CoverageSummary } from './coverage.ts'
import { wordsOf } from './request-text.ts'

/** Bounds of a verification (contracts/conventions/verify.md). */
export const VERIFY_LIMITS = {
  claimCodePointsMax: 2_000,
  textCodePointsMax: 20_000,
  sourcesMax: 20,
  /** Further citations are answered with status 429. */
  citationsMax: 250,
  thresholdDefault: 0.6,
} as const

const bounded = (max: number, description: string) =>
  wordsOf(max, 'nothing to verify').optional().describe(description)

export const VERIFY_CHECKS = ['claim', 'quote', 'citation', 'status'] as const

const NamedSource = z.strictObject({
  slug: z.string().min(1).max(SLUG_MAX).describe('Of a text that is held; another is a 400.'),
  version: SemVer.optional(),
  sha256Hash: Sha256Hex.optional(),
})

export const VerifyRequest = z
  .strictObject({
    claim: bounded(
      VERIFY_LIMITS.claimCodePointsMax,
      'One claim. Exactly one of `claim` and `text`.',
    ),
    text: bounded(
      VERIFY_LIMITS.textCodePointsMax,
      'A whole document, verified sentence by sentence.',
    ),
    sources: z
      .array(NamedSource)
      .max(VERIFY_LIMITS.sourcesMax)
      .default([])
      .describe('Texts compared, in any version; none: the corpus is searched.'),
    asOf: z.iso.date().optional().describe('Day on which the law is asked for; default today.'),
    checks: z
      .array(z.enum(VERIFY_CHECKS))
      .min(1)
      .default([...VERIFY_CHECKS]),
    threshold: z
      .number()
      .min(0)
      .max(1)
      .default(VERIFY_LIMITS.thresholdDefault)
      .describe('Score from which a claim is called supported.'),
  })
  .refine(({ claim, text }) => (claim === undefined) !== (text === undefined), {
    error: 'exactly one of claim and text is needed',
    path: ['claim'],
    params: { code: 'one_of' },
  })
  .meta({
    id: 'VerifyRequest',
    oneOf: [{ required: ['claim'] }, { required: ['text'] }],
    examples: [{ claim: 'Les actions personnelles se prescrivent par cinq ans.' }],
  })
export type VerifyRequest = z.infer<typeof VerifyRequest>

export const VerifyEvidence = z.object({
  slug: Slug,
  title: z.string(),
  version: SemVer,
  sha256Hash: Sha256Hex,
  quote: z.string().describe('`contentClean[start:end]` of the version whose hash is named.'),
  quoteSpan: TextSpan,
  headnoteSequence: z.int().min(1).nullable().describe('The headnote that says it, if one does.'),
  stance: Stance,
  statusFlag: StatusFlag,
  statusAsOf: StatusAsOf,
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
})

export const VerifiedClaim = z
  .object({
    id: z.string(),
    text: z.string(),
    span: TextSpan,
    checkWorthy: z.boolean(),
    verdict: Verdict,
    score: z
      .number()
      .min(0)
      .max(1)
      .describe('The measured share of claims judged like this one that are right.'),
    currency: Currency,
    evidence: z.array(VerifyEvidence),
    correction: z.string().nullable().describe('The words of the source, where it says otherwise.'),
    conflicts: z.array(
      z.object({ kind: z.string(), said: z.string(), source: z.string().nullable() }),
    ),
    differences: z
      .array(
        z.object({
          kind: z.enum(DIFFERENCE_KINDS),
          said: z
            .string()
            .nullable()
            .describe('Words of the claim; null: it leaves something out.'),
          source: z.string().nullable().describe('Words of the source; null: it has none.'),
        }),
      )
      .describe('What sets the claim apart from the nearest passage, where it is not supported.'),
    suggested: z
      .array(
        z.object({
          verdict: Verdict,
          by: z.string(),
          confidence: z.number().min(0).max(1),
          suggested: z.literal(true),
        }),
      )
      .describe('Always empty: the model takes part in the verdict.'),
  })
  .meta({ id: 'VerifiedClaim' })
export type VerifiedClaim = z.infer<typeof VerifiedClaim>

export const VerifiedQuote = z
  .object({
    text: z.string(),
    span: TextSpan,
    class: QuoteClass,
    bestMatch: z
      .object({
        slug: Slug,
        version: SemVer,
        sha256Hash: Sha256Hex,
        quoteSpan: TextSpan,
        distance: z.int().nonnegative().describe('Characters that differ.'),
        diff: z
          .array(z.tuple([z.enum(['-', '+']), z.string()]))
          .describe('`-`: in the source only; `+`: in the quotation only.'),
        touches: z.array(z.string()).describe('What the difference touches, e.g. `a negation`.'),
      })
      .nullable(),
  })
  .meta({ id: 'VerifiedQuote' })
export type VerifiedQuote = z.infer<typeof VerifiedQuote>

export const CitationStatus = z.union([200, 300, 400, 404, 429].map((status) => z.literal(status)))
export const VerifiedCitation = z
  .object({
    text: z.string(),
    span: TextSpan,
    status: CitationStatus.describe(
      '200 resolved, 300 ambiguous, 400 malformed, 404 not found, 429 past the citations of one request.',
    ),
    code: z.string(),
    normalized: z.array(z.string()),
    candidates: z.array(
      z.object({
        slug: Slug,
        statusFlag: StatusFlag,
        statusAsOf: StatusAsOf,
        ecli: z.string().nullable(),
        replacedBy: z.object({ slug: Slug }).nullable(),
      }),
    ),
  })
  .meta({ id: 'VerifiedCitation' })
export type VerifiedCitation = z.infer<typeof VerifiedCitation>

export const VerifyResponse = z
  .object({
    verdict: Verdict.describe('The worst of the claims.'),
    groundednessScore: z.int().min(0).max(100).nullable(),
    claims: z.array(VerifiedClaim),
    quotes: z.array(VerifiedQuote),
    citations: z.array(VerifiedCitation),
    integrity: z.array(IntegrityFlag),
    coverage: CoverageSummary.nullable().describe(
      'What is held, where something was not found or could not be verified; else null.',
    ),
    method: z.string(),
    corpus: z.object({
      position: z.string(),
      asOf: z.string(),
      builtAt: z.string().nullable(),
      generation: z.string().nullable(),
    }),
    latencyMs: z.int().nonnegative(),
  })
  .meta({ id: 'VerifyResponse' })
export type VerifyResponse = z.infer<typeof VerifyResponse>
