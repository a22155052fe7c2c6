import type { Fault } from '#contracts/fault.ts'
import type { EntryDisplay, SearchIndex } from '#query-api/ports.ts'
import { unpackAnswer, unpackBrowse } from './engine/packed.ts'
import { BM25, type Bm25Parameters } from '#contracts/search/parameters.ts'
import { makeIndexThread } from './index-thread.ts'

export type EmbeddedSearchOptions = {
  readonly connectionString: string
  /** The key pepper: keys of vectors are made with it. */
  readonly pepper: string | null
  /** The model that embeds queries; null: the generation's, else that of the first document. */
  readonly model?: string | null
  readonly parameters?: Bm25Parameters
  /** Where a large index is kept, so that it opens sooner; null: nowhere. */
  readonly snapshotFile?: string | null
  /** Called with failures from which the index recovers: a lost database, a lost thread. */
  readonly onFault?: (fault: Fault) => void
}

/** Grace period beyond a wait's own time limit. */
const WAIT_GRACE_MS = 5_000

/**
 * Opens the search index in memory over the rows of the live generation, on a thread of its own.
 * Returns when the rows are loaded; losing the database later does not stop it. Throws the Faults
 * of the database (`store-unavailable`, …) if it can't be opened; requests throw Fault
 * `search-unavailable` while the thread restarts.
 */
export const openEmbeddedSearchIndex = async (
  options: EmbeddedSearchOptions,
): Promise<SearchIndex> => {
  const thread = makeIndexThread({
    connectionString: options.connectionString,
    pepper: options.pepper,
    model: options.model ?? null,
    parameters: options.parameters ?? BM25,
    // Without a pepper there is no key to seal it with.
    snapshotFile: options.pepper === null ? null : (options.snapshotFile ?? null),
    onFault: options.onFault ?? (() => undefined),
  })
  await thread.open()
  return {
    search: async (query) => unpackAnswer(await thread.ask('search', query)),
    browse: async (query) => unpackBrowse(await thread.ask('browse', query)),
    displays: async (entries, nearTo = null) =>
      JSON.parse(await thread.ask('displays', { entries, nearTo })) as EntryDisplay[],
    knownValues: (field) => thread.ask('knownValues', field),
    unknownValues: (field, values) => thread.ask('unknownValues', { field, values }),
    similarTerms: (term, edits) => thread.ask('similarTerms', { term, edits }),
    position: () => thread.ask('position', null),
    waitFor: async (position, timeoutMs) => {
      await thread.ask('waitFor', { position, timeoutMs }, timeoutMs + WAIT_GRACE_MS)
    },
    close: () => thread.close(),
  }
}
