import type { EntailmentModel } from '#contracts/law/claims/entailment.ts'
import type { Settings } from '../../settings.ts'

export const NO_ENTAILMENT_NOTICE =
  'no entailment model: claims and answers are judged without one; unset ENTAILMENT_MODEL_DIR for the model that is shipped'

/** null where ENTAILMENT_MODEL_DIR is `none`. */
export const openEntailment = async ({
  entailmentModelDir,
}: Pick<Settings, 'entailmentModelDir'>): Promise<EntailmentModel | null> => {
  if (entailmentModelDir === null) return null
  // The model's runtime is large, so it is imported only if needed.
  const { openThreadedEntailment } = await import('../../entailment/threaded.ts')
  return openThreadedEntailment(entailmentModelDir)
}
