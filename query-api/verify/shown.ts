import type { VerifiedCitation, VerifiedClaim } from '#contracts/http/verify.ts'
import type { Day } from '#contracts/ids.ts'
import { currencyOfAll } from './currency.ts'
import { shownEvidence } from './evidence.ts'
import type { Judged } from './judging.ts'
import type { CheckedCitation } from './ports.ts'
import { textSpan } from './spans.ts'

/** A claim as it is shown; `status`: whether the law behind it is to be looked at. */
export const shownClaim = (
  document: string,
  asOf: Day,
  one: Judged,
  index: number,
  status: boolean,
): VerifiedClaim => {
  const { statement, checked, held, verdict } = one
  const judgement = checked?.judgement
  const evidence = (judgement?.evidence ?? []).flatMap((found) => {
    const text = held.get(found.key)
    const shown = text === undefined ? null : shownEvidence(found, text)
    return shown === null || text === undefined ? [] : [{ shown, article: text.article }]
  })
  const articles = evidence.map(({ article }) => article)
  return {
    id: `c${index + 1}`,
    text: statement.text,
    span: textSpan(document, statement.start, statement.end),
    checkWorthy: one.checkWorthy,
    verdict,
    score: Math.round((verdict === 'unverifiable' ? 0 : (judgement?.score ?? 0)) * 100) / 100,
    currency: status ? currencyOfAll(articles, asOf) : 'unknown',
    evidence: verdict === 'unverifiable' ? [] : evidence.map(({ shown }) => shown),
    correction: verdict === 'contradicted' ? (evidence[0]?.shown.quote ?? null) : null,
    conflicts:
      verdict === 'contradicted'
        ? (judgement?.conflicts ?? []).map(({ kind, said, source }) => ({ kind, said, source }))
        : [],
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
