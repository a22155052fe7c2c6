/**
 * Erasures whose process is killed at random instants, and once the embedded database with it. The
 * next attempt finishes them: no byte has the names, what stays is whole, and a rebuild is equal.
 * ERASURE_KILLS=30 vitest run test/erasure/killed.torture.test.ts kills more often; ERASURE_SEED
 * repeats the instants of another run.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StreamId } from '#contracts/ids.ts'
import { unfinishedErasures } from '#infra/postgres/erasure/unfinished.ts'
import { type Database, openDatabase, truthOf } from '#infra/processes/wiring/database.ts'
import { parseSettings } from '#infra/settings.ts'
import { randomOf } from '../citator/random-log.ts'
import { signInProtectors } from '../editorial/people.ts'
import { tablesWith } from '../service/canary-search.ts'
import { makeOfficial, runPandect, runQuickly, spawnPandect } from '../service/service.ts'
import { makeMigratedDir } from '../service/prepared-folders.ts'
import { inventNames, namesInFolder } from './scanner.ts'

const SEED = Number(process.env['ERASURE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
/** Of as many texts one wording is erased each. */
const KILLS = Number(process.env['ERASURE_KILLS'] ?? 3)
const TIMEOUT_MS = 200_000 + 60_000 * KILLS
/** The last part of a command is what is worth killing; a start takes most of it. */
const WITHIN = { firstMs: 300, lastShare: 1.1 } as const

const ERASED = inventNames(SEED, KILLS)
const STAYING = inventNames(SEED + 1, KILLS)
const random = randomOf(SEED)

const record = (at: number, name: string, state: string): string =>
  JSON.stringify({
    title: `Arrêt ${at} ${STAYING.all[at]} ${name}`,
    text: `La cour statue sur la demande de ${name} contre ${STAYING.all[at]}. ${'Le délai est de cinq ans. '.repeat(30)}`,
    language: 'fr',
    jurisdiction: ['FR'],
    contentType: 'doctrine',
    slug: `texte-${at}`,
    source: { id: `test:killed:${at}`, version: state, licence: 'Licence Ouverte 2.0' },
  })

let dataDir = ''
let remove: () => Promise<void>
const folder = () => join(dataDir, 'texts')
const settings = () => parseSettings({ PANDECT_DATA_DIR: dataDir })

const succeed = async (args: readonly string[], env: Record<string, string> = {}) => {
  const done = await runQuickly(args, dataDir, { env })
  expect(done.code, done.stderr).toBe(0)
  return done.stdout
}
const importAll = async (state: string, nameOf: (at: number) => string): Promise<void> => {
  const records = STAYING.all.map((_, at) => record(at, nameOf(at), state))
  await writeFile(join(folder(), `${state}.jsonl`), `${records.join('\n')}\n`)
  await succeed(['import', join(folder(), `${state}.jsonl`), '--publish'])
}
const withOpen = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openDatabase(settings(), 'test')
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

beforeAll(async () => {
  ;({ dataDir, remove } = await makeMigratedDir())
  await mkdir(folder())
  await makeOfficial(folder(), dataDir)
  await importAll('1', (at) => ERASED.all[at] ?? '')
  await succeed(['digest'])
  await importAll('2', () => 'M. X')
}, TIMEOUT_MS)
afterAll(() => remove?.(), TIMEOUT_MS)

const databasePid = async (): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

/** Starts a command and kills it within a time, and the database with it; how long it lived. */
const killWithin = async (
  args: readonly string[],
  env: Record<string, string>,
  { timeMs, database }: { readonly timeMs: number; readonly database: boolean },
): Promise<number> => {
  const started = performance.now()
  const child = spawnPandect(args, dataDir, env)
  const ended = new Promise((resolve) => child.on('close', resolve))
  child.stdin?.end()
  await Promise.race([sleep(timeMs), ended])
  if (database) process.kill(await databasePid(), 'SIGKILL')
  child.kill('SIGKILL')
  await ended
  return performance.now() - started
}

/** The texts of all facts that open, read from where they are kept. */
const readAllTexts = (database: Database): Promise<number> =>
  database.pool
    .query<{ id: string }>('select distinct stream_id as id from events order by 1')
    .then(async ({ rows }) => {
      const { store, blobs } = truthOf(database)
      const streams = await store.readStreams(rows.map(({ id }) => StreamId.parse(id)))
      const hashes = [...streams.values()]
        .flat()
        .flatMap(({ data }) => ('content' in data ? [data.content.contentClean.sha256] : []))
      return (await blobs.get([...new Set(hashes)])).size
    })

/** One word each; nothing in it has a blank. */
const eraseArgs = (at: number): string[] =>
  `erase texte-${at} --versions 1.0.0 --ground gdpr-17 --request R1 --yes`.split(' ')

test(
  `killed erasures are finished by the next attempt (ERASURE_SEED=${SEED}, ${KILLS} kills)`,
  async () => {
    const { first, second } = await signInProtectors(settings())
    const lives: string[] = []
    // Until a command was seen to end.
    let longestMs = 6_000
    for (const at of ERASED.all.keys()) {
      await succeed(eraseArgs(at), first.env)
      const timeMs = WITHIN.firstMs + random(Math.round(longestMs * WITHIN.lastShare))
      const database = at === 1
      const kill = () => killWithin(eraseArgs(at), second.env, { timeMs, database })
      // Opened here, the database is there from the beginning.
      const livedMs = await (database ? withOpen(kill) : kill())
      const left = await withOpen(({ pool }) => unfinishedErasures(pool))
      lives.push(
        `${Math.round(livedMs)} ms${database ? ' with the database' : ''}: ${left.length} left`,
      )
      // Not recorded: the second person confirms it again. Recorded: it says so.
      const again = await runQuickly(eraseArgs(at), dataDir, { env: second.env })
      if (again.code !== 0) expect(again.stderr).toMatch(/already-erased|text-unknown/)
      if (left.length > 0)
        await killWithin(['erasure', 'finish'], {}, { timeMs: random(longestMs), database: false })
      const started = performance.now()
      // As long as a killed one may live: a process with its start.
      const finished = await runPandect(['erasure', 'finish'], dataDir)
      expect(finished.code, finished.stderr).toBe(0)
      longestMs = Math.max(2_000, performance.now() - started)
    }
    console.log(lives.join('\n'))
    await rm(folder(), { recursive: true })

    const staying = await withOpen(async (database) => {
      expect(await unfinishedErasures(database.pool)).toEqual([])
      expect(await tablesWith(database.pool, [ERASED.beginning])).toEqual([])
      return readAllTexts(database)
    })
    expect(staying).toBeGreaterThanOrEqual(KILLS)
    const replayed = await succeed(['replay'])
    expect(replayed).toMatch(/^equal +yes$/m)
    expect(replayed).toMatch(/^parked +0 streams$/m)
    const found = await namesInFolder(dataDir, [ERASED, STAYING])
    expect(Object.keys(found).toSorted(), JSON.stringify(found)).toEqual(STAYING.all.toSorted())
  },
  TIMEOUT_MS,
)
