import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { ArticleEvent } from '#contracts/events/event.ts'
import type { Position } from '#contracts/ids.ts'
import { makeArticleReader } from '#infra/postgres/read-models/article-reader.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeEventLog, type PostgresEventLog } from '#infra/postgres/log/event-log.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { readModelsOn } from '#infra/processes/wiring/read-models.ts'
import type { ReadModels } from '#query-api/projections/projection.ts'
import {
  makeProjector,
  type BatchReport,
  type ProjectorDeps,
} from '#query-api/projections/projector.ts'
import { type RebuildDeps, rebuildGeneration } from '#query-api/replay/rebuild.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import {
  contentOf,
  documentsOf,
  drafted,
  embedded,
  idOf,
  published,
  streamOf,
  timeOf,
  unpublished,
  validity,
  type Texts,
} from './read-models.fixtures.ts'
import { memorySearch } from './read-models.memory.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

let database: TestDatabase
let pool: PostgresPool
let log: PostgresEventLog
let models: ReadModels & Pick<RebuildDeps, 'generations'>
let deps: ProjectorDeps
const opened: TestDatabase[] = []

beforeEach(async () => {
  database = await openTestDatabase()
  opened.push(database)
  pool = makePool(database.connectionString, {
    applicationName: 'pandect test',
    pepper: TEST_PEPPER,
    max: 6,
  })
  log = makeEventLog(pool)
  models = readModelsOn(pool, memorySearch())
  const lock = makeProjectorLock(database.connectionString)
  deps = { log, blobs: makeBlobs(pool), models, lock }
})
afterEach(async () => {
  await log.close()
  await pool.close()
})
afterAll(async () => {
  for (const one of opened) await one.close()
})

const record = async (
  name: string,
  expectedVersion: number,
  make: (texts: Texts) => ArticleEvent[],
): Promise<Position> => {
  const texts: Texts = new Map()
  const events = make(texts)
  await makeBlobs(pool).put([...texts].map(([sha256, text]) => ({ sha256, text })))
  const context = { actor: 'test', time: timeOf(1), correlationId: 'test', causationId: null }
  const answer = await makeEventStore(pool).append(
    [{ streamId: streamOf(name), expectedVersion, events }],
    context,
  )
  if ('conflict' in answer) throw new Error('nobody else appends')
  return answer.lastPosition
}

const small = contentOf('a', { headnotes: [{ sequence: 1, summary: 'Un point.' }] })
const firstFacts = (texts: Texts): ArticleEvent[] => [
  drafted(small, texts),
  published(small, texts, '1.0.0'),
  validity('1.0.0', '2016-10-01', null),
  embedded('1.0.0', 1, 1),
]

const keysOf = async (): Promise<string[]> =>
  (await documentsOf(models, 'articles')).map(({ key }) => key)

test('a log on PostgreSQL is projected, and a rebuild beside it is equal', async () => {
  await record('a', 0, firstFacts)
  await record('b', 0, (texts) => [published(contentOf('b'), texts, '1.0.0'), unpublished])
  const head = await record('c', 0, (texts) => [
    published(
      contentOf('c', { contentClean: `é\u2019\u{1D538}"\\ ${'x'.repeat(2_000_000)}` }),
      texts,
      '1.0.0',
    ),
  ])
  const projector = makeProjector(deps)
  expect(await projector.runOnce(1)).toEqual({ position: head, events: 7, texts: 3, parked: 0 })
  expect(await keysOf()).toEqual([`article/${idOf('a')}`, `article/${idOf('c')}`].toSorted())
  const rebuilt = await rebuildGeneration({ ...models, projector }, { to: 2 })
  expect(rebuilt).toMatchObject({
    equal: true,
    rebuilt: { position: head, counts: { articles: 2 } },
  })
})

test('an article is read as the bytes that were stored, by slug and by id, with the position', async () => {
  await record('a', 0, firstFacts)
  const head = await record('b', 0, (texts) => [
    published(contentOf('b'), texts, '1.0.0'),
    unpublished,
  ])
  await makeProjector(deps).runOnce(1)
  const reader = makeArticleReader(pool)
  const answer = await reader.bySlug(small.slug)
  const [stored] = await documentsOf(models, 'articles')
  expect(answer.position).toBe(head)
  expect(answer.article?.json).toBe(JSON.stringify(stored?.document))
  expect(JSON.parse(answer.article?.json ?? '')).toMatchObject({
    id: idOf('a'),
    sha256Hash: answer.article?.sha256Hash,
    updatedAt: answer.article?.updatedAt,
  })
  expect(await reader.byId(idOf('a'))).toEqual(answer)
  expect(await reader.bySlug(contentOf('b').slug)).toEqual({ article: null, position: head })
  expect(await reader.byId(idOf('never'))).toEqual({ article: null, position: head })
  const several = await reader.bySlugs([contentOf('b').slug, small.slug, small.slug])
  expect(several).toEqual({ articles: new Map([[small.slug, answer.article]]), position: head })
  const none = { articles: new Map(), position: head }
  expect(await reader.bySlugs([contentOf('b').slug])).toEqual(none)
  expect(await reader.bySlugs([])).toEqual(none)
  expect(await reader.position()).toBe(head)
})

const SOON_MS = 30_000

test('what is published is projected while a projector follows', async () => {
  const stop = new AbortController()
  const reports: BatchReport[] = []
  const following = makeProjector({ ...deps, onBatch: (report) => reports.push(report) }).follow(
    stop.signal,
  )
  await pause(200) // it waits for news by now
  const start = performance.now()
  const position = await record('a', 0, firstFacts)
  while (reports.at(-1)?.position !== position && performance.now() - start < SOON_MS)
    await pause(2)
  expect(await keysOf()).toHaveLength(1)
  expect(performance.now() - start).toBeLessThan(SOON_MS)
  stop.abort()
  await following
})

test('two projectors that follow the same generation do the work once, and one takes over', async () => {
  const batches: number[] = []
  const followers = [0, 1].map((place) => {
    const stop = new AbortController()
    const projector = makeProjector({ ...deps, onBatch: () => batches.push(place) })
    return { stop, ended: projector.follow(stop.signal) }
  })
  const end = async (place: number): Promise<void> => {
    followers[place]?.stop.abort()
    await followers[place]?.ended
  }
  await record('a', 0, firstFacts)
  await expect.poll(() => batches, { timeout: 30_000 }).toHaveLength(1)
  // Whichever took the lock first.
  const leader = batches[0] ?? 0
  await end(leader)
  await record('b', 0, (texts) => [published(contentOf('b'), texts, '1.0.0')])
  await expect.poll(() => batches, { timeout: 30_000 }).toEqual([leader, 1 - leader])
  await end(1 - leader)
})
