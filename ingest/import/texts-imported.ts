/** The texts of an import, for the person who ran it: where each of them is now. */
import type { Slug, StreamId } from '#contracts/ids.ts'
import type { ImportedText, ImportSummary, RecordOutcome } from './activities.ts'

/** Texts that are listed one by one, unless the caller wants more. */
const LISTED_MAX = 20

/** The counts of an import, and where its texts are now. */
export type ImportResult = ImportSummary & {
  /** Texts that this import published a version of. */
  readonly published: number
  /** Texts that have a draft now. */
  readonly drafts: number
  /** Texts of this import; those that were refused have none. */
  readonly texts: number
  /** The first of them, in the order of the sources. */
  readonly listed: readonly ImportedText[]
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
  const seen = new Set<StreamId>()
  const listed = new Map<StreamId, ImportedText>()
  const sources = new Set<string>()
  const removed = new Map<StreamId, Slug>()

  const addText = (streamId: StreamId, text: ImportedText): void => {
    seen.add(streamId)
    if (text.hasDraft) drafts.add(streamId)
    else drafts.delete(streamId)
    if (text.isNewlyPublished) {
      published.add(streamId)
      if (text.officialSource !== null) sources.add(text.officialSource)
    }
    if (listed.size < listedMax || listed.has(streamId)) listed.set(streamId, text)
  }

  return {
    add: (outcomes: readonly RecordOutcome[]): void => {
      for (const outcome of outcomes) {
        if (outcome.classification === 'taken-down') {
          for (const { streamId, slug } of outcome.texts) removed.set(streamId, slug)
        } else if ('text' in outcome && outcome.text !== undefined) {
          removed.delete(outcome.streamId)
          addText(outcome.streamId, outcome.text)
        }
      }
    },
    result: (): Omit<ImportResult, keyof ImportSummary | 'absent'> => ({
      published: published.size,
      drafts: drafts.size,
      texts: seen.size,
      listed: [...listed.values()],
      officialSources: [...sources].toSorted(),
      removed: [...removed.values()],
    }),
  }
}
