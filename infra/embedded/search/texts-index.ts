/** An index of a few texts, by the engine that ranks the whole corpus. */
import type { ArticleId, Position } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import type { SearchIndex } from '#query-api/ports.ts'
import { Engine } from './engine/engine.ts'
import { unpackAnswer, unpackBrowse } from './engine/packed.ts'

const NO_POSITION = 0 as Position

/** Words and filters alone: no vectors are loaded, so nothing is near in meaning. */
export const indexOfTexts = (
  documents: readonly SearchDocument[],
): Pick<SearchIndex, 'search' | 'browse'> & { textOf(entry: number): ArticleId } => {
  const engine = new Engine()
  for (const document of documents) engine.stage({ document, vectors: [] })
  engine.commit(NO_POSITION)
  return {
    search: async (query) => unpackAnswer(engine.search(query)),
    browse: async (query) => unpackBrowse(engine.browse(query)),
    // Entries have numbers in their order.
    textOf: (entry) => {
      const document = documents[entry - engine.displays.firstEntry]
      if (document === undefined) throw new RangeError(`no entry has the number ${entry}`)
      return document.articleId
    },
  }
}
