import type { Embedder } from '#ingest/ports.ts'
import type { QueryEmbedder } from '#query-api/ports.ts'
import type { Settings } from '../../settings.ts'
import { say } from '../../terminal.ts'
import { BUILTIN_NOTICE, makeBuiltinEmbedder } from '../../embeddings/builtin.ts'
import { withQueryCache } from '../../embeddings/query-cache.ts'

/** One model for passages and questions, which must share one vector space. */
export const openEmbedder = async (settings: Settings): Promise<Embedder & QueryEmbedder> => {
  if (settings.embeddingsModelDir === null) return makeBuiltinEmbedder()
  // The model's runtime is large, so it is imported only if needed.
  const { openThreadedEmbedder } = await import('../../embeddings/threaded.ts')
  return withQueryCache(await openThreadedEmbedder(settings.embeddingsModelDir))
}

/** Opens the same embedder and warns if it is the built-in one. */
export const openQueryEmbedder = async (settings: Settings): Promise<QueryEmbedder> => {
  if (settings.embeddingsModelDir === null) say(BUILTIN_NOTICE)
  return openEmbedder(settings)
}
