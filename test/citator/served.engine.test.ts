/**
 * The citator and the concepts from the editors' acts to the answers of the API, on a real
 * database.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import type { Article } from '#contracts/http/article.ts'
import type { SearchResponse } from '#contracts/http/search.ts'
import { conceptIdOf, slugFor } from '#contracts/canonical/identity.ts'
import { Day, Instant, type Slug, type TreatmentId } from '#contracts/ids.ts'
import { openEmbeddedSearchIndex } from '#infra/embedded/search/search-index.ts'
import { makeArticleReader } from '#infra/postgres/read-models/article-reader.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makeCitatorReader } from '#infra/postgres/read-models/treatments.ts'
import { makeNarrowerConcepts } from '#infra/postgres/read-models/concepts.ts'
import { makeReplayRecords } from '#infra/postgres/read-models/replay-records.ts'
import { makeSlugRegistry } from '#infra/postgres/log/slug-registry.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import {
  assessPointOf,
  confirmTreatmentOf,
  recordRelianceOf,
  recordTreatmentOf,
  retractTreatmentOf,
  type TreatmentOrder,
} from '#ingest/handlers/treatments.ts'
import { importVocabulary } from '#ingest/vocabulary/import-vocabulary.ts'
import { whatIf } from '#query-api/citator/explain.ts'
import { overruling } from './what-if.ts'
import { dropGeneration } from '#query-api/replay/turns.ts'
import { makeReplay } from '#query-api/replay/replay.ts'
import type { SearchIndex } from '#query-api/ports.ts'
import { makeSearch } from '#query-api/search/search.ts'
import { BASE, bearer, type Harness, makeHarness } from '../api/harness.ts'
import { contentOf, published, streamOf, type Texts } from '../contract/read-models.fixtures.ts'
import { folderOf, jsonLines, record } from '../import/files.ts'
import { countingEmbedder, runImport } from '../import/real.ts'
import { openWorld, type World } from './world.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

let world: World
let index: SearchIndex
let harness: Harness
beforeAll(async () => {
  world = await openWorld()
  index = await openEmbeddedSearchIndex({
    pepper: TEST_PEPPER,
    connectionString: world.connectionString,
  })
  const embedder = {
    model: 'test@1',
    dimensions: 4,
    similarityFloor: 0,
    costUsdPerQuery: 0,
    embedQuery: async () => new Float32Array(4),
  }
  harness = makeHarness({
    search: makeSearch({
      index,
      embedder,
      clock,
      today: () => Day.parse('2026-11-22'),
      concepts: makeNarrowerConcepts(world.pool),
    }),
    articles: makeArticleReader(world.pool),
  })
})
afterAll(async () => {
  await harness.app.close()
  await index.close()
  await world.close()
})

const contextAt = (time: string) => ({
  actor: 'test:editor',
  time: Instant.parse(time),
  correlationId: 'test',
  causationId: null,
})
const clock = () => 0
const MONDAY = contextAt('2026-03-02T09:00:00.000Z')
const editors = () => ({
  store: makeEventStore(world.pool),
  slugs: makeSlugRegistry(world.pool),
  blobs: makeBlobs(world.pool),
  head: () => world.log.head(),
})

const catchUp = async (): Promise<void> => {
  await world.project(await world.models.generations.live())
  await index.waitFor(await world.log.head(), 10_000)
}
const articleAt = async (slug: Slug): Promise<Article> => {
  const answer = await harness.app.inject({ url: `${BASE}/articles/${slug}`, headers: bearer() })
  expect(answer.statusCode).toBe(200)
  return answer.json<Article>()
}
const search = async (filters: Record<string, unknown>): Promise<SearchResponse> => {
  const answer = await harness.app.inject({
    method: 'POST',
    url: `${BASE}/search`,
    headers: bearer(),
    payload: { text: '', filters },
  })
  expect(answer.statusCode).toBe(200)
  return answer.json<SearchResponse>()
}
/** Hits as `slug` for an article and `slug#sequence` for a headnote. */
const hitsOf = ({ hits }: SearchResponse): string[] =>
  hits.map((hit) => (hit.type === 'headnote' ? `${hit.slug}#${hit.sequence}` : hit.slug)).toSorted()

const LEASE = 'https://vocabulary.test/lease'
const CONTRACT = 'https://vocabulary.test/contract'
const [RULING, LATER, NOTE] = (['ruling', 'later', 'note'] as const).map((id) =>
  slugFor(`Texte test:${id}`, `test:${id}`),
) as [Slug, Slug, Slug]

const importCorpus = async (): Promise<void> => {
  const decision = { courtCode: 'fr.ccass', chamber: 'soc', decisionDate: '2015-01-15' }
  const headnotes = [
    { sequence: 1, summary: 'Le bail oblige le bailleur.', legalRuleType: 'ratio' },
    { sequence: 2, summary: 'Une remarque en passant.', legalRuleType: 'obiter' },
  ]
  const ruling = { contentType: 'jurisprudence', judicialDecision: decision }
  const folder = await folderOf({
    'a.jsonl': jsonLines(
      record('test:ruling', 'Le bail oblige le bailleur.', { ...ruling, headnotes }),
      record('test:later', 'La cour revient sur sa jurisprudence.', {
        ...ruling,
        judicialDecision: { ...decision, decisionDate: '2024-05-02' },
      }),
      record('test:note', 'Une étude du bail.'),
    ),
  })
  const deps = { ...editors(), vectors: makeVectors(world.pool), embedder: countingEmbedder() }
  expect((await runImport(deps, [folder])).refusals).toEqual([])
  await assignConcept()
}

/** An editor's new version of the note, about leases. */
const assignConcept = async (): Promise<void> => {
  const texts: Texts = new Map()
  const content = contentOf('note', {
    slug: NOTE,
    concepts: [{ id: conceptIdOf(LEASE), assignedBy: 'editor', relevancePercent: null }],
  })
  const event = published(content, texts, '2.0.0')
  await makeBlobs(world.pool).put([...texts].map(([sha256, text]) => ({ sha256, text })))
  const events = makeEventStore(world.pool)
  const streamId = streamOf('note')
  const expectedVersion = (await events.readStreams([streamId])).get(streamId)?.length ?? 0
  await events.append([{ streamId, expectedVersion, events: [event] }], MONDAY)
}

const importConcepts = async (label: string): Promise<void> => {
  const line = JSON.stringify
  const text = `${line({ uri: CONTRACT, prefLabel: { fr: 'contrat' }, narrower: [LEASE] })}
${line({ uri: LEASE, prefLabel: { fr: label }, altLabel: { fr: ['Louage'] } })}\n`
  await importVocabulary({
    store: makeEventStore(world.pool),
    files: [
      {
        name: 'law.jsonl',
        chunks: async function* chunks() {
          yield Buffer.from(text)
        },
      },
    ],
    vocabulary: 'custom',
    context: MONDAY,
    onRefusal: (refusal) => expect.fail(refusal.refused),
  })
}

const order = (over: Partial<TreatmentOrder>): TreatmentOrder => ({
  type: 'overruled',
  target: { slug: RULING, sequence: 1 },
  sourceSlug: LATER,
  ecli: null,
  courtCode: null,
  formation: 'pl',
  pinpoint: null,
  quote: null,
  effectiveDate: Day.parse('2024-05-02'),
  confidencePercent: null,
  ...over,
})
const recordOne = async (over: Partial<TreatmentOrder>): Promise<TreatmentId> => {
  const outcome = await recordTreatmentOf(editors(), order(over), MONDAY)
  if (isRefusal(outcome)) throw new Error(outcome.reason)
  return outcome.id
}

describe('editors’ acts show in what is served', () => {
  test('concepts show their labels, and a filter finds what is narrower', async () => {
    await importCorpus()
    await importConcepts('bail')
    await catchUp()
    const [concept] = (await articleAt(NOTE)).concepts
    expect(concept).toMatchObject({ prefLabel: { fr: 'bail' }, externalId: LEASE })
    const answer = await search({ conceptIds: [conceptIdOf(CONTRACT)] })
    expect(hitsOf(answer)).toEqual([NOTE])
    expect(answer.warnings).toEqual([])
    const { rows } = await world.pool.query(
      'select labels from concepts where generation = 1 and concept_id = $1',
      [conceptIdOf(LEASE)],
    )
    expect(rows).toEqual([{ labels: `bail\nlouage\n${LEASE}` }])
  })

  test('a concept that changes is shown changed', async () => {
    await importConcepts('bail d’habitation')
    await catchUp()
    const [concept] = (await articleAt(NOTE)).concepts
    expect(concept?.prefLabel).toEqual({ fr: 'bail d’habitation' })
  })

  test('nothing assessed is gray, everything assessed is green', async () => {
    expect((await articleAt(RULING)).statusDerivation).toEqual({
      flag: 'gray',
      rule: '4',
      because: [],
      asOf: null,
      assessedThrough: null,
    })
    await assessPointOf(editors(), { slug: RULING, sequence: null }, null, MONDAY)
    await assessPointOf(editors(), { slug: NOTE, sequence: null }, null, MONDAY)
    await catchUp()
    expect((await articleAt(RULING)).statusDerivation).toMatchObject({
      flag: 'green',
      rule: '5',
      asOf: '2026-03-02',
      assessedThrough: expect.stringMatching(/^\d{15}$/),
    })
  })

  test('a stop turns its point and its text red, the other point stays, who relies on it turns orange; retracted, it is as before', async () => {
    const before = await articleAt(RULING)
    await recordRelianceOf(
      editors(),
      { slug: NOTE, sequence: null },
      { slug: RULING, sequence: 1 },
      MONDAY,
    )
    const id = await recordOne({})
    await catchUp()
    const red = await articleAt(RULING)
    expect(red).toMatchObject({
      statusFlag: 'red',
      statusDerivation: { rule: '1', because: [id] },
    })
    expect(red.headnotes.map(({ statusFlag }) => statusFlag)).toEqual(['red', 'gray'])
    expect(red.sha256Hash).toBe(before.sha256Hash)
    expect(red.updatedAt > before.updatedAt || red.updatedAt === MONDAY.time).toBe(true)
    expect((await articleAt(NOTE)).statusDerivation).toMatchObject({ flag: 'orange', rule: '2d' })
    expect(hitsOf(await search({ statusFlags: ['red'] }))).toEqual([RULING, `${RULING}#1`])
    expect(hitsOf(await search({ statusFlags: ['orange'] }))).toEqual([NOTE])
    expect(hitsOf(await search({ treatmentTypes: ['overruled'] }))).toEqual([RULING, `${RULING}#1`])
    const outcome = await retractTreatmentOf(editors(), id, 'une erreur', MONDAY)
    expect(isRefusal(outcome)).toBe(false)
    await catchUp()
    const after = await articleAt(RULING)
    expect(after.statusDerivation).toEqual(before.statusDerivation)
    expect(after.headnotes).toEqual(before.headnotes)
    expect((await articleAt(NOTE)).statusFlag).toBe('green')
    expect(hitsOf(await search({ statusFlags: ['red', 'orange'] }))).toEqual([])
    expect(hitsOf(await search({ treatmentTypes: ['overruled'] }))).toEqual([])
  })

  test('a suggestion is never red by itself; confirmed, it is', async () => {
    const id = await recordOne({ type: 'reversed', confidencePercent: 99 })
    await catchUp()
    expect((await articleAt(RULING)).statusDerivation).toMatchObject({ flag: 'orange', rule: '2b' })
    await confirmTreatmentOf(editors(), id, MONDAY)
    await catchUp()
    expect((await articleAt(RULING)).statusDerivation).toMatchObject({ flag: 'red', rule: '1' })
  })

  test('a red aside makes its text yellow at most', async () => {
    await retractTreatmentOf(
      editors(),
      await recordOne({ type: 'reversed', confidencePercent: 99 }),
      'pour ce test',
      MONDAY,
    )
    await recordOne({ type: 'annulled', target: { slug: RULING, sequence: 2 } })
    await catchUp()
    const article = await articleAt(RULING)
    expect(article.headnotes[1]?.statusFlag).toBe('red')
    expect(article.statusFlag).toBe('yellow')
  })

  test('what-if says what would change, and records nothing', async () => {
    const head = await world.log.head()
    const articles = makeArticleReader(world.pool)
    const deps = { articles, citator: makeCitatorReader(world.pool) }
    const { id } = await articleAt(RULING)
    const { changes, more } = await whatIf(deps, overruling(id, 1, head), {
      validAt: Day.parse('2026-04-01'),
      knownAt: null,
    })
    expect(more).toBe(false)
    const flags = changes.map((one) => [one.slug, one.sequence, one.before.flag, one.after.flag])
    expect(flags).toEqual([
      [RULING, null, 'yellow', 'red'],
      [RULING, 1, expect.any(String), 'red'],
      [RULING, 2, 'red', 'red'],
      [NOTE, null, 'green', 'orange'],
    ])
    expect(await world.log.head()).toBe(head)
  })

  test('a replay finds it all again, without any side effect', async () => {
    const { log, blobs, lock } = world.deps
    const result = await makeReplay({
      truth: { log, blobs, events: makeEventStore(world.pool) },
      models: world.models,
      lock,
      records: makeReplayRecords(world.pool),
      clock: () => performance.now(),
      outward: () => 0,
    }).run()
    expect(result).toMatchObject({ equal: true, swapped: true, offenders: [], differences: [] })
    expect((await articleAt(RULING)).statusFlag).toBe('yellow')
    const answer = await search({ conceptIds: [conceptIdOf(CONTRACT)] })
    expect(hitsOf(answer)).toEqual([NOTE])
    await dropGeneration(world.models, 1)
    const { rows: left } = await world.pool.query(
      `select generation from concepts union select generation from concept_texts
       union select generation from citator_facts order by 1`,
    )
    expect(left).toEqual([{ generation: result.generation }])
  })
})
