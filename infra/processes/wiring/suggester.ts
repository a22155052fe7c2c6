import type { VerdictSuggester } from '#query-api/verify/ports.ts'
import { SHIPPED_ENTAILMENT_DIR, type Settings } from '../../settings.ts'

/** null without a model: the rules always decide; a model only suggests. */
export const openSuggester = async ({
  entailmentModelDir,
}: Pick<Settings, 'entailmentModelDir'>): Promise<VerdictSuggester | null> => {
  // The shipped model has outputs of its own kind (`openEntailment`).
  if (entailmentModelDir === null || entailmentModelDir === SHIPPED_ENTAILMENT_DIR) return null
  const { openLocalEntailment } = await import('../../entailment/local-onnx.ts')
  return openLocalEntailment(entailmentModelDir)
}
