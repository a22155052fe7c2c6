/**
 * Opinions of a model, shown beside the verdicts (contracts/conventions/verify.md). They never
 * change a verdict, and a failing model does not fail the request.
 */
import { z } from 'zod'
import { Verdict } from '#contracts/claim.ts'
import type { VerifiedClaim } from '#contracts/http/verify.ts'
import type { VerdictSuggester } from './ports.ts'

export const SUGGESTIONS = {
  /** The longest wait for all suggestions together. */
  waitMs: 2_000,
  /** Claims of one request that a model is asked about. */
  claimsMax: 20,
} as const

const Opinion = z.object({ verdict: Verdict, confidence: z.number().min(0).max(1) })
type Opinion = z.infer<typeof Opinion>

const whenAborted = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })

/** Null: too late, failed, or no opinion. */
const opinionOf = async (
  suggester: VerdictSuggester,
  { text, evidence }: VerifiedClaim,
  signal: AbortSignal,
): Promise<Opinion | null> => {
  const passages = evidence.map(({ quote }) => quote)
  const ask = async (): Promise<unknown> => suggester.suggest(text, passages, signal)
  const asked = ask().catch(() => null)
  return Opinion.safeParse(await Promise.race([asked, whenAborted(signal)])).data ?? null
}

/** Adds the opinions of a model to claims. */
export const withSuggestions = async (
  suggester: VerdictSuggester | null,
  claims: readonly VerifiedClaim[],
  waitMs: number = SUGGESTIONS.waitMs,
): Promise<VerifiedClaim[]> => {
  if (suggester === null) return [...claims]
  const signal = AbortSignal.timeout(waitMs)
  const opinions = await Promise.all(
    claims.slice(0, SUGGESTIONS.claimsMax).map((claim) => opinionOf(suggester, claim, signal)),
  )
  return claims.map((claim, index) => {
    const opinion = opinions[index] ?? null
    const { model: by } = suggester
    return opinion === null
      ? claim
      : { ...claim, suggested: [{ ...opinion, by, suggested: true as const }] }
  })
}
