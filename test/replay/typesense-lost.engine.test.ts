/**
 * A search engine that is killed or loses its disk under a full log, over the stand-in of the
 * tests: nobody has to do anything, and afterwards the index equals a rebuild.
 */
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Position } from '#contracts/ids.ts'
import { retry } from '#contracts/toolkit/retry.ts'
import { openDatabase } from '#infra/processes/wiring/database.ts'
import { openProjections } from '#infra/processes/wiring/projections.ts'
import { replayDepsOf } from '#infra/processes/wiring/replay.ts'
import { openSearchIndex } from '#infra/processes/wiring/search-index.ts'
import { parseSettings } from '#infra/settings.ts'
import { generationDigest } from '#query-api/projections/digest.ts'
import { makeReplay } from '#query-api/replay/replay.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { queryFor, seeded } from '../contract/search-fixtures.ts'
import { type ScriptedTypesense, startScripted } from '../contract/typesense-scripted.ts'
import { namesOf, recordTexts } from './world.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
const LONG_MS = 300_000
const HEAL_MS = 60_000
const MOMENTS = 20
const TEXTS_PER_MOMENT = 3

const openOver = async (server: ScriptedTypesense) => {
  const opened = await openTestDatabase()
  const settings = parseSettings({
    DATABASE_URL: opened.connectionString,
    KEY_PEPPER: TEST_PEPPER,
    TYPESENSE_URL: server.url,
    TYPESENSE_API_KEY: server.key,
  })
  const database = await openDatabase(settings, 'test', { waitMs: 0 })
  const faults: string[] = []
  const projections = openProjections(settings, database, {
    onFault: (fault) => faults.push((fault as { code?: string }).code ?? 'unexpected'),
  })
  const stop = new AbortController()
  const following = projections.projector.follow(stop.signal)
  const index = await openSearchIndex(settings, database, {
    model: 'none',
    onFault: () => undefined,
  })
  const replaying = replayDepsOf(settings, database, { outward: () => 0 })
  onTestFinished(async () => {
    server.script = () => null
    stop.abort()
    await following
    await index.close()
    await replaying.close()
    await projections.close()
    await database.close()
    await opened.close()
    await server.stop()
  })
  const { models } = projections
  return {
    database,
    index,
    faults,
    models,
    replay: () => makeReplay(replaying.deps).run(),
    digest: async () => generationDigest(models, await models.generations.live()),
  }
}
type Opened = Awaited<ReturnType<typeof openOver>>

const expectRebuildEqual = async ({ replay }: Opened): Promise<void> => {
  // On a busy machine the lock of the replay before may be let go a moment later.
  const result = await retry(replay, { attemptsMax: 5, firstPauseMs: 500, pauseMsMax: 2_000 })
  expect(result).toMatchObject({ equal: true, swapped: true, differences: [] })
}

const searchable = (opened: Opened, head: Position): Promise<void> =>
  vi.waitFor(() => opened.index.waitFor(head, HEAL_MS), { timeout: HEAL_MS, interval: 100 })

/** From a request on the server is away for some; the first may be done and its answer lost. */
const killAt = (server: ScriptedTypesense, random: () => number): void => {
  let left = Math.floor(random() * 12)
  let away = 1 + Math.floor(random() * 8)
  const isLost = random() < 0.5
  let isFirst = true
  server.script = ({ method }) => {
    if (left > 0) {
      left -= 1
      return null
    }
    if (away === 0) return null
    away -= 1
    const answer = isFirst && isLost && method !== 'GET' ? 'lost' : 'cut'
    isFirst = false
    return answer
  }
}

test('an empty server under a full log heals itself', { timeout: LONG_MS }, async () => {
  const server = await startScripted()
  const opened = await openOver(server)
  const head = await recordTexts(opened.database.pool, namesOf(30))
  await searchable(opened, head)
  const before = await opened.digest()
  server.forget()
  // Until the projector notices, and while it builds, a search says what is wrong.
  await vi.waitFor(
    () =>
      expect(opened.index.search(queryFor('vend'))).rejects.toMatchObject({
        code: 'search-index-missing',
      }),
    { timeout: HEAL_MS, interval: 20 },
  )
  await expect(opened.index.position()).rejects.toMatchObject({ code: 'search-index-missing' })
  await searchable(opened, head)
  expect(opened.faults).toContain('search-index-missing')
  expect(await opened.models.generations.live()).toBe(2)
  expect({ ...(await opened.digest()), position: 0 }).toEqual({ ...before, position: 0 })
  const next = await recordTexts(opened.database.pool, namesOf(2, 'plus-tard'))
  await searchable(opened, next)
  await expectRebuildEqual(opened)
})

test(
  `a server killed at ${MOMENTS} moments of an import ends as a rebuild`,
  { timeout: LONG_MS },
  async () => {
    console.info(`typesense-lost: SEED=${SEED}`)
    const random = seeded(SEED)
    const server = await startScripted()
    const opened = await openOver(server)
    let head = await recordTexts(opened.database.pool, namesOf(5, 'avant'))
    await searchable(opened, head)
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      killAt(server, random)
      const names = namesOf(TEXTS_PER_MOMENT, `moment-${moment}`)
      head = await recordTexts(opened.database.pool, names)
      await searchable(opened, head)
    }
    server.script = () => null
    await expectRebuildEqual(opened)
    expect(await opened.models.generations.live()).toBe(2)
  },
)

test(
  `a server killed at ${MOMENTS} moments of replays ends as a rebuild`,
  { timeout: LONG_MS },
  async () => {
    const random = seeded(SEED + 1)
    const server = await startScripted()
    const opened = await openOver(server)
    const head = await recordTexts(opened.database.pool, namesOf(12))
    await searchable(opened, head)
    const before = await opened.digest()
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      killAt(server, random)
      await expectRebuildEqual(opened)
    }
    server.script = () => null
    await searchable(opened, head)
    expect(opened.faults).not.toContain('search-index-missing')
    expect({ ...(await opened.digest()), position: 0 }).toEqual({ ...before, position: 0 })
  },
)
