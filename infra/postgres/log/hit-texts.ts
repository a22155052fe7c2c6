import { LRUCache } from 'lru-cache'
import type { Sha256Hex } from '#contracts/ids.ts'
import { HIT_TEXT_CHARACTERS_MAX, type HitTexts } from '#query-api/search/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { findTexts } from './blobs.ts'

const HIT_TEXTS = {
  /** UTF-16 units of texts that are kept in memory: those of popular hits. */
  keptMax: 16 * 1024 * 1024,
} as const

/**
 * Reads the beginnings of texts from PostgreSQL, recent ones from memory: a text under its hash
 * never changes. Throws the Faults of the pool.
 */
export const makeHitTexts = (pool: PostgresPool): HitTexts => {
  const kept = new LRUCache<Sha256Hex, string>({
    maxSize: HIT_TEXTS.keptMax,
    sizeCalculation: (text) => text.length + 1,
  })
  return {
    get: async (hashes) => {
      const known = hashes.flatMap((hash): (readonly [Sha256Hex, string])[] => {
        const text = kept.get(hash)
        return text === undefined ? [] : [[hash, text]]
      })
      const found = new Map(known)
      const missing = hashes.filter((hash) => !found.has(hash))
      if (missing.length === 0) return found
      for (const [hash, whole] of await findTexts(pool, missing)) {
        const text = whole.slice(0, HIT_TEXT_CHARACTERS_MAX)
        found.set(hash, text)
        kept.set(hash, text)
      }
      return found
    },
  }
}
