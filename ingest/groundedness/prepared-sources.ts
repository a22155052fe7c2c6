import { LRUCache } from 'lru-cache'
import { type PreparedSource, prepareSource } from '#contracts/law/claims/sentence-check.ts'
import type { CitedText } from '../ports.ts'

/** UTF-16 units of texts that are kept; prepared, they take some twenty times as many bytes. */
const UNITS_MAX = 4_000_000

/** Makes a text ready to be compared with claims. */
export type PreparedSources = (text: CitedText) => PreparedSource

/**
 * Keeps those that were used last: a wording is named by its slug and hash, so no entry goes stale.
 * A text longer than the bound is prepared each time.
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
