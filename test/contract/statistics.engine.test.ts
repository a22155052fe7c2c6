/** The read tables stay fast while an import fills them: statistics and indexes keep up. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Position } from '#contracts/ids.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeGenerations } from '#infra/postgres/read-models/generations.ts'
import { keepStatistics } from '#infra/postgres/read-models/statistics.ts'
import type { Generation } from '#query-api/ports.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'

let database: TestDatabase
let pool: PostgresPool
beforeAll(async () => {
  database = await openTestDatabase()
  pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 2 })
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

const LIVE = 1 as Generation
const NEVER_ANALYSED = -1

/** The rows that the planner takes a table to have. */
const rowsPlanned = async (table: string): Promise<number> => {
  const { rows } = await pool.query<{ rows: number }>(
    'select reltuples::integer as rows from pg_class where relname = $1',
    [table],
  )
  return rows[0]?.rows ?? Number.NaN
}

const addTexts = (count: number) =>
  pool.query(
    `insert into citation_texts (generation, article_id, stream_version)
     select 1, gen_random_uuid(), 1 from generate_series(1, $1)`,
    [count],
  )

const advance = (on: ReturnType<typeof makeGenerations>, position: number) =>
  on.advance(LIVE, Position.parse(position))

test('statistics follow a generation as it grows, not one that another process grew', async () => {
  const kept = keepStatistics(pool, makeGenerations(pool))
  await addTexts(300)
  await advance(kept, 300)
  expect(await rowsPlanned('citation_texts')).toBe(NEVER_ANALYSED)
  await addTexts(300)
  await advance(kept, 600)
  expect(await rowsPlanned('citation_texts')).toBe(600)
  await addTexts(1_700)
  await advance(kept, 2_300)
  expect(await rowsPlanned('citation_texts')).toBe(600)
  await addTexts(100)
  await advance(kept, 2_400)
  expect(await rowsPlanned('citation_texts')).toBe(2_400)
  await addTexts(7_600)
  const later = keepStatistics(pool, makeGenerations(pool))
  await advance(later, 10_000)
  expect(await rowsPlanned('citation_texts')).toBe(2_400)
})

test('statistics that cannot be taken stop nobody', async () => {
  const generations = { ...makeGenerations(pool), advance: () => Promise.resolve() }
  const broken = { query: () => Promise.reject(new Error('no session')) }
  await keepStatistics(broken, generations).advance(LIVE, Position.parse(500))
})

test('no index keeps new rows in a list that every lookup would read', async () => {
  const { rows } = await pool.query<{ name: string; options: string[] | null }>(
    `select pg_class.relname as name, reloptions as options from pg_class join pg_am on pg_am.oid = relam
     where amname = 'gin' and relkind = 'i'`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ options }) => options?.includes('fastupdate=off') !== true)).toEqual([])
})
