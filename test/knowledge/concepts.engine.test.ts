/** Concepts of texts: found by labels, given and taken away by editors, the same after a replay. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deterministicVerifier } from '#contracts/law/claims/judge.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { Article } from '#contracts/http/article.ts'
import { SearchRequest } from '#contracts/http/search.ts'
import { conceptIdOf, slugFor } from '#contracts/canonical/identity.ts'
import { Day, type Slug } from '#contracts/ids.ts'
import { openEmbeddedSearchIndex } from '#infra/embedded/search/search-index.ts'
import { makeArticleReader } from '#infra/postgres/read-models/article-reader.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makeNarrowerConcepts } from '#infra/postgres/read-models/concepts.ts'
import { makeSlugRegistry } from '#infra/postgres/log/slug-registry.ts'
import { makeStreamBeginnings } from '#infra/postgres/log/stream-beginnings.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import { assigning, matchTexts, unassigning } from '#ingest/handlers/concepts.ts'
import type { Change } from '#ingest/handlers/revise-text.ts'
import { importVocabulary } from '#ingest/vocabulary/import-vocabulary.ts'
import type { SearchIndex } from '#query-api/ports.ts'
import { makeSearch } from '#query-api/search/search.ts'
import { openWorld, type World } from '../citator/world.ts'
import { folderOf, jsonLines, record } from '../import/files.ts'
import { reviseReviewed } from './reviewed.ts'
import { CONTEXT, countingEmbedder, NOTHING_CITED, runImport } from '../import/real.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const uri = (name: string): string => `https://vocabulary.test/${name}`
const idOf = (name: string) => conceptIdOf(uri(name))
const label = (fr: string, en = fr) => ({ fr, en })
const VOCABULARY = [
  { uri: uri('contract'), prefLabel: label('contrat', 'contract'), narrower: [uri('employment')] },
  { uri: uri('employment'), prefLabel: label('contrat de travail', 'contract of employment') },
  { uri: uri('right-to-work'), prefLabel: label('droit au travail', 'right to work') },
  { uri: uri('labour-law'), prefLabel: label('droit du travail', 'labour law') },
  { uri: uri('socialism'), prefLabel: label('socialisme', 'socialism') },
  { uri: uri('bank-river'), prefLabel: label('rive', 'bank') },
  { uri: uri('bank-money'), prefLabel: label('banque', 'bank') },
  { uri: uri('dismissal'), prefLabel: label('licenciement', 'dismissal') },
]

let world: World
let index: SearchIndex
beforeAll(async () => {
  world = await openWorld()
  index = await openEmbeddedSearchIndex({
    pepper: TEST_PEPPER,
    connectionString: world.connectionString,
  })
})
afterAll(async () => {
  await index.close()
  await world.close()
})

const deps = () => ({
  store: makeEventStore(world.pool),
  blobs: makeBlobs(world.pool),
  vectors: makeVectors(world.pool),
  slugs: makeSlugRegistry(world.pool),
  embedder: countingEmbedder(),
  cited: NOTHING_CITED,
  verifier: deterministicVerifier,
  beginnings: makeStreamBeginnings(world.pool),
})
const importConcepts = (concepts: readonly object[]) =>
  importVocabulary({
    store: makeEventStore(world.pool),
    files: [
      {
        name: 'law.jsonl',
        chunks: async function* chunks() {
          yield Buffer.from(jsonLines(...concepts))
        },
      },
    ],
    vocabulary: 'custom',
    context: CONTEXT,
    onRefusal: (refusal) => expect.fail(refusal.refused),
  })
const match = (dryRun = false) =>
  matchTexts({ deps: deps(), context: CONTEXT, dryRun, slugs: null })

const slugOf = (id: string): Slug => slugFor(`Texte ${id}`, id)
const [WORK, RIGHT, BANK, WORDS, ENGLISH] = [
  'test:work',
  'test:right',
  'test:bank',
  'test:words',
  'test:english',
].map(slugOf) as [Slug, Slug, Slug, Slug, Slug]

const TEXTS = [
  record(
    'test:work',
    'Le contrat de travail oblige. Les contrats de travail sont écrits. Tout contrat du travail engage. Un contrat.',
  ),
  record(
    'test:right',
    'Le droit au travail est garanti. Ce droit au travail est égal pour tous. Le droit au travail vaut.',
  ),
  record('test:bank', 'The bank lends. A bank is a bank. The banks and a bank of a bank.', {
    language: 'en',
  }),
  record(
    'test:words',
    'La sécurité sociale, le droit social, la question sociale, sociale, sociale, sociale.',
  ),
  record('test:english', 'A dismissal. The dismissal was void; dismissals are. Le licenciement.', {
    language: 'en',
  }),
]

const catchUp = async (): Promise<void> => {
  await world.project(await world.models.generations.live())
  await index.waitFor(await world.log.head(), 10_000)
}
const articleOf = async (slug: Slug): Promise<Article> => {
  const { article } = await makeArticleReader(world.pool).bySlug(slug)
  if (article === null) throw new Error('not served')
  return JSON.parse(article.json) as Article
}
const conceptsOf = async (slug: Slug): Promise<string[]> =>
  (await articleOf(slug)).concepts.map(
    ({ externalId, assignedBy }) => `${externalId.slice(uri('').length)} ${assignedBy}`,
  )
const found = async (name: string): Promise<string[]> => {
  const embedder = {
    model: 'test@1',
    dimensions: 4,
    similarityFloor: 0,
    costUsdPerQuery: 0,
    embedQuery: () => Promise.resolve(new Float32Array(4)),
  }
  const concepts = makeNarrowerConcepts(world.pool)
  const search = makeSearch({
    index,
    embedder,
    clock: () => 0,
    today: () => Day.parse('2026-11-22'),
    concepts,
  })
  const request = SearchRequest.parse({ filters: { conceptIds: [idOf(name)] } })
  return (await search(request)).response.hits.map(({ slug }) => slug).toSorted()
}
const revise = (slug: Slug, change: Change, approver: string | null = 'cli:durand') =>
  reviseReviewed(deps(), { slug, change, context: { ...CONTEXT, actor: 'cli:martin' } }, approver)

describe('labels', () => {
  test('a dry run records nothing; a run is marked as the machine’s; a second one adds nothing', async () => {
    const folder = await folderOf({ 'a.jsonl': jsonLines(...TEXTS) })
    expect((await runImport(deps(), [folder])).refusals).toEqual([])
    await importConcepts(VOCABULARY)
    const head = await world.log.head()
    const dry = await match(true)
    expect(await world.log.head()).toBe(head)
    const real = await match()
    expect(real).toEqual(dry)
    expect(real).toMatchObject({ read: 5, changed: 3, unchanged: 2 })
    const after = await world.log.head()
    expect(await match()).toMatchObject({ changed: 0, unchanged: 5 })
    expect(await world.log.head()).toBe(after)
  })

  test('the longest label counts, `au` is not `du`, one word is not its stem, the language is the text’s', async () => {
    await catchUp()
    expect(await conceptsOf(WORK)).toEqual(['employment machine'])
    expect(await conceptsOf(RIGHT)).toEqual(['right-to-work machine'])
    expect(await conceptsOf(WORDS)).toEqual([])
    expect(await conceptsOf(ENGLISH)).toEqual(['dismissal machine'])
    const [concept] = (await articleOf(WORK)).concepts
    expect(concept?.relevance).toBeGreaterThan(0.3)
    expect(concept?.relevance).toBeLessThan(1)
  })

  test('a label that two concepts have names none', async () => {
    expect(await conceptsOf(BANK)).toEqual([])
    expect((await match()).ambiguousLabels).toBe(1)
  })

  test('filters find what a machine took, by a wider concept, too', async () => {
    expect(await found('employment')).toEqual([WORK])
    expect(await found('contract')).toEqual([WORK])
    expect(await found('labour-law')).toEqual([])
  })

  test('a machine’s concepts leave version and hash alone', async () => {
    expect((await articleOf(WORK)).version).toBe('1.0.0')
  })
})

describe('editors', () => {
  test('give a concept: with another person’s approval it is in the next version, and stays through imports', async () => {
    const before = await articleOf(RIGHT)
    const outcome = await revise(RIGHT, assigning(idOf('labour-law'), 80))
    expect(outcome).toMatchObject({ status: 'published', version: '1.1.0', changed: true })
    await catchUp()
    const after = await articleOf(RIGHT)
    expect((await conceptsOf(RIGHT)).toSorted()).toEqual([
      'labour-law editor',
      'right-to-work machine',
    ])
    expect(after.sha256Hash).not.toBe(before.sha256Hash)
    const next = TEXTS.map((one) => ({ ...one, title: `${String(one['title'])} bis` }))
    await runImport(deps(), [await folderOf({ 'a.jsonl': jsonLines(...next) })])
    await catchUp()
    expect((await articleOf(RIGHT)).title).toContain('bis')
    expect(await conceptsOf(RIGHT)).toContain('labour-law editor')
    expect(await found('labour-law')).toEqual([RIGHT])
  })

  test('do not approve themselves, and without approval a draft waits', async () => {
    const alone = await revise(WORK, assigning(idOf('labour-law'), null), 'cli:martin')
    expect(alone).toMatchObject({ refused: 'reviewer-is-author' })
    const version = (await articleOf(ENGLISH)).version
    const draft = await revise(ENGLISH, assigning(idOf('labour-law'), null), null)
    expect(draft).toMatchObject({ changed: true })
    await catchUp()
    expect((await articleOf(ENGLISH)).version).toBe(version)
    expect(await conceptsOf(ENGLISH)).toEqual(['dismissal machine'])
  })

  test('take a machine’s concept away for good, and may give it themselves', async () => {
    expect(await revise(WORK, unassigning(idOf('employment')))).toMatchObject({ changed: true })
    await match()
    await catchUp()
    expect(await conceptsOf(WORK)).not.toContain('employment machine')
    expect(await revise(WORK, unassigning(idOf('employment')))).toMatchObject({
      refused: 'concept-not-assigned',
    })
    const again = await revise(WORK, assigning(idOf('employment'), null))
    expect(isRefusal(again)).toBe(false)
    await catchUp()
    expect(await conceptsOf(WORK)).toContain('employment editor')
  })
})

test('a deprecated concept moves to what took its place, at the next match', async () => {
  await importConcepts([
    {
      uri: uri('right-to-work'),
      prefLabel: label('droit au travail', 'right to work'),
      status: 'deprecated',
      replacedBy: uri('labour-law-2'),
    },
    { uri: uri('labour-law-2'), prefLabel: label('emploi', 'employment') },
  ])
  await match()
  await catchUp()
  expect(await conceptsOf(RIGHT)).toContain('labour-law-2 machine')
  expect(await conceptsOf(RIGHT)).not.toContain('right-to-work machine')
})

test('whatever the batches, a build from scratch is equal, with the same ids', async () => {
  const live = await world.documents(1)
  await world.models.generations.open(2, { embeddingModel: null })
  await world.project(2, 3)
  expect(await world.documents(2)).toEqual(live)
  expect(JSON.stringify(live)).toContain(idOf('employment'))
})
