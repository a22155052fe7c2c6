/** What one verification may cost (contracts/conventions/verify.md). */
import type { VerifyRequest } from '#contracts/http/verify.ts'
import { sentencesOf } from '#contracts/law/claims/sentences.ts'
import { makeWatch, type Watch } from '#contracts/toolkit/watch.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import { COMPUTING_MS_MAX } from '../billing/ports.ts'
import type { HeldText } from './texts.ts'

export const VERIFY_BUDGET = {
  /** Sentences times sources that a request names. */
  comparisonsMax: 8_000,
  /** Characters of sources, counted for each sentence that is compared with them. */
  costMax: 1_000_000_000,
  /** On the clock, so that even a busy machine ends it before its price is released. */
  msMax: COMPUTING_MS_MAX,
} as const

const tooCostly = ({ text }: Pick<VerifyRequest, 'text'>): RequestInvalid =>
  new RequestInvalid([
    {
      path: text === undefined ? 'claim' : 'text',
      code: 'too_costly',
      message:
        'comparing this document with its sources would take too long: send it in parts, or name fewer sources',
    },
  ])

/** Throws RequestInvalid where a request alone shows that it asks for too much. */
export const requireAffordable = (request: VerifyRequest): void => {
  const { text = '', sources } = request
  if (sources.length === 0) return
  if (sentencesOf(text).length * sources.length > VERIFY_BUDGET.comparisonsMax)
    throw tooCostly(request)
}

/** The watch over one verification; it throws RequestInvalid when the budget is spent. */
export const watchOver = (request: VerifyRequest, signal: AbortSignal | undefined): Watch =>
  makeWatch({ ...VERIFY_BUDGET, spent: () => tooCostly(request) }, signal)

/** Cost of comparing one sentence with these texts. */
export const costOf = (texts: readonly HeldText[]): number =>
  texts.reduce((sum, { article }) => sum + article.contentClean.length, 0)
