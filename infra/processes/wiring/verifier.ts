import type { ClaimVerifier } from '#contracts/law/claims/judge.ts'
import { CLAIM_METHOD, methodWith } from '#contracts/law/claims/method.ts'
import type { Settings } from '../../settings.ts'
import { openEntailment } from './entailment.ts'

/**
 * The verifier of claims that assessments are recorded by, with the model of the settings; by rules
 * alone where there is none. It rejects where the model fails, so that nothing is recorded without.
 */
export const openVerifier = async (
  settings: Pick<Settings, 'entailmentModelDir'>,
): Promise<ClaimVerifier> => {
  const entailment = await openEntailment(settings)
  // The tagger and the lexicon take a second to load, and most processes never judge.
  const load = async (): Promise<ClaimVerifier> =>
    (await import('#contracts/law/claims/judge.ts')).makeVerifier(entailment)
  let loaded: Promise<ClaimVerifier> | null = null
  return {
    method: entailment === null ? CLAIM_METHOD : methodWith(entailment),
    judge: async (text, sources, options) =>
      (await (loaded ??= load())).judge(text, sources, options),
  }
}
