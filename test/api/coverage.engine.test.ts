/**
 * `GET /coverage` (contracts/conventions/coverage.md): counted on the real tables, and as it is
 * served.
 */
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ArticleEvent } from '#contracts/events/event.ts'
import { Coverage, type CoverageCount } from '#contracts/http/coverage.ts'
import type { Article } from '#contracts/http/article.ts'
import { Instant, Position } from '#contracts/ids.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeCoverageCounter } from '#infra/postgres/read-models/coverage.ts'
import { makeEventLog, type PostgresEventLog } from '#infra/postgres/log/event-log.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { readModelsOn } from '#infra/processes/wiring/read-models.ts'
import { makeCoverage } from '#query-api/coverage/coverage.ts'
import type { CoverageCounter } from '#query-api/coverage/ports.ts'
import type { ReadModels } from '#query-api/projections/projection.ts'
import { makeProjector, type ProjectorDeps } from '#query-api/projections/projector.ts'
import {
  documentsOf,
  contentOf,
  deleted,
  embedded,
  published,
  streamOf,
  type Texts,
  timeOf,
  unpublished,
  validity,
} from '../contract/read-models.fixtures.ts'
import { memorySearch } from '../contract/read-models.memory.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { BASE, bearer, failing, KEY, keyRecord, makeHarness } from './harness.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const HOOK_MS = 120_000

const counted = (groups: readonly CoverageCount[]): Map<string, number> =>
  new Map(
    groups.map((one) => [`${one.jurisdiction}/${one.court}/${one.contentType}`, one.documents]),
  )

const decision = (courtCode: string, decisionDate: string, retrievedAt: string | null = null) => ({
  contentType: 'jurisprudence' as const,
  judicialDecision: { courtCode, decisionDate, retrievedAt },
})

describe('counted on PostgreSQL', () => {
  let database: TestDatabase
  let pool: PostgresPool
  let log: PostgresEventLog
  let models: ReadModels
  let deps: ProjectorDeps
  let counter: CoverageCounter
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
    counter = makeCoverageCounter(pool)
  }, HOOK_MS)
  afterEach(async () => {
    await log.close()
    await pool.close()
  })
  afterAll(async () => {
    for (const one of opened) await one.close()
  }, HOOK_MS)

  const record = async (
    name: string,
    expectedVersion: number,
    make: (texts: Texts) => ArticleEvent[],
  ): Promise<void> => {
    const texts: Texts = new Map()
    const events = make(texts)
    await makeBlobs(pool).put([...texts].map(([sha256, text]) => ({ sha256, text })))
    const context = { actor: 'test', time: timeOf(1), correlationId: 'test', causationId: null }
    const answer = await makeEventStore(pool).append(
      [{ streamId: streamOf(name), expectedVersion, events }],
      context,
    )
    if ('conflict' in answer) throw new Error('nobody else appends')
  }

  /** Counts of the served articles, by their own bytes and nothing else. */
  const plainly = async (): Promise<Map<string, number>> => {
    const found = new Map<string, number>()
    for (const { document } of await documentsOf(models, 'articles')) {
      const { jurisdiction, judicialDecision, contentType } = document as Article
      for (const one of jurisdiction.length === 0 ? [null] : jurisdiction) {
        const key = `${one}/${judicialDecision?.courtCode ?? null}/${contentType}`
        found.set(key, (found.get(key) ?? 0) + 1)
      }
    }
    return found
  }
  test('an empty corpus has no groups', async () => {
    expect(await counter.counts()).toEqual({ position: 0, groups: [] })
  })

  test('a group has its days, its texts with passages, and the time of its last confirmation', async () => {
    await record('a', 0, (texts) => [
      published(contentOf('a', decision('fr.ccass', '1999-03-02')), texts, '1.0.0'),
      embedded('1.0.0', 1, 1),
    ])
    const retrieved = '2026-02-01T08:00:00.000Z'
    await record('b', 0, (texts) => [
      published(contentOf('b', decision('fr.ccass', '2020-11-25', retrieved)), texts, '1.0.0'),
      embedded('1.0.0', 1, 2), // one of two batches: not whole
    ])
    await record('c', 0, (texts) => [
      published(contentOf('c', { jurisdiction: ['FR', 'LU'] }), texts, '1.0.0'),
      validity('1.0.0', '2016-10-01', null),
    ])
    await makeProjector(deps).runOnce(1)
    const { position, groups } = await counter.counts()
    expect(position).toBe(6)
    expect(groups).toContainEqual({
      jurisdiction: 'FR',
      court: 'fr.ccass',
      contentType: 'jurisprudence',
      from: '1999-03-02',
      to: '2020-11-25',
      documents: 2,
      vectorised: 1,
      citatorAssessed: 0,
      lastConfirmedAt: retrieved,
    })
    for (const jurisdiction of ['FR', 'LU'])
      expect(groups).toContainEqual(
        expect.objectContaining({
          jurisdiction,
          court: null,
          contentType: 'doctrine',
          from: '2016-10-01',
          to: '2016-10-01',
          documents: 1,
          vectorised: 0,
        }),
      )
    expect(groups).toHaveLength(3)
  })

  test('at every position the cached count equals that of the served texts', async () => {
    const projector = makeProjector(deps)
    const steps: (() => Promise<void>)[] = [
      () => record('a', 0, (texts) => [published(contentOf('a'), texts, '1.0.0')]),
      () =>
        record('b', 0, (texts) => [
          published(contentOf('b', decision('fr.ca', '2021-01-01')), texts, '1.0.0'),
        ]),
      () =>
        record('a', 1, (texts) => [
          published(contentOf('a', { jurisdiction: ['LU'] }), texts, '2.0.0'),
        ]),
      () =>
        record('c', 0, (texts) => [
          published(contentOf('c', { jurisdiction: [] }), texts, '1.0.0'),
        ]),
      () => record('b', 1, () => [unpublished]),
      () => record('c', 1, () => [deleted]),
      () =>
        record('b', 2, (texts) => [
          published(contentOf('b', decision('fr.ca', '2021-01-01')), texts, '1.0.0'),
        ]),
    ]
    for (const step of steps) {
      await step()
      const { position } = await projector.runOnce(1)
      const [first, again] = await Promise.all([counter.counts(), counter.counts()])
      expect(first.position).toBe(position)
      expect(again).toBe(first) // kept, not counted again
      expect(counted(first.groups)).toEqual(await plainly())
      const anew = await makeCoverage(makeCoverageCounter(pool))()
      expect(anew).toEqual(await makeCoverage(counter)())
    }
  })

  test('a row that changes without a new event of its text is read again', async () => {
    await record('a', 0, (texts) => [published(contentOf('a'), texts, '1.0.0')])
    await makeProjector(deps).runOnce(1)
    expect((await counter.counts()).groups[0]?.citatorAssessed).toBe(0)
    await pool.query(
      `update articles set json = replace(json, '"statusFlag":"gray"', '"statusFlag":"green"')`,
    )
    await pool.query('update generations set position = position + 1, reaching = position + 1')
    expect((await counter.counts()).groups[0]?.citatorAssessed).toBe(1)
  })

  test('a parked text that is folded again is counted, though no position moves', async () => {
    await record('a', 0, (texts) => [published(contentOf('a'), texts, '1.0.0')])
    await makeProjector(deps).runOnce(1)
    await pool.query(
      `insert into parked_streams (generation, stream_id, stream_version, position, reason) values (1, $1, 2, 1, 'a-test')`,
      [streamOf('b')],
    )
    expect((await counter.counts()).groups).toHaveLength(1)
    await pool.query('delete from articles')
    await pool.query('delete from parked_streams')
    expect((await counter.counts()).groups).toEqual([])
  })

  test('while a batch is being written no count is cached', async () => {
    await record('a', 0, (texts) => [published(contentOf('a'), texts, '1.0.0')])
    await makeProjector(deps).runOnce(1)
    await pool.query('update generations set reaching = position + 5')
    const before = await counter.counts()
    await pool.query('delete from articles')
    expect((await counter.counts()).groups).toEqual([])
    expect(before.groups).toHaveLength(1)
  })

  test('the live generation is counted', async () => {
    await record('a', 0, (texts) => [published(contentOf('a'), texts, '1.0.0')])
    await makeProjector(deps).runOnce(1)
    expect((await counter.counts()).groups).toHaveLength(1)
    await pool.query(
      `insert into generations (generation, status, position, reaching) values (2, 'open', 1, 1)`,
    )
    await pool.query('update live_generation set generation = 2')
    expect((await counter.counts()).groups).toEqual([])
  })

  const MANY = 5_000
  const ASKED = 21
  test(`over ${MANY} texts a kept count answers sooner than one that counts them`, async () => {
    await record('a', 0, (texts) => [
      published(contentOf('a', { contentClean: 'mot '.repeat(4_000) }), texts, '1.0.0'),
    ])
    await makeProjector(deps).runOnce(1)
    await pool.query(
      `with copies as (select articles.*, gen_random_uuid() as id, number from articles, generate_series(2, $1::integer) as number),
       states as (insert into text_states select generation, id, 1, (select state from text_states limit 1) from copies)
       insert into articles (generation, article_id, slug, sha256_hash, updated_at, json, stream_version)
       select generation, id, 'copy-' || number, sha256_hash, updated_at, json, 1 from copies`,
      [MANY],
    )
    const timed = async (): Promise<number> => {
      const begun = performance.now()
      expect((await counter.counts()).groups[0]?.documents).toBe(MANY)
      return performance.now() - begun
    }
    const first = await timed()
    const times = []
    for (let asked = 0; asked < ASKED; asked += 1) times.push(await timed())
    await pool.query('update generations set position = position + 1, reaching = position + 1')
    const moved = await timed()
    const median = times.toSorted((a, b) => a - b)[(ASKED - 1) / 2] ?? Infinity
    console.info(
      `${MANY} texts: first ${first.toFixed(0)} ms, kept ${median.toFixed(1)} ms (median of ${ASKED}), after a move ${moved.toFixed(0)} ms`,
    )
    expect(median).toBeLessThan(Math.min(first, moved) / 2)
  }, 240_000)
})

const GROUP: CoverageCount = {
  jurisdiction: 'FR',
  court: 'fr.ca',
  contentType: 'jurisprudence',
  from: null,
  to: null,
  documents: 3,
  vectorised: 2,
  citatorAssessed: 1,
  lastConfirmedAt: Instant.parse('2026-01-01T00:00:00.000Z'),
}
const served = (...groups: CoverageCount[]) =>
  makeCoverage({ counts: async () => ({ position: Position.parse(42), groups }) })
const get = { url: `${BASE}/coverage`, headers: bearer() }

describe('GET /coverage', () => {
  test('answers groups in order with what their sources are known to lack, and costs nothing', async () => {
    const last = { ...GROUP, jurisdiction: null, court: null, contentType: 'custom' as const }
    const court = { ...GROUP, court: 'fr.ccass' }
    const { app } = makeHarness({ coverage: served(last, court, GROUP) })
    const answer = await app.inject(get)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'x-service-cost-usd': '0',
      'x-service-corpus-position': '000000000000042',
      'ratelimit-policy': '"rest";q=120;w=60',
    })
    const { corpusPosition, groups } = Coverage.strict().parse(answer.json())
    expect(corpusPosition).toBe('000000000000042')
    expect(groups.map((group) => group.court)).toEqual(['fr.ca', 'fr.ccass', null])
    expect(groups.map((group) => group.knownGaps.length)).toEqual([1, 0, 0])
    expect(groups[0]?.knownGaps[0]).toMatchObject({
      period: { from: null, to: '2022-04-29' },
      estimatedMissing: null,
    })
  })

  test('needs a key with search:read, like every operation that the specification does not call public', async () => {
    const { app, keys } = makeHarness({ coverage: served() })
    expect((await app.inject({ url: get.url })).statusCode).toBe(401)
    keys.set(KEY, keyRecord({ scopes: ['usage:read'] }))
    const refused = await app.inject(get)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { reason: 'requires scope search:read' },
    ])
  })

  test('a failing count is a fault without the message of the engine', async () => {
    const coverage = failing(new Error('words of an engine'))
    const answer = await makeHarness({ coverage }).app.inject(get)
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('words')
  })

  test('is described', async () => {
    const { app } = makeHarness({ coverage: served() })
    const document = (await app.inject({ url: `${BASE}/openapi.json` })).json<{
      paths: Record<string, Record<string, unknown>>
    }>()
    expect(document.paths['/coverage']).toMatchObject({
      get: { operationId: 'getCoverage', security: [{ bearer: ['search:read'] }] },
    })
  })
})
