/** Chooses the search index of every process: Typesense if configured, else the embedded one. */
import { Fault } from '#contracts/fault.ts'
import { openEmbeddedSearchIndex } from '../../embedded/search/search-index.ts'
import type { Database } from './database.ts'
import { makeGenerations } from '../../postgres/read-models/generations.ts'
import type { Settings } from '../../settings.ts'
import type { SearchIndex } from '#query-api/ports.ts'
import { type Patience, sayWaiting, untilThere } from '../../waiting.ts'
import { addressOf, probe } from '../../typesense/check.ts'
import { UNAVAILABLE } from '../../typesense/faults.ts'
import { openTypesenseIndex } from '../../typesense/search-index.ts'

const HTTP = { 'http:': 80, 'https:': 443 } as const

/** Ports of the search index, for the count of connections to other services. */
export const searchPorts = ({ typesenseUrl }: Settings): number[] => {
  if (typesenseUrl === null) return []
  const { port, protocol } = new URL(typesenseUrl)
  return [Number(port) || (protocol === 'https:' ? HTTP['https:'] : HTTP['http:'])]
}

const isAway = (error: unknown): boolean => error instanceof Fault && error.code === UNAVAILABLE

/**
 * Waits for a configured search engine that does not answer. Throws Faults that name the setting if
 * the URL, the key or the version is wrong.
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
  /** The model that embeds questions. */
  readonly model: string
  /** Where the embedded index of a large corpus is kept; absent: nowhere. */
  readonly snapshotFile?: string
  readonly onFault: (fault: Fault) => void
}

/** Opens the read side of the search index of these settings. */
export const openSearchIndex = async (
  settings: Settings,
  { connectionString, pool, pepper }: Pick<Database, 'connectionString' | 'pool' | 'pepper'>,
  { model, snapshotFile, onFault }: SearchOptions,
): Promise<SearchIndex> => {
  const address = addressOf(settings)
  if (address === null)
    return openEmbeddedSearchIndex({
      connectionString,
      pepper,
      model,
      snapshotFile: snapshotFile ?? null,
      onFault,
    })
  const generations = makeGenerations(pool)
  return openTypesenseIndex({
    ...address,
    name: settings.typesenseCollection,
    model,
    projected: async () => {
      const generation = await generations.live()
      return { generation, position: (await generations.progress(generation)).position }
    },
    onFault,
  })
}
