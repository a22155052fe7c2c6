import { LRUCache } from 'lru-cache'
import type { QueryEmbedder } from '#query-api/ports.ts'

export const QUERY_CACHE = {
  /** Queries whose vectors are kept: some megabytes in total. */
  queriesMax: 1_000,
} as const

/**
 * Keeps the vectors of recent queries in memory only. Equal queries at the same time are computed
 * once; failures are not kept. The vectors are shared, so callers must not write to them.
 */
export const withQueryCache = <One extends QueryEmbedder>(
  embedder: One,
  { queriesMax }: { readonly queriesMax: number } = QUERY_CACHE,
): One => {
  const recent = new LRUCache<string, Promise<Float32Array>>({ max: queriesMax })
  const embedQuery = (text: string): Promise<Float32Array> => {
    const known = recent.get(text)
    if (known !== undefined) return known
    const computed = embedder.embedQuery(text)
    recent.set(text, computed)
    computed.catch(() => recent.delete(text))
    return computed
  }
  return { ...embedder, embedQuery }
}
