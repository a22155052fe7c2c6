import type { Fault } from '#contracts/fault.ts'
import type { EntryDisplay, SearchIndex } from '#query-api/ports.ts'
import { unpackAnswer, unpackBrowse } from './engine/packed.ts'
import { BM25, type Bm25Parameters } from '#contracts/search/parameters.ts'
import { makeIndexThread } from './index-thread.ts'

export type EmbeddedSearchOptions = {
  readonly connectionString: string
  /**
   * The model that queries are embedded with; null: the generation's, else the one of the first
   * document met.
   */
  readonly model?: string | null
  readonly parameters?: Bm25Parameters
  /** Called with failures that are repaired by themselves: a lost database, a lost thread. */
  readonly onFault?: (fault: Fault) => void
}

/** How much longer than its own time limit a wait may take to say that it is over. */
const WAIT_GRACE_MS = 5_000

/**
 * The search index in memory over the rows of the live generation, in a thread of its own.
 * Opens when the rows are loaded; a database that is lost later does not stop it. Throws the Faults
 * of the database (`store-unavailable`, …) when it can't be opened; requests throw Fault
 * `search-unavailable` while the thread is started again.
 */
export const openEmbeddedSearchIndex = async (
  options: EmbeddedSearchOptions,
): Promise<SearchIndex> => {
  const thread = makeIndexThread({
    connectionString: options.connectionString,
    model: options.model ?? null,
    parameters: options.parameters ?? BM25,
    onFault: options.onFault ?? (() => undefined),
  })
  await thread.open()
  return {
    search: async (query) => unpackAnswer(await thread.ask('search', query)),
    browse: async (query) => unpackBrowse(await thread.ask('browse', query)),
    displays: async (entries) =>
      JSON.parse(await thread.ask('displays', entries)) as EntryDisplay[],
    knownValues: (field) => thread.ask('knownValues', field),
    position: () => thread.ask('position', null),
    waitFor: async (position, timeoutMs) => {
      await thread.ask('waitFor', { position, timeoutMs }, timeoutMs + WAIT_GRACE_MS)
    },
    close: () => thread.close(),
  }
}
