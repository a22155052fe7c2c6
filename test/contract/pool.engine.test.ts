import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePool } from '#infra/postgres/platform/pool.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a connection that the server ends between two statements of a transaction is a Fault, not the end of the process', async () => {
  const pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 1 })
  const killer = new pg.Client(database.connectionString)
  await killer.connect()
  const outcome = pool.transaction(async (transaction) => {
    const { rows } = await transaction.query<{ pid: number }>('select pg_backend_pid() as pid')
    await killer.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    // The server's last words arrive while no statement runs.
    await new Promise((resolve) => setTimeout(resolve, 200))
    await transaction.query('select 1')
  })
  await expect(outcome).rejects.toMatchObject({ name: 'Fault', code: 'store-unavailable' })
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await killer.end()
  await pool.close()
})
