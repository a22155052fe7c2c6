/** The texts of an import, for the person who ran it: where each of them is now. */
import type { Slug, StreamId } from '#contracts/ids.ts'
import type { DecidedBatch, ImportedText, ImportSummary, ShownText } from './activities.ts'

/** Texts that are listed one by one, unless the caller wants more. */
const LISTED_MAX = 20

/** `title` is null where a worker of Temporal decided. */
export type ListedText = ImportedText &
  Pick<ShownText, 'hasNewDraft'> & { readonly title: string | null }

/** The counts of an import, and where its texts are now. */
export type ImportResult = ImportSummary & {
  /** Texts that this import published a version of. */
  readonly published: number
  /** Texts that have a draft now. */
  readonly drafts: number
  /** Those of them whose draft this import wrote, where this process decided. */
  readonly newDrafts: number
  /** Texts of this import; those that were refused have none. */
  readonly texts: number
  /** The first of them, in the order of the sources. */
  readonly listed: readonly ListedText[]
  /** Ids of the configured folders whose texts it published. */
  readonly officialSources: readonly string[]
  /** Slugs of the texts that their publishers took down, and that no later file brought back. */
  readonly removed: readonly Slug[]
  /** Slugs of texts that were taken down because three complete listings did not have them. */
  readonly absent: readonly Slug[]
}

/** Gathers the texts of a run: each once, as its last statement left it. */
export const textsImported = (listedMax = LISTED_MAX) => {
  const published = new Set<StreamId>()
  const drafts = new Set<StreamId>()
  const newDrafts = new Set<StreamId>()
  const seen = new Set<StreamId>()
  const listed = new Map<StreamId, ListedText>()
  const sources = new Set<string>()
  const removed = new Map<StreamId, Slug>()

  const addText = (streamId: StreamId, text: ImportedText, shown: ShownText | undefined): void => {
    seen.add(streamId)
    if (shown?.hasNewDraft === true) newDrafts.add(streamId)
    if (text.hasDraft) drafts.add(streamId)
    else {
      drafts.delete(streamId)
      newDrafts.delete(streamId)
    }
    if (text.isNewlyPublished) {
      published.add(streamId)
      if (text.officialSource !== null) sources.add(text.officialSource)
    }
    if (listed.size >= listedMax && !listed.has(streamId)) return
    const title = shown?.title ?? null
    listed.set(streamId, { ...text, title, hasNewDraft: newDrafts.has(streamId) })
  }

  return {
    add: ({ outcomes, shown }: Pick<DecidedBatch, 'outcomes' | 'shown'>): void => {
      for (const outcome of outcomes) {
        if (outcome.classification === 'taken-down') {
          for (const { streamId, slug } of outcome.texts) removed.set(streamId, slug)
        } else if ('text' in outcome && outcome.text !== undefined) {
          removed.delete(outcome.streamId)
          addText(outcome.streamId, outcome.text, shown?.get(outcome.streamId))
        }
      }
    },
    result: (): Omit<ImportResult, keyof ImportSummary | 'absent'> => ({
      published: published.size,
      drafts: drafts.size,
      newDrafts: newDrafts.size,
      texts: seen.size,
      listed: [...listed.values()],
      officialSources: [...sources].toSorted(),
      removed: [...removed.values()],
    }),
  }
}
