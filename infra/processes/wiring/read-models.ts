import { Fault } from '#contracts/fault.ts'
import type { CitationRecogniser } from '#query-api/citations/ports.ts'
import type { Generation, ReadModelStore, SearchWriter } from '#query-api/ports.ts'
import { withKnowledge } from '#query-api/projections/with-knowledge.ts'
import { makeSearchWriter } from '../../embedded/search/rows.ts'
import { makeVectors } from '../../postgres/log/vectors.ts'
import type { Settings } from '../../settings.ts'
import { addressOf } from '../../typesense/check.ts'
import { makeServer } from '../../typesense/server.ts'
import { makeTypesenseWriter } from '../../typesense/writer.ts'
import type { Database } from './database.ts'
import { makeReadModelStore } from '../../postgres/read-models/generations.ts'
import { makeCitationWriter } from '../../postgres/read-models/citations.ts'
import { makeKnowledgeStore } from '../../postgres/read-models/treatments.ts'
import { withCitations } from '#query-api/projections/citations/projection.ts'

const projectedOf = async (store: ReadModelStore, generation: Generation): Promise<number> => {
  try {
    return (await store.progress(generation)).position
  } catch (error) {
    if (error instanceof Fault && error.code === 'generation-unknown') return 0
    throw error
  }
}

/** The two stores of the read models, of which a swap changes both. */
export type ReadModels = {
  readonly store: ReadModelStore
  readonly search: SearchWriter
  /**
   * Puts right what a kill between the two halves of a swap left: to be called by who projects, at
   * its start.
   */
  readonly settle: () => Promise<void>
}

/**
 * The read models of these settings. Over Typesense a swap moves the alias too: right after the
 * database has swapped; where a kill came between, the next projector or the next apply moves it.
 */
const searchedModelsOf = (settings: Settings, { pool }: Database): ReadModels => {
  const store = makeReadModelStore(pool)
  const address = addressOf(settings)
  if (address === null)
    return { store, search: makeSearchWriter(pool), settle: () => Promise.resolve() }
  const search = makeTypesenseWriter({
    server: makeServer(address),
    vectors: makeVectors(pool),
    liveGeneration: () => store.liveGeneration(),
    projected: (generation) => projectedOf(store, generation),
    name: settings.typesenseCollection,
  })
  return {
    store: {
      ...store,
      swap: async (...swap) => {
        await store.swap(...swap)
        await search.followLive()
      },
    },
    search,
    settle: () => search.followLive(),
  }
}

/**
 * The read models of these settings, with the index of citations, concepts and the citator's facts
 * among them. `recognise`: where citations are read; default: here, between other work.
 */
export const readModelsOf = (
  settings: Settings,
  database: Database,
  recognise?: CitationRecogniser,
): ReadModels => {
  const models = searchedModelsOf(settings, database)
  const cited = withCitations(models.store, makeCitationWriter(database.pool), recognise)
  return { ...models, store: withKnowledge(cited, makeKnowledgeStore(database.pool)) }
}
