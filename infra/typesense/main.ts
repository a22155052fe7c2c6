/**
 * Composition root of the search index: Typesense where it is configured, else the embedded one.
 * Every process chooses here.
 */
import { Fault } from '#contracts/fault.ts'
import { makeSearchWriter } from '../embedded/search/rows.ts'
import { openEmbeddedSearchIndex } from '../embedded/search/search-index.ts'
import type { Database } from '../main.ts'
import { makeReadModelStore } from '../postgres/read-models/generations.ts'
import { makeVectors } from '../postgres/log/vectors.ts'
import type { Settings } from '../settings.ts'
import type { Generation, ReadModelStore, SearchIndex, SearchWriter } from '#query-api/ports.ts'
import { type Patience, sayWaiting, untilThere } from '../waiting.ts'
import { addressOf, probe } from './check.ts'
import { UNAVAILABLE } from './faults.ts'
import { openTypesenseIndex } from './search-index.ts'
import { makeServer } from './server.ts'
import { makeTypesenseWriter } from './writer.ts'

const HTTP = { 'http:': 80, 'https:': 443 } as const

/** Ports that a process may reach for its search index, for who counts connections to others. */
export const searchPorts = ({ typesenseUrl }: Settings): number[] => {
  if (typesenseUrl === null) return []
  const { port, protocol } = new URL(typesenseUrl)
  return [Number(port) || (protocol === 'https:' ? HTTP['https:'] : HTTP['http:'])]
}

const isAway = (error: unknown): boolean => error instanceof Fault && error.code === UNAVAILABLE

/**
 * Waits for a search engine that is configured and does not answer. Throws Faults that name the
 * setting where the URL, the key or the version is wrong.
 */
export const waitForSearch = async (
  settings: Settings,
  who: string,
  patience: Patience,
): Promise<void> => {
  const address = addressOf(settings)
  if (address === null) return
  await untilThere(() => probe(address), {
    ...patience,
    isAway,
    onWaiting: (error, pauseMs) =>
      sayWaiting(who, error instanceof Fault ? error.message : '', pauseMs),
  })
}

type SearchOptions = {
  /** The model that questions are embedded with. */
  readonly model: string
  readonly onFault: (fault: Fault) => void
}

/** The read side of the search index of these settings. */
export const openSearchIndex = async (
  settings: Settings,
  { connectionString }: Pick<Database, 'connectionString'>,
  { model, onFault }: SearchOptions,
): Promise<SearchIndex> => {
  const address = addressOf(settings)
  if (address === null) return openEmbeddedSearchIndex({ connectionString, model, onFault })
  return openTypesenseIndex({ ...address, name: settings.typesenseCollection, model, onFault })
}

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
export const readModelsOf = (settings: Settings, { pool }: Database): ReadModels => {
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

/** The write side of the search index of these settings. */
export const searchWriterOf = (settings: Settings, database: Database): SearchWriter =>
  readModelsOf(settings, database).search
