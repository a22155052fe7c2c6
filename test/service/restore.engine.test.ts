/** Dump, restore into a new server, go on: nothing is hidden, and the digest is the same. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeEventLog } from '#infra/postgres/log/event-log.ts'
import { makePool } from '#infra/postgres/platform/pool.ts'
import { LOG_START, type Position } from '#contracts/ids.ts'
import { openEmptyDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { openPostgres15, postgres15Missing, postgres15Program } from '../engines/postgres15.ts'
import { makeDataDir, makeOfficial, runQuickly } from './service.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const TIMEOUT_MS = 240_000
const AT = '2026-01-31T00:00:00.000Z'
const TEXTS = 30
const PAGE = 50

const run = promisify(execFile)
const missing = await postgres15Missing()
const name = missing === null ? 'a dump of PostgreSQL 15' : `a dump (skipped: ${missing})`

const textOf = (number: number): string =>
  JSON.stringify({
    title: `Hypothèque ${number}`,
    text: `## Objet\n\nL'hypothèque légale, note ${number}.`,
    language: 'fr',
    jurisdiction: ['FR'],
    contentType: 'doctrine',
    source: { id: `restore:${number}`, version: '1', licence: 'Licence Ouverte 2.0' },
  })

type Digest = { root: string; changesRoot: string; position: number; counts: unknown }

/** How far a reader comes that begins at the start: beyond a hidden event it could not. */
const readThrough = async (connectionString: string): Promise<{ seen: number; head: Position }> => {
  const pool = makePool(connectionString, {
    applicationName: 'pandect test',
    pepper: TEST_PEPPER,
    max: 2,
  })
  const log = makeEventLog(pool)
  try {
    let seen = LOG_START
    for (;;) {
      const events = await log.read(seen, PAGE)
      expect(events.map(({ position }) => position)).toEqual(
        events.map((_, index) => seen + index + 1),
      )
      const last = events.at(-1)
      if (last === undefined) return { seen, head: await log.head() }
      seen = last.position
    }
  } finally {
    await log.close()
    await pool.close()
  }
}

describe.skipIf(missing !== null)(name, () => {
  let dataDir: string
  let remove: () => Promise<void>
  let origin: TestDatabase
  const targets: TestDatabase[] = []
  beforeAll(async () => {
    ;({ dataDir, remove } = await makeDataDir())
    origin = await openPostgres15()
  }, TIMEOUT_MS)
  afterAll(async () => {
    await origin.close()
    for (const target of targets) await target.close()
    await remove()
  })

  const pandect = async (database: TestDatabase, ...args: string[]): Promise<string> => {
    const env = { DATABASE_URL: database.connectionString, KEY_PEPPER: TEST_PEPPER }
    const { code, stdout, stderr } = await runQuickly(args, dataDir, { env })
    expect(code, stderr).toBe(0)
    return stdout
  }
  const importInto = async (database: TestDatabase, count: number): Promise<void> => {
    const file = join(dataDir, `texts-${count}.jsonl`)
    await writeFile(file, Array.from({ length: count }, (_, index) => textOf(index)).join('\n'))
    await makeOfficial(dataDir, dataDir, {
      DATABASE_URL: database.connectionString,
      KEY_PEPPER: TEST_PEPPER,
    })
    await pandect(database, 'import', file, '--publish', '--at', AT)
  }
  const digestOf = async (database: TestDatabase): Promise<Digest> =>
    JSON.parse(await pandect(database, 'digest', '--json')) as Digest
  const restore = async (dump: string): Promise<TestDatabase> => {
    const target = await openEmptyDatabase()
    targets.push(target)
    await run(postgres15Program('pg_restore'), [
      '--no-owner',
      '--exit-on-error',
      '--dbname',
      target.connectionString,
      dump,
    ])
    return target
  }

  test(
    'restored into a new PostgreSQL 18 it goes on where it was, with the same digest and no event hidden',
    { timeout: TIMEOUT_MS },
    async () => {
      await importInto(origin, TEXTS)
      const before = await digestOf(origin)
      const dump = join(dataDir, 'pandect.dump')
      await run(postgres15Program('pg_dump'), [
        '--format=custom',
        '--file',
        dump,
        origin.connectionString,
      ])
      const restored = await restore(dump)
      expect(await digestOf(restored)).toEqual(before)

      await importInto(restored, TEXTS + 5)
      await importInto(origin, TEXTS + 5)
      const after = await digestOf(restored)
      // Changes are named after their events, which two imports record under ids of their own.
      const { changesRoot: ofRestored, ...restoredDigest } = after
      const { changesRoot: ofOrigin, ...originDigest } = await digestOf(origin)
      expect(restoredDigest).toEqual(originDigest)
      expect(ofRestored).not.toBe(ofOrigin)
      expect(after.position).toBeGreaterThan(before.position)
      const { seen, head } = await readThrough(restored.connectionString)
      expect([seen, head]).toEqual([after.position, after.position])

      const replayed = JSON.parse(await pandect(restored, 'replay', '--json')) as {
        equal: boolean
        rebuilt: Digest
      }
      expect([replayed.equal, replayed.rebuilt.root]).toEqual([true, after.root])
    },
  )
})
