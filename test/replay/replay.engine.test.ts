/** Replay on PostgreSQL and the embedded index: equal, resumable, never in the way of readers. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Position } from '#contracts/ids.ts'
import { openEmbeddedSearchIndex } from '#infra/embedded/search/search-index.ts'
import { makeArticleReader } from '#infra/postgres/read-models/article-reader.ts'
import type { IndexQuery, SearchIndex } from '#query-api/ports.ts'
import { withFlippedBit } from './flip.ts'
import type { ReplayProgress } from '#query-api/replay/progress.ts'
import { makeReplay, type ReplayDeps } from '#query-api/replay/replay.ts'
import { contentOf, documentsOf, unpublished } from '../contract/read-models.fixtures.ts'
import { namesOf, openWorld, recordTexts, type World } from './world.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const opened: World[] = []
let world: World
beforeEach(async () => {
  world = await openWorld()
  opened.push(world)
})
afterAll(async () => {
  for (const one of opened) await one.close()
})

/** Records texts and projects them into the live generation. */
const served = async (count: number): Promise<Position> => {
  const head = await recordTexts(world.pool, namesOf(count))
  await world.projector.runOnce(1)
  return head
}

const NOTHING_FILTERED: IndexQuery['filters'] = {
  kinds: ['article', 'headnote'],
  anyOf: {},
  dateFrom: null,
  dateTo: null,
  asOf: null,
}
const query = (term: string): IndexQuery => ({
  terms: [{ term, weight: 1 }],
  identifiers: [],
  vector: null,
  similarityFloor: 0,
  filters: NOTHING_FILTERED,
  lexicalDepth: 10,
  pageEnd: 10,
  semanticDepth: 10,
})

/** A term that every text has, as the index knows it. */
const commonTerm = async (): Promise<string> => {
  for await (const { document } of world.search.documents(1)) {
    const { bodyTerms } = document as { bodyTerms: string }
    const term = bodyTerms.split(' ').find((one) => one.startsWith('vend'))
    if (term !== undefined) return term
  }
  throw new Error('the corpus has no such term')
}

type Readings = { failed: unknown[]; empty: number; done: number; backwards: number }

/** Searches, shows what it found and reads an article, again and again until stopped. */
const readOn = async (
  index: SearchIndex,
  term: string,
  stop: AbortSignal,
  readings: Readings,
): Promise<void> => {
  const articles = makeArticleReader(world.pool)
  const slug = contentOf(namesOf(1)[0] ?? '').slug
  let last = 0
  while (!stop.aborted) {
    try {
      const { lexical, position } = await index.search(query(term))
      const shown = await index.displays(lexical.map(({ entry }) => entry))
      const { article } = await articles.bySlug(slug)
      if (shown.length === 0 || article === null) readings.empty += 1
      if (position < last) readings.backwards += 1
      last = position
      readings.done += 1
    } catch (error) {
      readings.failed.push(error)
    }
    await pause(2)
  }
}

const READERS = 4

describe('a replay', () => {
  test('of a corpus while readers search: none fails, none is empty, no position moves back', async () => {
    await served(150)
    const term = await commonTerm()
    const index = await openEmbeddedSearchIndex({
      pepper: TEST_PEPPER,
      connectionString: world.connectionString,
    })
    const stop = new AbortController()
    const following = world.projector.follow(stop.signal)
    const readings: Readings = { failed: [], empty: 0, done: 0, backwards: 0 }
    const readers = Array.from({ length: READERS }, () =>
      readOn(index, term, stop.signal, readings),
    )
    const progress: ReplayProgress[] = []
    const result = await makeReplay({
      ...world.deps,
      limits: { eventsPerBatch: 100 },
      onProgress: (one) => progress.push(one),
    }).run()
    // What is published now is found, too: the projector goes over to the generation that is
    // served.
    const head = await recordTexts(world.pool, ['new'])
    await index.waitFor(head, 20_000)
    stop.abort()
    await Promise.all([...readers, following])
    await index.close()
    expect(readings).toMatchObject({ failed: [], empty: 0, backwards: 0 })
    expect(readings.done).toBeGreaterThan(READERS)
    expect(result).toMatchObject({
      generation: 2,
      replaced: 1,
      from: 0,
      equal: true,
      swapped: true,
      differences: [],
      sideEffects: 0,
      embeddingsComputed: 0,
      offenders: [],
    })
    expect(result.rebuilt).toEqual(result.live)
    expect(result.live.counts).toEqual({ articles: 150, searchDocuments: 300 })
    expect(progress.at(-1)).toMatchObject({ eventsDone: 600, eventsTotal: 600, secondsLeft: 0 })
    expect(await world.models.generations.live()).toBe(2)
    expect((await makeArticleReader(world.pool).bySlug(contentOf('new').slug)).article).not.toBe(
      null,
    )
  })

  test('catches up with what was recorded meanwhile before it swaps', async () => {
    const position = await served(10)
    const recorded: Position[] = []
    const begin = async (generation: number): Promise<void> => {
      await world.deps.records.begin(generation)
      recorded.push(await recordTexts(world.pool, ['late']))
    }
    const records = { ...world.deps.records, begin }
    const result = await makeReplay({ ...world.deps, records }).run()
    expect(result.live.position).toBe(position)
    expect((await world.models.generations.progress(2)).position).toBe(recorded[0])
  })

  test('keeps the one before for a rollback, and drops it at the next replay', async () => {
    await served(5)
    const replay = makeReplay(world.deps)
    await replay.run()
    const head = await recordTexts(world.pool, namesOf(5), () => [unpublished], 4)
    await world.projector.runOnce(2)
    expect(await replay.rollback()).toEqual({ generation: 1, replaced: 2, position: head })
    expect(await world.models.generations.live()).toBe(1)
    expect(await documentsOf(world.models, 'articles')).toEqual([])
    expect(await replay.run()).toMatchObject({ generation: 3, replaced: 1, equal: true })
    expect(await world.models.generations.list()).toEqual([1, 3])
    const { rows } = await world.pool.query(
      `select generation from search_rows union select generation from search_positions
       union select generation from text_states order by 1`,
    )
    expect(rows).toEqual([{ generation: 1 }, { generation: 3 }])
  })

  test('has nothing to roll back to before there was one', async () => {
    await expect(makeReplay(world.deps).rollback()).rejects.toMatchObject({
      code: 'rollback-impossible',
    })
  })

  test('is the only one', async () => {
    await served(1)
    const { promise, resolve } = Promise.withResolvers<void>()
    const records = {
      ...world.deps.records,
      begin: async (generation: number) => {
        await world.deps.records.begin(generation)
        await promise
      },
    }
    const first = makeReplay({ ...world.deps, records }).run()
    await pause(300)
    await expect(makeReplay(world.deps).run()).rejects.toMatchObject({ code: 'replay-running' })
    resolve()
    expect(await first).toMatchObject({ swapped: true })
  })
})

const flawed = (where: 'article' | 'search'): ReplayDeps => {
  const { models } = world.deps
  const projections = withFlippedBit(models.projections, where, 1)
  return { ...world.deps, models: { ...models, projections } }
}

describe('a build with one wrong bit', () => {
  test.each(['article', 'search'] as const)(
    'of an %s document is not swapped, and the key is named',
    async (where) => {
      await served(5)
      const result = await makeReplay(flawed(where)).run()
      expect(result).toMatchObject({ equal: false, swapped: false })
      expect(result.differences).toEqual([
        { key: expect.stringMatching(new RegExp(`^${where}/`)), kind: 'changed' },
      ])
      expect(await world.models.generations.live()).toBe(1)
    },
  )

  test('is swapped where somebody accepts it', async () => {
    await served(5)
    await makeReplay(flawed('search')).run()
    const result = await makeReplay(world.deps).run({ generation: 2, accept: true })
    expect(result).toMatchObject({ generation: 2, equal: false, swapped: true, from: 20 })
    expect(await world.models.generations.live()).toBe(2)
  })
})

test('a build that was swapped when the process was killed is not built again', async () => {
  await served(2)
  await makeReplay(world.deps).run()
  await world.deps.records.begin(2) // the state between the swap and its record
  expect(await makeReplay(world.deps).run()).toMatchObject({ generation: 3, replaced: 2 })
  expect(await world.deps.records.unfinished()).toBe(null)
})

test('another number than the unfinished one gives that one up', async () => {
  await served(2)
  await world.deps.records.begin(2)
  await world.models.generations.open(2, { embeddingModel: null })
  const result = await makeReplay(world.deps).run({ generation: 7 })
  expect(result).toMatchObject({ generation: 7, swapped: true })
  expect(await world.deps.records.unfinished()).toBe(null)
  expect(await world.models.generations.list()).toEqual([1, 7])
})

test('another embedding model makes another digest, which somebody has to accept', async () => {
  await served(2)
  const request = { embeddingModel: 'another@1' }
  expect(await makeReplay(world.deps).run(request)).toMatchObject({ equal: false, swapped: false })
  const result = await makeReplay(world.deps).run({ ...request, accept: true })
  expect(result).toMatchObject({ swapped: true })
  expect(await world.models.generations.setup(result.generation)).toEqual(request)
})

test('a build beside which something went out is never swapped, accepted or not', async () => {
  await served(3)
  let outward = 0
  const leaking = { ...world.deps, outward: () => outward, onProgress: () => (outward += 1) }
  const result = await makeReplay(leaking).run({ accept: true })
  expect(result).toMatchObject({ equal: true, swapped: false, offenders: ['outward'] })
  expect(result.sideEffects).toBeGreaterThan(0)
  expect(await world.models.generations.live()).toBe(1)
})

/**
 * Runs a replay in a process of its own and kills it (-9) after some batches; answers how far it
 * said to be.
 */
const killedReplay = async (afterLines: number): Promise<number> => {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'replay-child.ts'), world.connectionString],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let lines = 0
  let done = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as { progress?: ReplayProgress }
    done = said.progress?.eventsDone ?? Infinity
    lines += 1
    if (lines === afterLines) child.kill('SIGKILL')
  }
  return done
}

test('a replay that is killed (-9) again and again goes on where it was', async () => {
  const head = await served(100)
  for (const lines of [3, 5, 8]) expect(await killedReplay(lines)).toBeLessThan(head)
  const before = (await world.models.generations.progress(2)).position
  const result = await makeReplay(world.deps).run()
  expect(before).toBeGreaterThan(100)
  expect(result).toMatchObject({ generation: 2, from: before, equal: true, swapped: true })
  expect(result.events).toBe(head - before)
  expect(await world.deps.records.unfinished()).toBe(null)
})
