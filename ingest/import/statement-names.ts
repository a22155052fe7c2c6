import { createHash } from 'node:crypto'
import { Fault } from '#contracts/fault.ts'
import type { Sha256Hex } from '#contracts/ids.ts'

/** Bounds of what one run remembers of its statements: some 150 bytes each. */
export const RUN = { statementsMax: 2_000_000 } as const

/**
 * What a source states: the text, the state where the source names it, and a hash of all that it
 * says.
 */
export type Stated = {
  readonly sourceId: string
  readonly version: string | null
  readonly fingerprint: Sha256Hex
}

/** The name of a statement; or that the run gave this state another content already. */
export type Named = { readonly state: string } | 'stated-otherwise'

/** Shorter than hexadecimal digits: there may be millions of them. */
const keyOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\u0000')).digest('base64')

/**
 * Names the statements of one run. `source.version` names a
 * state where there is one. Elsewhere the content does, with a number from its second occurrence
 * on: a source that says A, B, A makes three states, and the same three when it is read again.
 */
export const statementNames = (): ((stated: Stated) => Named) => {
  const contentOfState = new Map<string, string>()
  const occurrences = new Map<string, number>()

  const named = ({ sourceId, version, fingerprint }: Stated): Named => {
    if (version !== null) {
      const key = keyOf(sourceId, version)
      const before = contentOfState.get(key)
      const content = keyOf(fingerprint)
      if (before !== undefined && before !== content) return 'stated-otherwise'
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
