/** The limiter on PostgreSQL: the contract, and what only a shared count can promise. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makePostgresRateLimiter } from '#infra/postgres/accounts/rate-limiter.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { openPostgres15, postgres15Missing } from '../engines/postgres15.ts'
import { rateLimiterContract } from './rate-limiter.contract.ts'

const CONNECTIONS = 4

const limiterOn = (name: string, open: () => Promise<TestDatabase>): void => {
  describe(name, () => {
    let database: TestDatabase
    const pools: PostgresPool[] = []
    const newLimiter = () => {
      const pool = makePool(database.connectionString, {
        applicationName: 'pandect test',
        max: CONNECTIONS,
      })
      pools.push(pool)
      return makePostgresRateLimiter(pool)
    }
    const rows = async (bucket: string): Promise<{ buckets: number; passes: number }> => {
      const { rows: found } = (await pools[0]?.query<{ buckets: number; passes: number }>(
        `select count(distinct id) as buckets, count(bucket_id) as passes from rate_limit_buckets
         left join rate_limit_passes on bucket_id = id where name like $1 || '%'`,
        [bucket],
      )) ?? { rows: [] }
      return found[0] ?? { buckets: -1, passes: -1 }
    }
    beforeAll(async () => {
      database = await open()
      newLimiter()
    })
    afterAll(async () => {
      for (const pool of pools) await pool.close()
      await database.close()
    })

    rateLimiterContract(name, async () => ({
      limiter: newLimiter(),
      pass: (ms) => sleep(ms),
      close: async () => undefined,
    }))

    test('one count over all processes: exactly the quota passes, whoever asks', async () => {
      const bucket = `shared:${randomUUID()}`
      const limiters = Array.from({ length: 4 }, newLimiter)
      const ask = async (turn: number) => limiters[turn % 4]?.take(bucket, 120, 60)
      const decisions = await Promise.all(Array.from({ length: 400 }, (_, turn) => ask(turn)))
      expect(decisions.filter((one) => one?.allowed === true)).toHaveLength(120)
      const left = decisions.flatMap((one) => (one?.allowed === true ? [one.remaining] : []))
      expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, n) => n))
    })

    test('what a process refuses by itself, the database would refuse too', async () => {
      const bucket = `full:${randomUUID()}`
      let asked = 0
      const pool = pools[0]
      if (pool === undefined) throw new Error('no pool')
      const counting = makePostgresRateLimiter({
        query: (statement, values) => {
          asked += 1
          return pool.query(statement, values)
        },
      })
      for (let turn = 0; turn < 20; turn += 1) await counting.take(bucket, 3, 1)
      expect(asked).toBe(4)
      await sleep(1_000)
      expect((await counting.take(bucket, 3, 1)).allowed).toBe(true)
    })

    test('a quota that is raised or lowered holds from the next request on', async () => {
      const bucket = `changed:${randomUUID()}`
      const [a, b] = [newLimiter(), newLimiter()]
      for (let turn = 0; turn < 5; turn += 1) await a.take(bucket, 5, 60)
      expect((await b.take(bucket, 6, 60)).allowed).toBe(true)
      expect(await newLimiter().take(bucket, 4, 60)).toMatchObject({ allowed: false, remaining: 0 })
    })

    test('a clock that is set back by an hour refuses nobody for an hour', async () => {
      const bucket = `clock:${randomUUID()}`
      const limiter = newLimiter()
      for (let turn = 0; turn < 3; turn += 1) await limiter.take(bucket, 3, 60)
      const setBack = (by: string) =>
        pools[0]?.query(
          `with b as (update rate_limit_buckets set empty_at = empty_at + $2::interval where name = $1 returning id)
           update rate_limit_passes p set passed_at = passed_at + $2::interval from b where p.bucket_id = b.id`,
          [bucket, by],
        )
      // Within a window what passed still counts.
      await setBack('30 seconds')
      expect((await newLimiter().take(bucket, 3, 60)).allowed).toBe(false)
      await setBack('1 hour')
      expect(await newLimiter().take(bucket, 3, 60)).toMatchObject({ allowed: true, remaining: 2 })
      expect((await rows(bucket)).passes).toBe(1)
    })

    test('empty windows are swept, others stay', async () => {
      const prefix = `swept:${randomUUID()}`
      const limiter = newLimiter()
      for (let one = 0; one < 30; one += 1) await limiter.take(`${prefix}:${one}`, 5, 1)
      await limiter.take(`${prefix}:busy`, 5, 60)
      expect(await rows(prefix)).toEqual({ buckets: 31, passes: 31 })
      await sleep(1_100)
      while ((await limiter.sweep()) > 0);
      expect(await rows(prefix)).toEqual({ buckets: 1, passes: 1 })
    })

    test('a bucket keeps no more rows than its window', async () => {
      const bucket = `kept:${randomUUID()}`
      const limiter = newLimiter()
      for (let turn = 0; turn < 30; turn += 1) {
        await limiter.take(bucket, 5, 1)
        await sleep(100)
      }
      expect((await rows(bucket)).passes).toBeLessThanOrEqual(5)
    })
  })
}

limiterOn('the embedded server', openTestDatabase)
const missing = await postgres15Missing()
describe.skipIf(missing !== null)(
  missing === null ? 'PostgreSQL 15' : `PostgreSQL 15 (skipped: ${missing})`,
  () => limiterOn('PostgreSQL 15', openPostgres15),
)
