/** The command, or the server under it, is killed at any moment: there is one log, old or new. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { LOG_START } from '#contracts/ids.ts'
import { migrate } from '#infra/postgres/platform/migrate.ts'
import { resealLog } from '#infra/postgres/reseal/reseal.ts'
import { foldLog } from '#infra/processes/wiring/fold.ts'
import { query } from '../backup/world.ts'
import { openTestDatabase, withDatabase } from '../engines/embedded-postgres.ts'
import { openKillablePostgres } from '../engines/killable-postgres.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { connectStores } from '../harness/postgres.ts'
import { namesOf } from '../replay/world.ts'
import { seededRandom } from '../service/random.ts'
import { makeDataDir, spawnPandect } from '../service/service.ts'
import { recordClear } from './clear-log.ts'

const TIMEOUT_MS = 600_000
const KILLS = { command: 8, server: 6 } as const
const TEXTS = 120
const FACTS = TEXTS * 6
const GONE = { pollMs: 100, timeoutMs: 60_000 } as const

const seed = Number(process.env['RESEAL_SEED'] ?? Date.now() % 1_000_000)
const random = seededRandom(seed)

const fill = async (url: string): Promise<void> => {
  const { pool, close } = connectStores(url)
  await recordClear(pool, namesOf(TEXTS, 'alt'))
  await close()
}

/** What readers get, with every long text, and how much of it is in clear. */
const stateOf = async (url: string) => {
  const { log, blobs, close } = connectStores(url)
  const events = await log.read(LOG_START, FACTS + 1)
  const hashes = events.flatMap(({ data }) =>
    'content' in data ? [data.content.contentClean.sha256] : [],
  )
  const texts = await blobs.get([...new Set(hashes)])
  await close()
  const [counts] = await query<{ events: number; keys: number; texts: number; claims: number }>(
    url,
    `select (select count(*)::int from events where sealed is null) as events,
       (select count(*)::int from keys.seal_keys) as keys, (select count(*)::int from blobs) as texts,
       (select count(*)::int from slug_claims) as claims`,
  )
  const facts = events.map((event) => canonicalJson({ ...event, payloadHash: null }))
  return { facts, texts: [...texts], counts }
}

type State = Awaited<ReturnType<typeof stateOf>>
const OLD = { events: FACTS, keys: 0, texts: TEXTS * 2, claims: 0 }
const NEW = { events: TEXTS, keys: TEXTS * 2, texts: 0, claims: TEXTS }

/** Answers whether it is the new one. */
const checkWhole = (found: State, first: State): boolean => {
  expect(found.facts).toEqual(first.facts)
  expect(found.texts).toEqual(first.texts)
  expect([OLD, NEW]).toContainEqual(found.counts)
  return found.counts?.keys !== 0
}

const untilGone = async (url: string): Promise<void> => {
  const until = Date.now() + GONE.timeoutMs
  const others = `select from pg_stat_activity where datname = current_database()
    and application_name = 'pandect reseal'`
  while ((await query(url, others)).length > 0) {
    if (Date.now() > until) throw new Error('the session of the killed command does not end')
    await sleep(GONE.pollMs)
  }
}

test('the command is killed', { timeout: TIMEOUT_MS }, async ({ annotate }) => {
  await annotate(`RESEAL_SEED=${seed}`)
  const { dataDir, remove } = await makeDataDir()
  const database = await openTestDatabase()
  const url = database.connectionString
  const environment = { DATABASE_URL: url, KEY_PEPPER: TEST_PEPPER }
  const start = () => spawnPandect(['log', 'reseal'], dataDir, environment)
  try {
    await fill(url)
    const first = await stateOf(url)
    expect(first.counts).toEqual(OLD)
    // How long each part takes is not known: kills come later and later, until one is too late.
    let latestMs = 1_500
    let isNew = false
    for (let kill = 0; kill < KILLS.command && !isNew; kill += 1) {
      const child = start()
      const ended = once(child, 'exit')
      await Promise.race([sleep(latestMs * (0.5 + random() / 2)), ended])
      child.kill('SIGKILL')
      await ended
      await untilGone(url)
      isNew = checkWhole(await stateOf(url), first)
      latestMs *= 1.35
    }
    const [code] = (await once(start(), 'exit')) as [number]
    expect(code).toBe(0)
    expect(checkWhole(await stateOf(url), first)).toBe(true)
  } finally {
    await database.close()
    await remove()
  }
})

test('the server is killed', { timeout: TIMEOUT_MS }, async ({ annotate }) => {
  await annotate(`RESEAL_SEED=${seed}`)
  const server = await openKillablePostgres()
  // The helper is connected to its own database.
  const url = withDatabase(server.connectionString, 'dying')
  const reseal = () =>
    resealLog({
      connectionString: url,
      pepper: TEST_PEPPER,
      actor: 'cli:test',
      fold: foldLog,
      onProgress: () => undefined,
    })
  try {
    await query(server.connectionString, 'create database dying')
    await migrate(url)
    await fill(url)
    const first = await stateOf(url)
    let latestMs = 200
    let died = 0
    let isNew = false
    for (let kill = 0; kill < KILLS.server && !isNew; kill += 1) {
      const dying: Promise<string> = reseal().then(
        () => 'done before',
        ({ code }: { code: string }) => code,
      )
      await Promise.race([sleep(latestMs * (0.5 + random() / 2)), dying])
      await server.kill()
      const outcome = await dying
      expect(['store-unavailable', 'done before']).toContain(outcome)
      if (outcome === 'store-unavailable') died += 1
      await server.answers()
      isNew = checkWhole(await stateOf(url), first)
      latestMs *= 1.8
    }
    expect(died).toBeGreaterThan(0)
    await reseal()
    expect(checkWhole(await stateOf(url), first)).toBe(true)
  } finally {
    await server.close()
  }
})
