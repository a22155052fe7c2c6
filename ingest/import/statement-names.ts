import { createHash } from 'node:crypto'
import { Fault } from '#contracts/fault.ts'
import type { Sha256Hex } from '#contracts/ids.ts'

/** Most statements of one run, which takes some 150 bytes for each. */
export const RUN = { statementsMax: 2_000_000 } as const

/** A statement: the text, the state if the source names it, and a hash of its content. */
export type Stated = {
  readonly sourceId: string
  readonly version: string | null
  readonly fingerprint: Sha256Hex
}

/** The name of a statement, or a conflict with an earlier content of the same state. */
export type Named = { readonly state: string } | 'state-conflict'

/** Base64, since there may be millions of keys. */
const keyOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\u0000')).digest('base64')

/**
 * Names the statements of one run by `source.version` or else by content, numbered from its second
 * occurrence on: a source with A, B, A has three states, the same ones in each run.
 */
export const statementNames = (): ((stated: Stated) => Named) => {
  const contentOfState = new Map<string, string>()
  const occurrences = new Map<string, number>()

  const named = ({ sourceId, version, fingerprint }: Stated): Named => {
    if (version !== null) {
      const key = keyOf(sourceId, version)
      const before = contentOfState.get(key)
      const content = keyOf(fingerprint)
      if (before !== undefined && before !== content) return 'state-conflict'
      contentOfState.set(key, content)
      return { state: version }
    }
    const key = keyOf(sourceId, fingerprint)
    const occurrence = (occurrences.get(key) ?? 0) + 1
    occurrences.set(key, occurrence)
    return { state: occurrence === 1 ? fingerprint : `${fingerprint}#${occurrence}` }
  }

  return (stated) => {
    if (contentOfState.size + occurrences.size >= RUN.statementsMax) {
      throw new Fault('import-too-large', `one import takes at most ${RUN.statementsMax} records`, {
        hint: 'import the folders one after the other',
      })
    }
    return named(stated)
  }
}
