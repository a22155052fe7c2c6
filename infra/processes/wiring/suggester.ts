import type { VerdictSuggester } from '#query-api/verify/ports.ts'
import type { Settings } from '../../settings.ts'

/** null without a model: the rules always decide; a model only suggests. */
export const openSuggester = async ({
  entailmentModelDir,
}: Pick<Settings, 'entailmentModelDir'>): Promise<VerdictSuggester | null> => {
  if (entailmentModelDir === null) return null
  const { openLocalEntailment } = await import('../../entailment/local-onnx.ts')
  return openLocalEntailment(entailmentModelDir)
}
