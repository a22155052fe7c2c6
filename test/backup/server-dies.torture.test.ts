/** The database server is killed while it is backed up or restored. */
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openEmptyDatabase, withDatabase } from '../engines/embedded-postgres.ts'
import { openKillablePostgres } from '../engines/killable-postgres.ts'
import { migrate } from '#infra/postgres/platform/migrate.ts'
import { backUp, backupOf, collectBoth, fill, printOf, query, restoreInto } from './world.ts'

const TIMEOUT_MS = 300_000
const TEXTS = 10
const MOMENTS_MS = [0, 50, 100, 200, 400]

/** What a server that was killed does not keep: it skips numbers. */
const FORGOTTEN: readonly string[] = ['sequences']

const rowsOf = async (connectionString: string): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(await printOf(connectionString)).filter(([name]) => !FORGOTTEN.includes(name)),
  )

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done before',
    (error: { code: string }) => error.code,
  )

test(
  'neither hangs, both say so, and the data are as they were',
  { timeout: TIMEOUT_MS },
  async () => {
    const server = await openKillablePostgres()
    // A restore refuses a database that others are connected to, as this helper is to its own.
    const connectionString = withDatabase(server.connectionString, 'dying')
    try {
      await query(server.connectionString, 'create database dying')
      await migrate(connectionString)
      await fill(connectionString, TEXTS)
      const before = await rowsOf(connectionString)
      const whole = await backupOf(connectionString)
      for (const moment of MOMENTS_MS) {
        const dying = outcomeOf(backUp(connectionString, collectBoth(50)))
        await sleep(moment)
        await server.kill()
        expect(['store-unavailable', 'done before']).toContain(await dying)
        await server.answers()

        const slowly = async function* (): AsyncGenerator<Buffer> {
          for (let at = 0; at < whole.log.length; at += 4_096) {
            yield whole.log.subarray(at, at + 4_096)
            await sleep(20)
          }
        }
        const dyingToo = outcomeOf(
          restoreInto(connectionString, whole, { source: Readable.from(slowly()), replace: true }),
        )
        await sleep(100 + moment)
        await server.kill()
        expect(['store-unavailable', 'done before']).toContain(await dyingToo)
        await server.answers()
        expect(await rowsOf(connectionString)).toEqual(before)
      }
      const target = await openEmptyDatabase()
      await restoreInto(target.connectionString, whole)
      expect(await rowsOf(target.connectionString)).toEqual(before)
      await target.close()
    } finally {
      await server.close()
    }
  },
)
