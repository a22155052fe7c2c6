import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CitationResolution } from '#contracts/citation-index.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import type { Position } from '#contracts/ids.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeCitationIndex, makeCitationTables } from '#infra/postgres/read-models/citations.ts'
import { makeEventLog, type PostgresEventLog } from '#infra/postgres/log/event-log.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { readModelsOn } from '#infra/processes/wiring/read-models.ts'
import type { CitationIndex } from '#query-api/citations/ports.ts'
import type { CitationTables } from '#query-api/projections/citations/ports.ts'
import { resolveCitations } from '#query-api/citations/resolve.ts'
import type { CatalogedReadModels } from '#infra/processes/wiring/read-models.ts'
import { dropGeneration } from '#query-api/replay/turns.ts'
import {
  makeProjector,
  type Projector,
  type ProjectorDeps,
} from '#query-api/projections/projector.ts'
import { readDocuments } from '#query-api/projections/digest.ts'
import { rebuildGeneration } from '#query-api/replay/rebuild.ts'
import {
  contentOf,
  day,
  idOf,
  published,
  streamOf,
  timeOf,
  unpublished,
  validity,
  type Texts,
  type WordingInput,
} from '../contract/read-models.fixtures.ts'
import { memorySearch } from '../contract/read-models.memory.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

let database: TestDatabase
let pool: PostgresPool
let log: PostgresEventLog
let models: CatalogedReadModels
let tables: CitationTables
let index: CitationIndex
let projector: Projector
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
  tables = makeCitationTables(pool)
  index = makeCitationIndex(pool)
  models = readModelsOn(pool, memorySearch())
  const lock = makeProjectorLock(database.connectionString)
  projector = makeProjector({ log, blobs: makeBlobs(pool), models, lock })
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
  if ('conflict' in answer) throw new Error('another writer appended')
  return answer.lastPosition
}

const provision = (work: string, number: string): WordingInput => ({
  contentType: 'legislation',
  provision: { work, number, section: null, anchor: null },
})
const publish = (name: string, input: WordingInput) =>
  record(name, 0, (texts) => [published(contentOf(name, input), texts, '1.0.0')])

/**
 * A small corpus: two wordings of an article, a ruling that cites it, a law of Luxembourg, a
 * commentary.
 */
const corpus = async (): Promise<void> => {
  await record('l1221-1', 0, (texts) => [
    published(
      contentOf('l1221-1', { ...provision('Code du travail', 'L1221-1'), contentClean: 'Ancien.' }),
      texts,
      '1.0.0',
    ),
    validity('1.0.0', '2008-05-01', '2019-12-31'),
    published(
      contentOf('l1221-1', {
        ...provision('Code du travail', 'L1221-1'),
        contentClean: "Nouveau, voir l'article L. 1221-2.",
      }),
      texts,
      '2.0.0',
    ),
    validity('2.0.0', '2020-01-01', null),
  ])
  await publish('l1221-2', {
    ...provision('Code du travail', 'L1221-2'),
    contentClean: "Par dérogation à l'article L. 1221-1 du code du travail.",
  })
  await publish('ruling', {
    contentType: 'jurisprudence',
    contentClean:
      "Vu l'article L. 1221-1 du code du travail et l'article 1240 du code civil. Voir Soc., 3 mai 2018, pourvoi n° 17-99.001.",
    judicialDecision: {
      ecli: 'ECLI:FR:CCASS:2020:SO09999',
      identifiers: [{ scheme: 'docket', value: '19-60222' }],
      jurisdiction: 'FR',
      courtCode: 'fr.ccass',
      chamber: 'soc',
      decisionDate: '2020-11-25',
    },
  })
  await publish('lu-1990', {
    ...provision('Loi du 6 juillet 1989 sur les marchés', 'Art. 3.'),
    jurisdiction: ['LU'],
  })
  await publish('note', {
    contentClean: 'Note sous Soc., 25 novembre 2020, n° 19-60.222, et la loi du 6 juillet 1989.',
  })
  await publish('edition-a', provision('Code civil', '1103'))
  await publish('edition-b', provision('Code civil (présentation de démonstration)', '1103'))
  await projector.runOnce(1)
}

const resolve = async (text: string, asOf: string | null = null): Promise<CitationResolution[]> =>
  resolveCitations(index, recogniseCitations(text), asOf === null ? null : day(asOf))

const versionOn = async (asOf: string | null): Promise<string | undefined> => {
  const [resolution] = await resolve('article L. 1221-1 du code du travail', asOf)
  return resolution?.targets[0]?.candidates[0]?.version
}

describe('a citation is resolved in the corpus', () => {
  beforeEach(corpus)

  test.each([
    ['article L. 1221-1 du code du travail', 'l1221-1'],
    ['Soc., 25 novembre 2020, pourvoi n° 19-60.222', 'ruling'],
    ['Cass. soc., 25 nov. 2020', 'ruling'],
    ['ECLI:FR:CCASS:2020:SO09999', 'ruling'],
  ])('%s is one text', async (text, name) => {
    const [resolution] = await resolve(text)
    expect(resolution).toMatchObject({ status: 200, code: 'resolved' })
    expect(resolution?.targets[0]?.candidates.map(({ articleId }) => articleId)).toEqual([
      idOf(name),
    ])
  })

  test('the wording in force on the day is meant', async () => {
    expect(await versionOn('2019-12-31')).toBe('1.0.0')
    expect(await versionOn('2020-01-01')).toBe('2.0.0')
    expect(await versionOn(null)).toBe('2.0.0')
    expect(await versionOn('2007-01-01')).toBeUndefined()
  })

  test('two texts under one name are both answered', async () => {
    const [resolution] = await resolve('article 1103 du code civil')
    expect(resolution).toMatchObject({ status: 300, code: 'ambiguous' })
    expect(resolution?.targets[0]?.candidates).toHaveLength(2)
  })

  test('a range means all its articles, and is not ambiguous for that', async () => {
    const [resolution] = await resolve('articles L. 1221-1 à L. 1221-5 du code du travail')
    expect(resolution?.status).toBe(200)
    expect(resolution?.targets[0]?.candidates).toHaveLength(2)
  })

  test.each([
    [
      'article L. 1221-9 du code du travail',
      'not_found',
      { scope: 'work:code-du-travail', documents: 2, held: true },
    ],
    [
      'article 5 du code de la route',
      'not_held',
      { scope: 'work:code-de-la-route', documents: 0, held: false },
    ],
    [
      'Soc., 25 novembre 2020, n° 19-11.111',
      'not_found',
      { scope: 'court:fr.ccass', documents: 1, held: true },
    ],
    [
      'Soc., 3 mai 2018, n° 17-11.111',
      'not_held',
      { documents: 1, from: '2020-11-25', held: false },
    ],
    ['CE, 6 déc. 2019, n° 391000', 'not_held', { scope: 'court:fr.ce', documents: 0, held: false }],
  ])('%s: %s, and says what is held', async (text, code, coverage) => {
    const [resolution] = await resolve(text)
    expect(resolution).toMatchObject({ status: 404, code, targets: [{ coverage }] })
  })

  test.each([
    ['article L. 1240 du code civil', 'article_form_impossible'],
    ['article 1240 du code du travail', 'article_form_impossible'],
    ['articles L. 1221-5 à L. 1221-1 du code du travail', 'range_reversed'],
    ['Soc., 25 novembre 2020, n° 22-19.523', 'docket_after_decision'],
    ['Soc., 25 novembre 2020, n° 19-60.222, ECLI:FR:CCASS:2021:SO09999', 'ecli_year_disagrees'],
    ['Soc., 12 juin 2023, n° 19-60.222', 'decision_date_disagrees'],
  ])('%s is malformed: %s', async (text, code) => {
    const [resolution] = await resolve(text)
    expect(resolution).toMatchObject({ status: 400, code })
    expect(resolution?.targets[0]?.hint).toBeTypeOf('string')
  })

  test('a law of another country with the same date is another law', async () => {
    const [french] = await resolve('article 3 de la loi du 6 juillet 1989')
    expect(french?.status).toBe(404)
    const luxembourg = recogniseCitations('article 3 de la loi du 6 juillet 1989', {
      jurisdiction: 'LU',
    })
    const [found] = await resolveCitations(index, luxembourg, null)
    expect(found).toMatchObject({ status: 200 })
  })
})

describe('what cites and what is cited', () => {
  beforeEach(corpus)

  test('edges go out in the order of the text, with the target where there is one', async () => {
    const { citing } = await index.relationsOf(idOf('ruling'))
    expect(citing.map(({ normal, targetId }) => [normal, targetId])).toEqual([
      ['article:code-du-travail:l1221-1', idOf('l1221-1')],
      ['article:code-civil:1240', null],
      ['decision:fr.ccass:17-99.001', null],
    ])
    expect(citing[0]).toMatchObject({ sourceVersion: '1.0.0', confidence: 'certain' })
  })

  test('edges come in from whatever cites a text, also from its own code', async () => {
    const { cited } = await index.relationsOf(idOf('l1221-1'))
    expect(cited.map(({ sourceId }) => sourceId).toSorted()).toEqual(
      [idOf('l1221-2'), idOf('ruling')].toSorted(),
    )
    const { cited: ofSecond } = await index.relationsOf(idOf('l1221-2'))
    expect(ofSecond).toMatchObject([{ sourceId: idOf('l1221-1'), sourceVersion: '2.0.0' }])
  })

  test('a text that arrives later is found at the end of edges that were there before', async () => {
    await publish('1240', provision('Code civil', '1240'))
    await projector.runOnce(1)
    const { citing } = await index.relationsOf(idOf('ruling'))
    expect(citing[1]).toMatchObject({ targetId: idOf('1240'), targetSlug: 'slug-1240' })
    expect(await index.relationsOf(idOf('1240'))).toMatchObject({
      cited: [{ sourceId: idOf('ruling') }],
      more: false,
    })
  })

  test('a text that is not public any more neither cites nor is cited', async () => {
    await record('ruling', 1, () => [unpublished])
    await projector.runOnce(1)
    const { cited } = await index.relationsOf(idOf('l1221-1'))
    expect(cited.map(({ sourceId }) => sourceId)).toEqual([idOf('l1221-2')])
    expect(await resolve('ECLI:FR:CCASS:2020:SO09999')).toMatchObject([{ status: 404 }])
  })

  test('a date that two countries share joins no texts', async () => {
    expect(await index.relationsOf(idOf('lu-1990'))).toMatchObject({ cited: [] })
  })
})

describe('the index is part of what a replay proves', () => {
  test('a rebuild beside it is equal, and a name that is missing is seen', async () => {
    await corpus()
    const deps = { ...models, projector }
    const rebuilt = await rebuildGeneration(deps, { to: 2 })
    expect(rebuilt).toMatchObject({ equal: true, differences: [] })
    const keys = (await Array.fromAsync(readDocuments(models, 1))).map(({ key }) => key)
    expect(keys.filter((key) => key.startsWith('citation/')).length).toBeGreaterThan(5)
    expect(keys).toEqual(keys.toSorted())
    await pool.query(
      "delete from citation_names where generation = 1 and name = 'article:code-civil:1103'",
    )
    const again = await rebuildGeneration(deps, { to: 3 })
    expect(again.equal).toBe(false)
    expect(again.differences.every(({ key }) => key.startsWith('citation/'))).toBe(true)
  })

  test('twice is once, and an older state of a text is refused', async () => {
    await corpus()
    const before = await Array.fromAsync(tables.documents(1))
    const [one] = before
    const { rows } = await pool.query<{ articleId: string; streamVersion: number }>(
      'select article_id as "articleId", stream_version as "streamVersion" from citation_texts order by 1',
    )
    expect(one?.key).toBe(`citation/${rows[0]?.articleId}`)
    const articleId = idOf('l1221-1')
    await models.writeTogether([
      tables.write(1, [{ articleId, streamVersion: 1, names: [], edges: [] }]),
    ])
    expect(await Array.fromAsync(tables.documents(1))).toEqual(before)
  })

  test('a text is written with its citations or not at all', async () => {
    await corpus()
    // Changes are told once the position is reached, so theirs may be there already.
    const written = async () =>
      (await Array.fromAsync(readDocuments(models, 1))).filter(
        ({ key }) => !key.startsWith('change/'),
      )
    const before = await written()
    const killed = new Error('killed before the commit')
    const dying: ProjectorDeps['models'] = {
      ...models,
      writeTogether: (writes) => models.writeTogether([...writes, () => Promise.reject(killed)]),
    }
    const lock = makeProjectorLock(database.connectionString)
    const blobs = makeBlobs(pool)
    await publish('1241', { ...provision('Code civil', '1241'), contentClean: 'Article 1240.' })
    await expect(makeProjector({ log, blobs, models: dying, lock }).runOnce(1)).rejects.toBe(killed)
    expect(await written()).toEqual(before)
    await projector.runOnce(1)
    const keys = (await written()).map(({ key }) => key)
    expect(keys).toContain(`article/${idOf('1241')}`)
    expect(keys).toContain(`citation/${idOf('1241')}`)
  })

  test('a generation goes with its citations, the live one stays', async () => {
    await corpus()
    await rebuildGeneration({ ...models, projector }, { to: 2 })
    await dropGeneration(models, 2)
    const { rows } = await pool.query<{ generation: number }>(
      'select distinct generation from citation_names union select distinct generation from citation_edges union select distinct generation from citation_texts',
    )
    expect(rows).toEqual([{ generation: 1 }])
    await expect(dropGeneration(models, 1)).rejects.toMatchObject({ code: 'generation-live' })
    expect((await Array.fromAsync(tables.documents(1))).length).toBeGreaterThan(5)
  })
})
