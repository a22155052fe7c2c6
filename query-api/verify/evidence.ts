import type { VerifiedClaim, VerifiedQuote } from '#contracts/http/verify.ts'
import type { Evidence } from '#contracts/law/claims/judge.ts'
import type { QuoteOfStatement } from '#contracts/law/claims/statement.ts'
import { textSpan } from './spans.ts'
import type { HeldText } from './texts.ts'

type Shown = VerifiedClaim['evidence'][number]
type Place = { readonly start: number; readonly end: number }

/**
 * The words of the text that a headnote stands on: its source text, else the sentence that shares
 * most with it.
 */
const placeOfHeadnote = ({ article, source }: HeldText, sequence: number): Place | null => {
  const sourceText = article.headnotes.find((one) => one.sequence === sequence)?.sourceText
  const at = sourceText == null ? -1 : article.contentClean.indexOf(sourceText)
  if (at >= 0 && sourceText != null) return { start: at, end: at + sourceText.length }
  const headnote = source.claims.units.find((unit) => unit.headnoteSequence === sequence)
  let best: { readonly span: Place; readonly shared: number } | null = null
  for (const unit of source.claims.units) {
    if (unit.kind !== 'text' || headnote === undefined) continue
    const shared = [...unit.concepts].filter((concept) => headnote.concepts.has(concept)).length
    if (best === null || shared > best.shared) best = { span: unit.span, shared }
  }
  return best === null || best.shared === 0 ? null : best.span
}

/** Evidence as it is shown: always words of the text whose hash is named. */
export const shownEvidence = ({ comparison, stance }: Evidence, held: HeldText): Shown | null => {
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
  { quotation, finding }: QuoteOfStatement,
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
