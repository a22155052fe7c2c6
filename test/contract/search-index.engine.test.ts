import { Client } from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Fault } from '#contracts/fault.ts'
import { Position } from '#contracts/ids.ts'
import { makeSearchWriter } from '#infra/embedded/search/rows.ts'
import { openEmbeddedSearchIndex } from '#infra/embedded/search/search-index.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { openPostgres15, postgres15Missing } from '../engines/postgres15.ts'
import { documentOf, queryFor, textOf } from './search-fixtures.ts'
import { type OpenedSearch, searchIndexContract } from './search-index.contract.ts'
import { openTypesense, realTypesense } from './typesense-opened.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

type OpenedEmbedded = OpenedSearch & {
  readonly pool: PostgresPool
  readonly database: TestDatabase
  readonly faults: readonly Fault[]
}

const openEmbedded = async (
  openDatabase: () => Promise<TestDatabase> = openTestDatabase,
): Promise<OpenedEmbedded> => {
  const database = await openDatabase()
  const { connectionString } = database
  const pool = makePool(connectionString, {
    applicationName: 'pandect test',
    pepper: TEST_PEPPER,
    max: 4,
  })
  const faults: Fault[] = []
  const index = await openEmbeddedSearchIndex({
    pepper: TEST_PEPPER,
    connectionString,
    onFault: (fault) => faults.push(fault),
  })
  return {
    database,
    pool,
    faults,
    index,
    writer: makeSearchWriter(pool),
    putVectors: (model, vectors) => makeVectors(pool).put(model, vectors),
    close: async () => {
      await index.close()
      await pool.close()
      await database.close()
    },
  }
}

searchIndexContract('embedded', openEmbedded)

const missing = await postgres15Missing()
describe.skipIf(missing !== null)(
  `over PostgreSQL 15${missing === null ? '' : `: ${missing}`}`,
  () => searchIndexContract('embedded', () => openEmbedded(openPostgres15)),
)

const typesense = realTypesense()
describe.skipIf(typesense.address === null)(
  `over Typesense${typesense.missing === null ? '' : `: ${typesense.missing}`}`,
  () =>
    [true, false].forEach((tidied) =>
      searchIndexContract(`Typesense, ${tidied ? 'at rest' : 'being written'}`, async () => {
        if (typesense.address === null) throw new Error('no server')
        return openTypesense(typesense.address, { tidied })
      }),
    ),
)

const CATCH_UP_MS = 10_000
const at = (position: number): Position => Position.parse(position)

const openForTest = async (): Promise<OpenedEmbedded> => {
  const opened = await openEmbedded()
  onTestFinished(() => opened.close())
  return opened
}

const endSessions = async ({ database }: OpenedEmbedded): Promise<void> => {
  const client = new Client({ connectionString: database.connectionString })
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'pandect search index' and datname = current_database()`,
  )
  await client.end()
}

describe('the embedded index', () => {
  test('takes over a generation that becomes the live one, and answers all the while', async () => {
    const opened = await openForTest()
    const { index, pool, writer } = opened
    await writer.apply(1, [textOf([documentOf({ text: 1, body: 'bail' })])], at(5))
    await index.waitFor(at(5), CATCH_UP_MS)
    const [old] = (await index.search(queryFor('bail'))).lexical
    await pool.query(`insert into generations (generation, status) values (2, 'open')`)
    const texts = [2, 3].map((text) => textOf([documentOf({ text, body: 'bail' })]))
    await writer.apply(2, texts, at(5))
    expect((await index.search(queryFor('bail'))).lexicalTotal).toBe(1)
    await pool.query('update live_generation set generation = 2')
    await vi.waitFor(async () => {
      const { lexicalTotal } = await index.search(queryFor('bail'))
      expect(lexicalTotal).toBe(2)
    }, CATCH_UP_MS)
    expect(await index.displays([old?.entry ?? 0])).toMatchObject([{ slug: 'texte-1' }])
    const { lexical } = await index.search(queryFor('bail'))
    expect(lexical.map(({ entry }) => entry)).not.toContain(old?.entry)
    await writer.apply(2, [textOf([documentOf({ text: 4, body: 'bail' })])], at(6))
    await index.waitFor(at(6), CATCH_UP_MS)
    expect((await index.search(queryFor('bail'))).lexicalTotal).toBe(3)
  })

  test('answers from memory when its session is lost, and catches up afterwards', async () => {
    const opened = await openForTest()
    const { index, writer, faults } = opened
    await writer.apply(1, [textOf([documentOf({ text: 1, body: 'bail' })])], at(1))
    await index.waitFor(at(1), CATCH_UP_MS)
    await endSessions(opened)
    expect((await index.search(queryFor('bail'))).lexicalTotal).toBe(1)
    await writer.apply(1, [textOf([documentOf({ text: 2, body: 'bail' })])], at(2))
    await index.waitFor(at(2), CATCH_UP_MS)
    expect((await index.search(queryFor('bail'))).lexicalTotal).toBe(2)
    expect(faults.map(({ code }) => code)).toContain('store-unavailable')
  })

  test('opened on rows that are there already knows them and their position', async () => {
    const { writer, database } = await openForTest()
    const texts = Array.from({ length: 1_200 }, (_, n) =>
      textOf([documentOf({ text: n + 1, body: n % 2 === 0 ? 'bail' : 'conge' })]),
    )
    await writer.apply(1, texts, at(3))
    await writer.apply(1, [textOf([], 2, texts[0]?.articleId)], at(4))
    const again = await openEmbeddedSearchIndex({
      pepper: TEST_PEPPER,
      connectionString: database.connectionString,
    })
    onTestFinished(() => again.close())
    expect(await again.search(queryFor('bail'))).toMatchObject({ position: 4, lexicalTotal: 599 })
  })

  test('sees an apply by itself', async () => {
    const { index, writer } = await openForTest()
    await writer.apply(1, [textOf([documentOf({ text: 1, body: 'bail' })])], at(1))
    await vi.waitFor(
      async () => expect((await index.search(queryFor('bail'))).lexicalTotal).toBe(1),
      { timeout: 30_000, interval: 5 },
    )
  })

  test('that cannot reach its database does not open, and says why', async () => {
    const connectionString = 'postgresql://nobody@127.0.0.1:9/nowhere'
    await expect(
      openEmbeddedSearchIndex({ pepper: TEST_PEPPER, connectionString }),
    ).rejects.toMatchObject({
      code: 'store-unavailable',
    })
  })

  test('reports that it is closed, and may be closed twice', async () => {
    const { index } = await openForTest()
    await index.close()
    await index.close()
    await expect(index.search(queryFor('bail'))).rejects.toMatchObject({
      code: 'search-unavailable',
    })
  })

  test('says what is wrong with a vector of other dimensions', async () => {
    const opened = await openForTest()
    const { index, writer } = opened
    const document = documentOf({ text: 1, passages: ['a'] })
    const hash = document.passages[0]?.textSha256
    if (hash === undefined) throw new Error('the document has a passage')
    await opened.putVectors('model-a', [{ textSha256: hash, vector: Float32Array.of(1, 0, 0) }])
    await writer.apply(1, [textOf([document])], at(1))
    await index.waitFor(at(1), CATCH_UP_MS)
    const query = queryFor('', { vector: Float32Array.of(1, 0) })
    await expect(index.search(query)).rejects.toMatchObject({ code: 'search-vector-mismatch' })
  })
})
