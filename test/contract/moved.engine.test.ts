/** A waiter for the read models is woken when they move. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Position } from '#contracts/ids.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeGenerations } from '#infra/postgres/read-models/generations.ts'
import { listenForMoves } from '#infra/postgres/read-models/moved.ts'
import type { Generation } from '#query-api/ports.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'

const [LIVE, NEXT] = [1 as Generation, 2 as Generation]
const SOON = { timeout: 30_000 }

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

test('a checkpoint that moves and a generation that becomes live ring, until the listener leaves', async () => {
  const generations = makeGenerations(pool)
  await generations.open(NEXT, { embeddingModel: null })
  const moves = listenForMoves(database.connectionString)
  let rings = 0
  const leave = moves.onMove(() => (rings += 1))
  // The session rings once when it begins to listen.
  await expect.poll(() => rings, SOON).toBe(1)
  await generations.advance(LIVE, Position.parse(3))
  await expect.poll(() => rings, SOON).toBe(2)
  await generations.advance(NEXT, Position.parse(3))
  await expect.poll(() => rings, SOON).toBe(3)
  await generations.swap(LIVE, NEXT, async () => undefined)
  await expect.poll(() => rings, SOON).toBe(4)
  leave()
  await generations.advance(NEXT, Position.parse(4))
  const again = new Promise<void>((resolve) => moves.onMove(resolve))
  await generations.advance(NEXT, Position.parse(5))
  await again
  expect(rings).toBe(4)
  await moves.close()
})
