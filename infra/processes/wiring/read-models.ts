/** Lists the projections of a deployment and the storage of each. */
import { Fault } from '#contracts/fault.ts'
import { articleProjection } from '#query-api/projections/articles/projection.ts'
import { searchProjection } from '#query-api/projections/articles/search.ts'
import { parseTextState, STATE_FORMAT } from '#query-api/projections/articles/text-state.ts'
import type { CitationRecogniser } from '#query-api/projections/citations/ports.ts'
import {
  citationProjection,
  recogniseInTurns,
} from '#query-api/projections/citations/projection.ts'
import { changeProjection } from '#query-api/projections/changes/projection.ts'
import { conceptProjection } from '#query-api/projections/concepts/projection.ts'
import { personProjection } from '#query-api/projections/persons/projection.ts'
import { placeProjection } from '#query-api/projections/places/projection.ts'
import type { ReadModels } from '#query-api/projections/projection.ts'
import { treatmentProjection } from '#query-api/projections/treatments/projection.ts'
import type { Generation, SearchWriter } from '#query-api/ports.ts'
import type { GenerationCatalogue } from '#query-api/replay/ports.ts'
import type { Database } from './database.ts'
import type { PostgresPool } from '../../postgres/platform/pool.ts'
import { makeChangeTables } from '../../postgres/read-models/changes.ts'
import { makeCitationTables, makeCitingCounts } from '../../postgres/read-models/citations.ts'
import { makeConceptTables } from '../../postgres/read-models/concepts.ts'
import { makeGenerations, makeWriteTogether } from '../../postgres/read-models/generations.ts'
import { makeParkedStreams } from '../../postgres/read-models/parked-streams.ts'
import { makePersonTables } from '../../postgres/read-models/persons.ts'
import { makePlaceTables } from '../../postgres/read-models/places.ts'
import { keepStatistics } from '../../postgres/read-models/statistics.ts'
import { makeIsOutdated, makeTextTables } from '../../postgres/read-models/texts.ts'
import { makeCitatorTables } from '../../postgres/read-models/treatments.ts'
import type { Settings } from '../../settings.ts'
import { addressOf } from '../../typesense/check.ts'
import { makeServer, type Patience } from '../../typesense/server.ts'
import { makeTypesenseWriter } from '../../typesense/writer.ts'
import { makeSearchWriter } from '../../embedded/search/rows.ts'
import { makeVectors } from '../../postgres/log/vectors.ts'

export type CatalogedReadModels = ReadModels & { readonly generations: GenerationCatalogue }

/** Makes the read models on a database. Add a projection as an entry of `projections`. */
export const readModelsOn = (
  pool: PostgresPool,
  search: SearchWriter,
  recognise: CitationRecogniser = recogniseInTurns,
): CatalogedReadModels => {
  const texts = makeTextTables(pool, parseTextState)
  const citations = makeCitationTables(pool)
  const concepts = makeConceptTables(pool)
  const facts = makeCitatorTables(pool)
  const changes = makeChangeTables(pool)
  return {
    generations: keepStatistics(pool, makeGenerations(pool)),
    parked: makeParkedStreams(pool),
    writeTogether: makeWriteTogether(pool),
    texts,
    facts,
    concepts,
    citing: makeCitingCounts(pool),
    recognise,
    projections: [
      articleProjection(texts),
      changeProjection(changes, facts),
      citationProjection(citations),
      conceptProjection(concepts, texts),
      personProjection(makePersonTables(pool)),
      placeProjection(makePlaceTables(pool)),
      searchProjection(search),
      treatmentProjection(facts, changes),
    ],
  }
}

/** The checkpoint of a generation; 0 for an unknown one. */
const checkpointOf = async (
  generations: GenerationCatalogue,
  generation: Generation,
): Promise<number> => {
  try {
    return (await generations.progress(generation)).position
  } catch (error) {
    if (error instanceof Fault && error.code === 'generation-unknown') return 0
    throw error
  }
}

export type SettledReadModels = {
  readonly models: CatalogedReadModels
  /** Completes a swap that was killed halfway; a projector calls it at its start. */
  readonly settle: () => Promise<void>
  /** Whether the search engine holds less of a generation than was projected. */
  readonly isLost: (generation: Generation) => Promise<boolean>
  /** Whether an earlier version of the program wrote a generation. */
  readonly isOutdated: (generation: Generation) => Promise<boolean>
}

/**
 * Makes the read models of these settings. With Typesense a swap also moves the alias right after
 * the database has swapped. If it is killed in between, the next projector or apply moves the
 * alias. `recognise` finds citations; default: on this thread.
 */
export const readModelsOf = (
  settings: Settings,
  { pool }: Database,
  recognise?: CitationRecogniser,
  patience?: Patience,
): SettledReadModels => {
  const address = addressOf(settings)
  const isOutdated = makeIsOutdated(pool, STATE_FORMAT)
  if (address === null)
    return {
      models: readModelsOn(pool, makeSearchWriter(pool), recognise),
      settle: () => Promise.resolve(),
      isLost: () => Promise.resolve(false),
      isOutdated,
    }
  const generations = keepStatistics(pool, makeGenerations(pool))
  const search = makeTypesenseWriter({
    server: makeServer(address, patience),
    vectors: makeVectors(pool),
    liveGeneration: () => generations.live(),
    projected: (generation) => checkpointOf(generations, generation),
    name: settings.typesenseCollection,
  })
  const swapping: GenerationCatalogue = {
    ...generations,
    swap: async (...swap) => {
      await generations.swap(...swap)
      await search.followLive()
    },
  }
  return {
    models: { ...readModelsOn(pool, search, recognise), generations: swapping },
    settle: () => search.followLive(),
    isLost: (generation) => search.isMissing(generation),
    isOutdated,
  }
}
