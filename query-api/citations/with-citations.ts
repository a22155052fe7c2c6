import { setImmediate as turn } from 'node:timers/promises'
import type { Generation, KeyedDocument, ProjectedText, ReadModelStore } from '../ports.ts'
import type { CitationWriter, StoredCitations } from './ports.ts'
import { citationsOfText } from './projection.ts'

async function* both(
  first: AsyncIterable<KeyedDocument>,
  second: AsyncIterable<KeyedDocument>,
): AsyncGenerator<KeyedDocument> {
  yield* first
  yield* second
}

/** Reading a long text takes a while, and this process may serve others meanwhile: one text a turn. */
const inTurns = async (texts: readonly ProjectedText[]): Promise<StoredCitations[]> => {
  const read: StoredCitations[] = []
  for (const text of texts) {
    read.push(citationsOfText(text))
    await turn()
  }
  return read
}

/**
 * The read models with the index of citations among them: written with every text, part of the digest (`article/…` comes before
 * `citation/…`), removed with its generation. The texts are saved first, since that says how far the batch reaches.
 */
export const withCitations = (
  store: ReadModelStore,
  citations: CitationWriter,
): ReadModelStore => ({
  ...store,
  save: async (generation, texts, reaching) => {
    await store.save(generation, texts, reaching)
    if (texts.length > 0) await citations.save(generation, await inTurns(texts))
  },
  articles: (generation) => both(store.articles(generation), citations.documents(generation)),
  dropGeneration: async (generation: Generation) => {
    await store.retireGeneration(generation)
    await citations.drop(generation)
    await store.dropGeneration(generation)
  },
})
