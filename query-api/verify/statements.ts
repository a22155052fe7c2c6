import type { VerifyRequest } from '#contracts/http/verify.ts'
import { sentencesOf } from '#contracts/law/claims/judge.ts'
import type { CheckedCitation } from './ports.ts'

/** A sentence of the document: UTF-16 units, `end` exclusive. */
export type Statement = { readonly text: string; readonly start: number; readonly end: number }

/** What is to be judged: the claim, or each sentence of the document but its headings. */
export const statementsOf = ({ claim, text }: VerifyRequest): Statement[] => {
  if (claim !== undefined) return [{ text: claim, start: 0, end: claim.length }]
  const document = text ?? ''
  return sentencesOf(document)
    .filter(({ heading }) => !heading)
    .map(({ start, end }) => ({ text: document.slice(start, end), start, end }))
}

/** Whether a citation stands in a sentence. */
export const within = ({ start, end }: Statement, citation: CheckedCitation): boolean =>
  citation.start >= start && citation.end <= end
