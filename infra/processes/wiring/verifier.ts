import { type ClaimVerifier, makeVerifier } from '#contracts/law/claims/judge.ts'
import type { Settings } from '../../settings.ts'
import { openEntailment } from './entailment.ts'

/**
 * The verifier of claims that assessments are recorded by, with the model of the settings; by rules
 * alone where there is none. It rejects where the model fails, so that nothing is recorded without.
 */
export const openVerifier = async (
  settings: Pick<Settings, 'entailmentModelDir'>,
): Promise<ClaimVerifier> => makeVerifier(await openEntailment(settings))
