/** An index of a few texts, by the engine that ranks the whole corpus. */
import type { Position } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import type { SearchIndex } from '#query-api/ports.ts'
import { Engine } from './engine/engine.ts'
import { unpackAnswer, unpackBrowse } from './engine/packed.ts'

const NO_POSITION = 0 as Position

/** Words and filters alone: no vectors are loaded, so nothing is near in meaning. */
export const indexOfTexts = (
  documents: readonly SearchDocument[],
): Pick<SearchIndex, 'search' | 'browse'> => {
  const engine = new Engine()
  for (const document of documents) engine.stage({ document, vectors: [] })
  engine.commit(NO_POSITION)
  return {
    search: async (query) => unpackAnswer(engine.search(query)),
    browse: async (query) => unpackBrowse(engine.browse(query)),
  }
}
