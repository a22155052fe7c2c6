/** Writes by their idempotency key, on PostgreSQL. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StaffId } from '#contracts/staff.ts'
import { makeIdempotentWrites } from '#infra/postgres/desk/idempotent-writes.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import type { Claim, IdempotentWrites, StoredAnswer } from '#ingest/editorial/api/ports.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'

const ANSWER: StoredAnswer = {
  httpStatus: 201,
  articleId: null,
  status: 'draft',
  version: null,
  tag: null,
  sha256Hash: null,
  position: null,
  changed: true,
  id: 'one',
}
const newClaim = (): Claim => ({
  person: StaffId.parse(randomUUID()),
  keyHmac: randomBytes(32),
  fingerprint: randomBytes(32),
})
const other = (claim: Claim): Claim => ({ ...claim, fingerprint: randomBytes(32) })

let database: TestDatabase
let pool: PostgresPool
let writes: IdempotentWrites
beforeAll(async () => {
  database = await openTestDatabase()
  pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 4 })
  writes = makeIdempotentWrites(pool)
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

const age = (claim: Claim, column: string, by: string) =>
  pool.query(
    {
      name: `age-${column}`,
      text: `update idempotent_writes set ${column} = clock_timestamp() - $2::interval where staff_id = $1`,
    },
    [claim.person, by],
  )

test('of twenty at once one takes the key, and later ones have its answer', async () => {
  const claim = newClaim()
  const all = await Promise.all(Array.from({ length: 20 }, () => writes.claim(claim)))
  expect(all.filter(({ state }) => state === 'taken')).toHaveLength(1)
  expect(all.filter(({ state }) => state === 'in-progress')).toHaveLength(19)
  await writes.answer(claim, ANSWER)
  expect(await writes.claim(claim)).toEqual({ state: 'answered', answer: ANSWER })
  expect(await writes.claim(other(claim))).toEqual({ state: 'conflict' })
  expect(await writes.claim({ ...claim, person: newClaim().person })).toEqual({ state: 'taken' })
})

test('a released key is new, and one that was let go or held too long is gone on with', async () => {
  const claim = newClaim()
  await writes.claim(claim)
  await writes.release(claim)
  expect(await writes.claim(claim)).toEqual({ state: 'taken' })
  await writes.endHold(claim)
  expect(await writes.claim(other(claim))).toEqual({ state: 'conflict' })
  const two = await Promise.all([writes.claim(claim), writes.claim(claim)])
  expect(two.map(({ state }) => state).toSorted()).toEqual(['in-progress', 'resumed'])
  await age(claim, 'held_until', '1 second')
  expect(await writes.claim(claim)).toEqual({ state: 'resumed' })
  await writes.answer(claim, ANSWER)
  await writes.release(claim)
  expect(await writes.claim(claim)).toMatchObject({ state: 'answered' })
})

test('a key is kept for a day', async () => {
  const [taken, swept] = [newClaim(), newClaim()]
  for (const claim of [taken, swept]) {
    await writes.claim(claim)
    await writes.answer(claim, ANSWER)
    await age(claim, 'created_at', '25 hours')
  }
  expect(await writes.claim(other(taken))).toEqual({ state: 'taken' })
  expect(await writes.sweep()).toBe(false)
  const { rows } = await pool.query(
    { name: 'left', text: 'select from idempotent_writes where staff_id = $1' },
    [swept.person],
  )
  expect(rows).toHaveLength(0)
})
