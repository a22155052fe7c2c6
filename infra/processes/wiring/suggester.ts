import type { VerdictSuggester } from '#query-api/verify/ports.ts'
import type { Settings } from '../../settings.ts'

/** Null where no model is named: the rules judge alone, as they always decide alone. */
export const openSuggester = async ({
  entailmentModelDir,
}: Pick<Settings, 'entailmentModelDir'>): Promise<VerdictSuggester | null> => {
  if (entailmentModelDir === null) return null
  const { openLocalEntailment } = await import('../../entailment/local-onnx.ts')
  return openLocalEntailment(entailmentModelDir)
}
