import { z } from 'zod'

/**
 * Verdicts on a claim, worst first where a document has several (contracts/conventions/verify.md).
 */
export const VERDICTS = [
  'contradicted',
  'not_supported',
  'partially_supported',
  'supported',
  'unverifiable',
] as const
export const Verdict = z.enum(VERDICTS)
export type Verdict = z.infer<typeof Verdict>

/** The class of a quotation compared with its source (contracts/conventions/verify.md). */
export const QuoteClass = z.enum([
  'exact',
  'normalized',
  'altered',
  'misattributed',
  'frankenquote',
  'not_found',
])
export type QuoteClass = z.infer<typeof QuoteClass>

/**
 * Whether the law behind a claim is current on the day asked for, independent of the verdict
 * (contracts/conventions/verify.md).
 */
export const Currency = z.enum(['current', 'superseded', 'repealed', 'not_yet_in_force', 'unknown'])
export type Currency = z.infer<typeof Currency>

/** `near`: the closest passage found, which does not bear the claim out. */
export const Stance = z.enum(['supports', 'contradicts', 'near'])
export type Stance = z.infer<typeof Stance>

/**
 * The verdict of a document: the worst of its claims; `unverifiable` only if all are
 * (contracts/conventions/verify.md).
 */
export const worstVerdict = (verdicts: readonly Verdict[]): Verdict =>
  VERDICTS.find((verdict) => verdicts.includes(verdict)) ?? 'unverifiable'

const PERCENT = 100

/**
 * `round_half_up(100 · supported / checkable)`; null where nothing is checkable
 * (contracts/conventions/groundedness.md).
 */
export const groundednessScore = (supported: number, checkable: number): number | null =>
  checkable === 0 ? null : Math.floor((PERCENT * supported) / checkable + 1 / 2)
