import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { Sha256Hex } from '#contracts/ids.ts'
import { HIT_TEXT_CHARACTERS_MAX, type HitTexts } from '#query-api/search/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import { toBytes } from './hashes.ts'

const HIT_TEXTS = {
  /** UTF-16 units of texts that are kept in memory: those of popular hits. */
  keptMax: 16 * 1024 * 1024,
} as const

const BEGINNINGS = statement('hit-texts', {
  sql: `select encode(sha256, 'hex') as sha256, left(text, $2) as text from blobs where sha256 = any($1)`,
  values: (hashes: readonly Sha256Hex[]) => [hashes.map(toBytes), HIT_TEXT_CHARACTERS_MAX],
  row: z.object({ sha256: Sha256Hex, text: z.string() }),
})

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
      const rows = missing.length === 0 ? [] : await BEGINNINGS.rows(pool, missing)
      for (const { sha256, text } of rows) {
        found.set(sha256, text)
        kept.set(sha256, text)
      }
      return found
    },
  }
}
