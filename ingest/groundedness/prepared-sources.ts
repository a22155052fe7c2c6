import { type CheckedSource, checkedSource } from '#contracts/law/claims/statement.ts'
import type { CitedText } from './ports.ts'

/**
 * UTF-16 units of texts that are kept ready; what is made of them takes some twenty times as many
 * bytes.
 */
const UNITS_MAX = 4_000_000

/** Makes a text ready to be held against. */
export type PreparedSources = (text: CitedText) => CheckedSource

/**
 * Keeps those that were used last: a wording is named by its slug and hash, so nothing goes stale.
 */
export const preparedSources = (unitsMax = UNITS_MAX): PreparedSources => {
  const kept = new Map<string, { readonly source: CheckedSource; readonly units: number }>()
  let units = 0
  const forgetOldest = (except: string): void => {
    for (const [oldest, one] of kept) {
      if (units <= unitsMax || oldest === except) return
      kept.delete(oldest)
      units -= one.units
    }
  }
  return (text) => {
    const name = `${text.slug} ${text.sha256Hash}`
    const known = kept.get(name)
    if (known !== undefined) {
      kept.delete(name)
      kept.set(name, known)
      return known.source
    }
    const source = checkedSource(text.slug, text)
    kept.set(name, { source, units: text.contentClean.length })
    units += text.contentClean.length
    forgetOldest(name)
    return source
  }
}
