/** What every log promises to those who wait for more of it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeEventLog } from '#infra/postgres/log/event-log.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import type { TestDatabase } from '../engines/embedded-postgres.ts'
import { append, CONTEXT, newStream } from './event-fixtures.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const PATIENCE_MS = 10_000
const POLL_MS = 300
/** Long before patience ends, also on a busy machine. */
const SOON_MS = 3_000
const POLLED = { timeout: 20_000 }
const SIGNAL = new AbortController().signal

const timed = async (work: Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work
  return performance.now() - start
}

export const eventLogContract = (name: string, open: () => Promise<TestDatabase>): void => {
  describe(`event log on ${name}`, () => {
    let database: TestDatabase
    let pool: PostgresPool
    beforeAll(async () => {
      database = await open()
      pool = makePool(database.connectionString, {
        applicationName: 'pandect test',
        pepper: TEST_PEPPER,
        max: 4,
      })
    })
    afterAll(async () => {
      await pool.close()
      await database.close()
    })

    const appendOne = (): Promise<unknown> =>
      makeEventStore(pool).append([append(newStream(), 0, 'one')], CONTEXT)

    const withLog = async (
      pollMs: number,
      work: (log: ReturnType<typeof makeEventLog>) => Promise<void>,
    ) => {
      const log = makeEventLog(pool, { pollMs })
      try {
        await work(log)
      } finally {
        await log.close()
      }
    }

    const listenerIsOn = () =>
      expect
        .poll(async () => {
          const { rowCount } = await pool.query(
            `select from pg_stat_activity where application_name = 'pandect listener' and datname = current_database()
               and query ilike 'listen%' and state = 'idle'`,
          )
          return rowCount
        }, POLLED)
        .toBeGreaterThan(0)

    test('waiting ends at once when there is more already', () =>
      withLog(POLL_MS, async (log) => {
        await appendOne()
        const head = await log.head()
        await log.wait(head, 50, SIGNAL)
        await appendOne()
        expect(await timed(log.wait(head, PATIENCE_MS, SIGNAL))).toBeLessThan(POLL_MS + SOON_MS)
        expect(await timed(log.wait(head, PATIENCE_MS, SIGNAL))).toBeLessThan(POLL_MS)
      }))

    test('an append wakes those who wait, without a poll', () =>
      withLog(PATIENCE_MS, async (log) => {
        const head = await log.head()
        const waiting = Promise.all([
          log.wait(head, PATIENCE_MS, SIGNAL),
          log.wait(head, PATIENCE_MS, SIGNAL),
        ])
        await listenerIsOn()
        await appendOne()
        expect(await timed(waiting)).toBeLessThan(SOON_MS)
        expect(await log.read(head, 10)).toHaveLength(1)
      }))

    test('waiting ends after its time, and when aborted', () =>
      withLog(POLL_MS, async (log) => {
        const head = await log.head()
        expect(await timed(log.wait(head, 120, SIGNAL))).toBeGreaterThan(100)
        const abort = new AbortController()
        setTimeout(() => abort.abort(), 50)
        expect(await timed(log.wait(head, PATIENCE_MS, abort.signal))).toBeLessThan(SOON_MS)
        expect(await timed(log.wait(head, PATIENCE_MS, abort.signal))).toBeLessThan(SOON_MS)
      }))

    test('when the listening session is killed, a poll takes over until listening is back', () =>
      withLog(POLL_MS, async (log) => {
        const head = await log.head()
        await log.wait(head, 10, SIGNAL)
        await listenerIsOn()
        await pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'pandect listener' and datname = current_database()`,
        )
        await appendOne()
        expect(await timed(log.wait(head, PATIENCE_MS, SIGNAL))).toBeLessThan(POLL_MS + SOON_MS)
        await listenerIsOn()
      }))

    test('a store that is away does not end the waiting, and is a fault for the reader', async () => {
      const away = makePool('postgresql://nobody:x@127.0.0.1:1/none', {
        applicationName: 'pandect test',
        pepper: TEST_PEPPER,
        max: 1,
      })
      const log = makeEventLog(away, { pollMs: 20 })
      const start = await makeEventLog(pool).head()
      expect(await timed(log.wait(start, 150, SIGNAL))).toBeGreaterThan(140)
      await expect(log.read(start, 1)).rejects.toMatchObject({ code: 'store-unavailable' })
      await log.close()
      await away.close()
    })
  })
}
