import type { z } from 'zod'
import type { ValidityRecorded } from '#contracts/events/article.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { SemVer, Slug, StreamId } from '#contracts/ids.ts'
import { type ArticleStatus, statusOf, type VersionEntry } from '../domain/article/state.ts'
import type { DomainRefusal } from '../domain/refusals.ts'
import { loadText } from './load-text.ts'
import type { WriteDeps } from './write-deps.ts'

type RecordedValidity = Omit<z.infer<typeof ValidityRecorded>, 'version'>

/**
 * A version with every interval that its source stated for it, in the order recorded; the last one
 * holds.
 */
export type HistoryEntry = VersionEntry & { readonly validities: readonly RecordedValidity[] }

/** The life of a text: its versions, ascending, and where it stands. */
export type History = {
  readonly slug: Slug
  readonly streamId: StreamId
  readonly sourceId: string | null
  readonly status: ArticleStatus
  readonly hasDraft: boolean
  readonly currentVersion: SemVer | null
  readonly versions: readonly HistoryEntry[]
}

/** The history of the text that holds `slug`. Refusal `text-unknown`. */
export const historyOf = async (
  deps: Pick<WriteDeps, 'slugs' | 'store'>,
  slug: Slug,
): Promise<History | DomainRefusal> => {
  const text = await loadText(deps, slug)
  if (isRefusal(text)) return text
  const { state, facts, streamId } = text
  const validities = new Map<SemVer, RecordedValidity[]>()
  for (const { type, data } of facts) {
    if (type !== 'ValidityRecorded') continue
    const { version, ...validity } = data
    validities.set(version, [...(validities.get(version) ?? []), validity])
  }
  return {
    slug,
    streamId,
    sourceId: state.sourceId,
    status: statusOf(state),
    hasDraft: state.draft !== null,
    currentVersion: state.published?.version ?? null,
    versions: state.versions.map((entry) => ({
      ...entry,
      validities: validities.get(entry.version) ?? [],
    })),
  }
}
