import { setImmediate as turn } from 'node:timers/promises'
import type { Citation } from '#contracts/citation.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import type { Generation, KeyedDocument, ProjectedText, ReadModelStore } from '../../ports.ts'
import type { CitationRecogniser, CitationWriter, StoredCitations } from '../../citations/ports.ts'
import { citationsOfText, textToRead } from './text-citations.ts'

async function* both(
  first: AsyncIterable<KeyedDocument>,
  second: AsyncIterable<KeyedDocument>,
): AsyncGenerator<KeyedDocument> {
  yield* first
  yield* second
}

/**
 * Reading a long text takes a while, and this process may serve others meanwhile: one text a turn.
 */
const inTurns: CitationRecogniser = async (texts) => {
  const read: Citation[][] = []
  for (const { text, options } of texts) {
    read.push(recogniseCitations(text, options))
    await turn()
  }
  return read
}

const citationsOf = async (
  recognise: CitationRecogniser,
  texts: readonly ProjectedText[],
): Promise<StoredCitations[]> => {
  const asked = texts.map(textToRead)
  const read = (await recognise(asked.flat())).values()
  return texts.map((text, index) =>
    citationsOfText(text, asked[index]?.flatMap(() => read.next().value ?? []) ?? []),
  )
}

/**
 * The read models with the index of citations among them: written with every text, part of the
 * digest (`article/…` comes before `citation/…`), removed with its generation. The texts are saved
 * first, since that says how far the batch reaches.
 */
export const withCitations = (
  store: ReadModelStore,
  citations: CitationWriter,
  recognise: CitationRecogniser = inTurns,
): ReadModelStore => ({
  ...store,
  save: async (generation, texts, reaching) => {
    const [read] = await Promise.all([
      citationsOf(recognise, texts),
      store.save(generation, texts, reaching),
    ])
    if (read.length > 0) await citations.save(generation, read)
  },
  articles: (generation) => both(store.articles(generation), citations.documents(generation)),
  dropGeneration: async (generation: Generation) => {
    await store.retireGeneration(generation)
    await citations.drop(generation)
    await store.dropGeneration(generation)
  },
})
