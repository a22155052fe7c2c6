/**
 * What is shown of the versions of a text: of an erased one neither hash nor reasons
 * (contracts/conventions/erasure.md).
 */
import type { StoredArticleEvent } from '#contracts/events/event.ts'
import type { SemVer, Sha256Hex } from '#contracts/ids.ts'
import { erasedHash, isErasedContent } from '#contracts/sealing/sealed-members.ts'
import type { ArticleState, VersionEntry } from './state.ts'

export type ShownVersion = Omit<VersionEntry, 'sha256Hash'> & {
  /** Null: the words were erased. */
  readonly sha256Hash: Sha256Hex | null
  readonly erased: boolean
}

/** Whether the words of a version were erased. */
export const isErasedVersion = (
  { erasure, wordings }: Pick<ArticleState, 'erasure' | 'wordings'>,
  version: SemVer,
): boolean => {
  const wording = wordings.get(version)
  return erasure.versions.has(version) || (wording !== undefined && isErasedContent(wording))
}

export const shownVersions = (
  state: Pick<ArticleState, 'erasure' | 'versions' | 'wordings'>,
): readonly ShownVersion[] =>
  state.versions.map((entry) =>
    isErasedVersion(state, entry.version)
      ? { ...entry, sha256Hash: null, reasons: [], erased: true }
      : { ...entry, erased: false },
  )

/** The hashes that stand in facts for those of erased wordings. */
export const standInHashes = (events: readonly StoredArticleEvent[]): ReadonlySet<Sha256Hex> =>
  new Set(
    events.flatMap(({ type, data }) => {
      if (type === 'WordingErased') return data.keys.map(erasedHash)
      return type === 'VersionPublished' && isErasedContent(data.content) ? [data.sha256Hash] : []
    }),
  )
