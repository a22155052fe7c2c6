import { LRUCache } from 'lru-cache'
import { type PreparedSource, prepareSource } from '#contracts/law/claims/sentence-check.ts'
import type { CitedText } from '../ports.ts'

/** UTF-16 units of cached texts, which take some twenty times as many bytes. */
const UNITS_MAX = 4_000_000

/** Prepares a text for the comparison with claims. */
export type PreparedSources = (text: CitedText) => PreparedSource

/**
 * An LRU cache by slug and hash, so that no entry becomes stale. A text above the limit is prepared
 * each time.
 */
export const preparedSources = (unitsMax = UNITS_MAX): PreparedSources => {
  const kept = new LRUCache<string, PreparedSource>({ maxSize: unitsMax })
  return (text) => {
    const name = `${text.slug} ${text.sha256Hash}`
    const known = kept.get(name)
    if (known !== undefined) return known
    const source = prepareSource(text.slug, text)
    kept.set(name, source, { size: Math.max(1, text.contentClean.length) })
    return source
  }
}
