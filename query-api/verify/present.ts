import type { VerifiedCitation, VerifiedClaim, VerifiedQuote } from '#contracts/http/verify.ts'
import type { Day } from '#contracts/ids.ts'
import type { Evidence } from '#contracts/law/claims/judge.ts'
import type { CheckedQuotation } from '#contracts/law/claims/sentence-check.ts'
import { currencyOfAll } from './currency.ts'
import type { JudgedSentence } from './judge.ts'
import type { CheckedCitation } from './ports.ts'
import { textSpan } from '#contracts/text-span.ts'
import type { HeldText } from './texts.ts'

type Shown = VerifiedClaim['evidence'][number]
type TextRange = { readonly start: number; readonly end: number }

/**
 * The words of the text that support a headnote: its source text, or else the sentence that shares
 * most with it.
 */
const placeOfHeadnote = ({ article, source }: HeldText, sequence: number): TextRange | null => {
  const sourceText = article.headnotes.find((one) => one.sequence === sequence)?.sourceText
  const at = sourceText == null ? -1 : article.contentClean.indexOf(sourceText)
  if (at >= 0 && sourceText != null) return { start: at, end: at + sourceText.length }
  const headnote = source.claims.units.find((unit) => unit.headnoteSequence === sequence)
  let best: { readonly span: TextRange; readonly shared: number } | null = null
  for (const unit of source.claims.units) {
    if (unit.kind !== 'text' || headnote === undefined) continue
    const shared = [...unit.concepts].filter((concept) => headnote.concepts.has(concept)).length
    if (best === null || shared > best.shared) best = { span: unit.span, shared }
  }
  return best === null || best.shared === 0 ? null : best.span
}

/** Evidence as it is shown: always words of the text whose hash is named. */
const shownEvidence = ({ comparison, stance }: Evidence, held: HeldText): Shown | null => {
  const { article } = held
  const sequence = comparison.unit.headnoteSequence
  const place = sequence === null ? comparison.unit.span : placeOfHeadnote(held, sequence)
  if (place === null) return null
  return {
    slug: article.slug,
    title: article.title,
    version: article.version,
    sha256Hash: article.sha256Hash,
    quote: article.contentClean.slice(place.start, place.end),
    quoteSpan: textSpan(article.contentClean, place.start, place.end),
    headnoteSequence: sequence,
    stance,
    statusFlag: article.statusFlag,
    statusAsOf: article.statusDerivation.asOf,
    validFrom: article.validity.validFrom,
    validTo: article.validity.validTo,
  }
}

/**
 * A quotation as it is shown; `offset` is where the sentence that holds it begins in the document.
 */
export const shownQuote = (
  document: string,
  offset: number,
  { quotation, finding }: CheckedQuotation,
  held: ReadonlyMap<string, HeldText>,
): VerifiedQuote => {
  const { match } = finding
  const article = match === null ? undefined : held.get(match.key)?.article
  return {
    text: quotation.text,
    span: textSpan(document, offset + quotation.start, offset + quotation.end),
    class: finding.class,
    bestMatch:
      match === null || article === undefined
        ? null
        : {
            slug: article.slug,
            version: article.version,
            sha256Hash: article.sha256Hash,
            quoteSpan: textSpan(article.contentClean, match.place.start, match.place.end),
            distance: match.distance,
            diff: match.diff.map(([sign, text]) => [sign, text]),
            touches: [...match.touches],
          },
  }
}

/** A claim in a response. `status`: whether to report the currency of the law behind it. */
export const shownClaim = (
  document: string,
  asOf: Day,
  one: JudgedSentence,
  index: number,
  status: boolean,
): VerifiedClaim => {
  const { statement, checked, held, verdict } = one
  const judgement = checked?.judgement
  const evidence = (judgement?.evidence ?? []).flatMap((found) => {
    const text = held.get(found.key)
    const shown = text === undefined ? null : shownEvidence(found, text)
    return shown === null || text === undefined ? [] : [{ shown, text }]
  })
  return {
    id: `c${index + 1}`,
    text: statement.text,
    span: textSpan(document, statement.start, statement.end),
    checkWorthy: one.checkWorthy,
    verdict,
    score: Math.round((verdict === 'unverifiable' ? 0 : (judgement?.score ?? 0)) * 100) / 100,
    currency: status
      ? currencyOfAll(
          evidence.map(({ text }) => text),
          asOf,
        )
      : 'unknown',
    evidence: verdict === 'unverifiable' ? [] : evidence.map(({ shown }) => shown),
    correction: verdict === 'contradicted' ? (evidence[0]?.shown.quote ?? null) : null,
    conflicts:
      verdict === 'contradicted'
        ? (judgement?.conflicts ?? []).map(({ kind, said, source }) => ({ kind, said, source }))
        : [],
    differences: verdict === 'unverifiable' ? [] : [...(judgement?.differences ?? [])],
    suggested: [],
  }
}

export const shownCitation = (document: string, citation: CheckedCitation): VerifiedCitation => ({
  text: document.slice(citation.start, citation.end),
  span: textSpan(document, citation.start, citation.end),
  status: citation.status,
  code: citation.code,
  normalized: [...citation.normalized],
  candidates: [...citation.candidates],
})
