/** A Typesense index of its own for a test: its names are of this test alone, and go with it. */
import { randomUUID } from 'node:crypto'
import type { Fault } from '#contracts/fault.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeGenerations } from '#infra/postgres/read-models/generations.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import { openTypesenseIndex } from '#infra/typesense/search-index.ts'
import { type Address, makeServer } from '#infra/typesense/server.ts'
import { makeTypesenseWriter, type TypesenseWriter } from '#infra/typesense/writer.ts'
import type { GenerationCatalogue } from '#query-api/replay/ports.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import type { OpenedSearch } from './search-index.contract.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

export type OpenedTypesense = OpenedSearch & {
  readonly writer: TypesenseWriter
  readonly name: string
  readonly pool: PostgresPool
  readonly generations: GenerationCatalogue
  readonly faults: readonly Fault[]
  /** Another writer over the same server, as after a restart. */
  anotherWriter(clock?: () => number): TypesenseWriter
}

const GENERATIONS = [1, 2] as const

/** `tidied`: every apply is followed by what the projector does when it rests. */
export const openTypesense = async (
  address: Address,
  { tidied = false }: { readonly tidied?: boolean } = {},
): Promise<OpenedTypesense> => {
  const database = await openTestDatabase()
  const pool = makePool(database.connectionString, {
    applicationName: 'pandect test',
    pepper: TEST_PEPPER,
    max: 4,
  })
  const name = `pandect_test_${randomUUID().replaceAll('-', '')}`
  const generations = makeGenerations(pool)
  const anotherWriter = (clock?: () => number): TypesenseWriter =>
    makeTypesenseWriter({
      server: makeServer(address),
      vectors: makeVectors(pool),
      liveGeneration: () => generations.live(),
      projected: async () => 0,
      name,
      ...(clock === undefined ? {} : { clock }),
    })
  const plain = anotherWriter()
  const writer: TypesenseWriter = tidied
    ? {
        ...plain,
        apply: async (generation, ...given) => {
          await plain.apply(generation, ...given)
          await plain.rest?.(generation)
        },
      }
    : plain
  const faults: Fault[] = []
  const index = await openTypesenseIndex({
    ...address,
    name,
    onFault: (fault) => faults.push(fault),
  })
  return {
    writer,
    index,
    name,
    pool,
    generations,
    faults,
    anotherWriter,
    putVectors: (model, vectors) => makeVectors(pool).put(model, vectors),
    close: async () => {
      await index.close()
      for (const generation of GENERATIONS) await writer.drop(generation).catch(() => undefined)
      await fetch(`${address.url}/aliases/${name}`, {
        method: 'DELETE',
        headers: { 'X-TYPESENSE-API-KEY': address.key },
      }).catch(() => undefined)
      writer.close()
      await pool.close()
      await database.close()
    },
  }
}

/** The real server of this run, or why there is none. */
export const realTypesense = (): { address: Address | null; missing: string | null } => {
  // oxlint-disable-next-line node/no-process-env -- the suite's own settings
  const { TYPESENSE_URL: url, TYPESENSE_API_KEY: key } = process.env
  return url === undefined || url === '' || key === undefined || key === ''
    ? { address: null, missing: 'TYPESENSE_URL and TYPESENSE_API_KEY are not set' }
    : { address: { url, key }, missing: null }
}
