import { isRefusal } from '#contracts/fault.ts'
import type { SemVer, Slug, StreamId } from '#contracts/ids.ts'
import { type ShownVersion, shownVersions } from '../domain/article/shown-versions.ts'
import { type ArticleStatus, type RecordedValidity, statusOf } from '../domain/article/state.ts'
import type { DomainRefusal } from '../domain/refusals.ts'
import { loadText } from '../command-handler/text-handler.ts'
import type { WriteDeps } from '../command-handler/write-deps.ts'

/** A version with its stated validities in recorded order; the last one applies. */
export type HistoryEntry = ShownVersion & { readonly validities: readonly RecordedValidity[] }

/** The status of a text and its versions, ascending. */
export type History = {
  readonly slug: Slug
  readonly streamId: StreamId
  readonly sourceId: string | null
  readonly status: ArticleStatus
  readonly hasDraft: boolean
  readonly currentVersion: SemVer | null
  readonly versions: readonly HistoryEntry[]
}

/** The history of the text with this slug. Refusal `text-unknown`. */
export const historyOf = async (
  deps: Pick<WriteDeps, 'slugs' | 'store'>,
  slug: Slug,
): Promise<History | DomainRefusal> => {
  const text = await loadText(deps, slug)
  if (isRefusal(text)) return text
  const { state, streamId } = text
  return {
    slug,
    streamId,
    sourceId: state.sourceId,
    status: statusOf(state),
    hasDraft: state.draft !== null,
    currentVersion: state.published?.version ?? null,
    versions: shownVersions(state).map((entry) => ({
      ...entry,
      validities: state.validities.get(entry.version) ?? [],
    })),
  }
}
