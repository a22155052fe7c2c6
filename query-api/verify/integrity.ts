import type { VerifiedCitation, VerifiedClaim, VerifiedQuote } from '#contracts/http/verify.ts'
import type { Instant } from '#contracts/ids.ts'
import type { IntegrityFlag, TextSpan } from '#contracts/integrity.ts'
import { INTEGRITY_SEVERITY, type IntegrityCode } from '#contracts/vocabulary/integrity.ts'

/** Below this a text is poorly grounded (contracts/conventions/integrity-flags.md). */
export const GROUNDEDNESS_MIN = 70
const DETECTOR = 'verify@1'

type Doubt = {
  readonly code: IntegrityCode
  readonly message: string
  readonly span: TextSpan | null
  readonly evidence: Record<string, unknown>
}

const quoteDoubt = ({ class: kind, span, bestMatch }: VerifiedQuote): Doubt[] => {
  if (kind === 'exact' || kind === 'normalized') return []
  const evidence = {
    class: kind,
    slug: bestMatch?.slug ?? null,
    distance: bestMatch?.distance ?? null,
  }
  return kind === 'not_found'
    ? [
        {
          code: 'quote_not_found',
          message: 'The quoted words were not found in any text that was checked.',
          span,
          evidence,
        },
      ]
    : [
        {
          code: 'quote_altered',
          message: `The quotation differs from its source: ${kind}.`,
          span,
          evidence,
        },
      ]
}

const citationDoubts = ({
  status,
  code,
  span,
  normalized,
  candidates,
}: VerifiedCitation): Doubt[] => {
  const evidence = { normalized, candidates: candidates.map(({ slug }) => slug) }
  if (status === 404 && code === 'not_found')
    return [
      {
        code: 'citation_unresolved',
        message: 'The cited text was not found among those held.',
        span,
        evidence,
      },
    ]
  if (status === 300)
    return [
      { code: 'citation_ambiguous', message: 'The citation fits several texts.', span, evidence },
    ]
  return candidates.flatMap(({ slug, statusFlag }): Doubt[] =>
    statusFlag === 'red' || statusFlag === 'orange'
      ? [
          {
            code: `cited_authority_${statusFlag}`,
            message: `A cited authority has the status ${statusFlag}.`,
            span,
            evidence: { slug },
          },
        ]
      : [],
  )
}

const claimDoubts = ({ verdict, span, id, currency, evidence }: VerifiedClaim): Doubt[] => [
  ...(verdict === 'contradicted'
    ? [
        {
          code: 'claim_contradicted' as const,
          message: 'A source says otherwise.',
          span,
          evidence: { claim: id, slug: evidence[0]?.slug ?? null },
        },
      ]
    : []),
  ...(currency === 'repealed' || currency === 'superseded'
    ? [
        {
          code: 'stale_law' as const,
          message: `What the claim rests on is ${currency}.`,
          span,
          evidence: { claim: id, slug: evidence[0]?.slug ?? null },
        },
      ]
    : []),
]

const lowScore = (score: number | null): Doubt[] =>
  score !== null && score < GROUNDEDNESS_MIN
    ? [
        {
          code: 'low_groundedness',
          message: `Only ${score} % of what can be checked is supported.`,
          span: null,
          evidence: { score },
        },
      ]
    : []

/** The integrity flags that a verification raises (contracts/conventions/integrity-flags.md). */
export const integrityOf = (
  found: {
    readonly claims: readonly VerifiedClaim[]
    readonly quotes: readonly VerifiedQuote[]
    readonly citations: readonly VerifiedCitation[]
    readonly score: number | null
  },
  detectedAt: Instant,
): IntegrityFlag[] =>
  [
    ...found.quotes.flatMap(quoteDoubt),
    ...found.citations.flatMap(citationDoubts),
    ...found.claims.flatMap(claimDoubts),
    ...lowScore(found.score),
  ].map((doubt) => ({
    ...doubt,
    severity: INTEGRITY_SEVERITY[doubt.code],
    headnoteSequence: null,
    detectedAt,
    detector: DETECTOR,
  }))
