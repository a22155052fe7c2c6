/** Which model may serve an index, according to the stored vectors. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireModelOfIndex } from '#infra/embeddings/index-model.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'

const INSERT = {
  name: 'test-insert-vector',
  text: 'insert into vectors (model, text_sha256, vector) values ($1, $2, $3)',
}
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

const given = (model: string, dimensions: number) =>
  requireModelOfIndex(pool, { model, dimensions })

test('an empty corpus takes any model; afterwards only the model of its vectors, in their size', async () => {
  await expect(given('ours@1', 4)).resolves.toBeUndefined()
  await pool.query(INSERT, ['ours@1', randomBytes(32), Buffer.from(new Float32Array(4).buffer)])
  await expect(given('ours@1', 4)).resolves.toBeUndefined()
  await expect(given('ours@1', 8)).rejects.toMatchObject({
    code: 'embedding-dimensions-differ',
    message: 'the index has 4 dimensions for ours@1, the model gives 8',
  })
  await expect(given('other@1', 4)).rejects.toMatchObject({ code: 'embedding-model-changed' })
})
