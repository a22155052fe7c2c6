/**
 * The schema that the migrations make is the one on file. After a new migration: `npx vitest run
 * test/contract/schema.engine.test.ts -u` writes it anew; the difference is then reviewed with the
 * migration.
 */
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makePool } from '#infra/postgres/platform/pool.ts'
import { dumpSchema } from '#infra/postgres/platform/schema.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { openPostgres15, postgres15Missing } from '../engines/postgres15.ts'

const SNAPSHOT = join(import.meta.dirname, '../../infra/postgres/schema.snapshot.txt')

const dump = async (open: () => Promise<TestDatabase>): Promise<string> => {
  const database = await open()
  onTestFinished(() => database.close())
  const pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 1 })
  try {
    return await dumpSchema(pool)
  } finally {
    await pool.close()
  }
}

test('the migrations make the schema on file (vitest -u writes it)', async () => {
  await expect(await dump(openTestDatabase)).toMatchFileSnapshot(SNAPSHOT)
})

const missing = await postgres15Missing()
describe.skipIf(missing !== null)(
  `on PostgreSQL 15${missing === null ? '' : `: ${missing}`}`,
  () => {
    test('the migrations make the same schema as on 18', async () => {
      expect(await dump(openPostgres15)).toBe(await dump(openTestDatabase))
    })
  },
)
