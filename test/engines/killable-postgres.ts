/**
 * A PostgreSQL of one's own that a test may kill: it comes back on the same data and port while the
 * test lives.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbeddedPostgres } from '#infra/embedded/postgres.ts'
import { makePool } from '#infra/postgres/platform/pool.ts'

export type KillablePostgres = {
  readonly connectionString: string
  /** kill -9 of the whole server; it is started again at once. */
  kill(): Promise<void>
  /** Returns when it answers. */
  answers(): Promise<void>
  close(): Promise<void>
}

const WALKABLE = 0o711
const ANSWER = { pollMs: 100, pollsMax: 300 } as const
// What a killed process gave to the system is not lost, so this needs no waiting for the disk.
const FAST = { fsync: 'off', max_connections: '200' }

export const openKillablePostgres = async (binaries?: string): Promise<KillablePostgres> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pandect-killable-'))
  await chmod(dataDir, WALKABLE)
  const server = await openEmbeddedPostgres({
    dataDir,
    settings: FAST,
    ...(binaries === undefined ? {} : { binaries }),
  })
  const { connectionString } = server
  const pool = makePool(connectionString, { applicationName: 'pandect test', max: 1 })
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const pidOf = async (): Promise<number> =>
    Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  let killed = 0
  return {
    connectionString,
    kill: async () => {
      killed = await pidOf()
      process.kill(killed, 'SIGKILL')
    },
    answers: async () => {
      for (let poll = 0; poll < ANSWER.pollsMax; poll += 1) {
        const answer = await pool.query('select 1').catch(() => null)
        // A session may outlive its killed server for a moment.
        if (answer !== null && (await pidOf()) !== killed) return
        await sleep(ANSWER.pollMs)
      }
      throw new Error('the database does not come back')
    },
    close: async () => {
      await pool.close()
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
