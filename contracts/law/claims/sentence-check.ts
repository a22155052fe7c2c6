import {
  type QuoteFinding,
  classifyQuotation,
  judgedQuotations,
  type QuotedSource,
} from '../quotations/classify.ts'
import { type QuotableText, quotableText } from '../quotations/quotable-text.ts'
import type { Quotation } from '../quotations/marks.ts'
import type { ClaimVerifier, Judgement } from './judge.ts'
import { type ClaimSource, claimSource, type SourceParts } from './claim-source.ts'

/** A text prepared for both checks: claims and quotations. */
export type PreparedSource = {
  readonly key: string
  readonly claims: ClaimSource
  readonly quotes: QuotableText
}

/** Prepares a wording. Linear in the text, which `SOURCE_TEXT.unitsMax` limits for claims. */
export const prepareSource = (key: string, parts: SourceParts): PreparedSource => ({
  key,
  claims: claimSource(parts),
  quotes: quotableText(parts.contentClean),
})

export type CheckedQuotation = { readonly quotation: Quotation; readonly finding: QuoteFinding }

/** What the check of a sentence against its sources needs. */
export type SentenceCheck = {
  readonly verifier: ClaimVerifier
  readonly sources: readonly PreparedSource[]
  /** Keys of the sources that the sentence cites. Its quotations must come from them. */
  readonly cited: ReadonlySet<string>
  /** Whether it cites something that does not exist. */
  readonly citesNothing: boolean
  readonly threshold: number
  /** A search found the sources; neither the sentence nor its author names them. */
  readonly areFound?: boolean
  /** Ends the model's part when the answer is no longer awaited. */
  readonly signal?: AbortSignal
}

export type CheckedSentence = {
  readonly judgement: Judgement
  readonly quotes: readonly CheckedQuotation[]
}

const quotedSources = (
  sources: readonly PreparedSource[],
  cited: ReadonlySet<string>,
): QuotedSource[] =>
  sources.map(({ key, quotes }) => ({ key, text: quotes, cited: cited.has(key) }))

/** Checks each quotation of a text against the sources. */
const checkQuotations = (text: string, sources: readonly QuotedSource[]): CheckedQuotation[] =>
  judgedQuotations(text).flatMap((quotation) => {
    const finding = classifyQuotation(quotation.text, sources)
    return finding === null ? [] : [{ quotation, finding }]
  })

const partial = (judgement: Judgement): Judgement =>
  judgement.verdict === 'supported' ? { ...judgement, verdict: 'partially_supported' } : judgement

const contradictedBy = (
  judgement: Judgement,
  { quotation, finding }: CheckedQuotation,
): Judgement => ({
  ...judgement,
  verdict: 'contradicted',
  conflicts: [
    ...judgement.conflicts,
    {
      kind: 'quotation',
      said: quotation.text,
      source: finding.match?.diff.find(([sign]) => sign === '-')?.[1] ?? null,
    },
  ],
})

/**
 * A claim is no better than its quotations: one that was altered in a number, a negation, a date or
 * a name contradicts it; one that is found nowhere, is composed of parts or attributed to another
 * text leaves it partly supported at most, and so does a citation of nothing.
 */
const withQuotes = (judgement: Judgement, quotes: readonly CheckedQuotation[]): Judgement => {
  const altered = quotes.find(
    ({ finding }) => finding.class === 'altered' && (finding.match?.touches.length ?? 0) > 0,
  )
  if (altered !== undefined) return contradictedBy(judgement, altered)
  const honest = quotes.every(
    ({ finding }) => finding.class === 'exact' || finding.class === 'normalized',
  )
  return honest ? judgement : partial(judgement)
}

/** Checks a sentence, both its quotations and its claim, and returns one verdict. Deterministic. */
export const checkSentence = async (
  text: string,
  check: SentenceCheck,
): Promise<CheckedSentence> => {
  const { sources, cited, threshold, verifier, signal, areFound = false } = check
  const quotes = checkQuotations(text, quotedSources(sources, cited))
  const judged = await verifier.judge(
    text,
    sources.map(({ key, claims }) => ({ key, source: claims })),
    { threshold, areFound, ...(signal === undefined ? {} : { signal }) },
  )
  const judgement = withQuotes(judged, quotes)
  return { judgement: check.citesNothing ? partial(judgement) : judgement, quotes }
}
