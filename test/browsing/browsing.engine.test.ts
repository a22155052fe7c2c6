/** Courts by year and codes by section, over the tables that the projector writes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makeSlugRegistry } from '#infra/postgres/log/slug-registry.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import { makeArticleReader } from '#infra/postgres/read-models/article-reader.ts'
import { makeBrowseReader } from '#infra/postgres/read-models/places.ts'
import { BASE, bearer, type Harness, makeHarness } from '../api/harness.ts'
import { openWorld, type World } from '../citator/world.ts'
import { folderOf, jsonLines, record } from '../import/files.ts'
import { countingEmbedder, runImport } from '../import/real.ts'

const NUMBERS = ['L1234-10', 'L1234-5', 'R1234-1', 'L1234-5-1', 'L1235-1']
const IN_ORDER = ['L1234-5', 'L1234-5-1', 'L1234-10', 'L1235-1', 'R1234-1']
const sectionOf = (number: string): string[] => [
  number.startsWith('R') ? 'Partie réglementaire' : 'Partie législative',
  ...(number.startsWith('L1234') ? ['Chapitre IV'] : []),
]
const DAYS = ['2024-05-02', '2023-11-30', '2024-01-15', null] as const

let world: World
let harness: Harness
beforeAll(async () => {
  world = await openWorld()
  harness = makeHarness({
    articles: makeArticleReader(world.pool),
    browse: makeBrowseReader(world.pool),
  })
})
afterAll(async () => {
  await harness.app.close()
  await world.close()
})

const importTexts = async (): Promise<void> => {
  const provisions = NUMBERS.map((number) =>
    record(`test:article-${number}`, `Le salarié est protégé par l’article ${number}.`, {
      contentType: 'legislation',
      provision: { work: 'Code du travail', number, section: sectionOf(number) },
    }),
  )
  const decisions = DAYS.map((decisionDate, at) =>
    record(`test:decision-${at}`, `La cour casse l’arrêt numéro ${at}.`, {
      contentType: 'jurisprudence',
      judicialDecision: { courtCode: 'fr.ccass', chamber: 'soc', decisionDate },
    }),
  )
  const folder = await folderOf({
    'a.jsonl': jsonLines(...provisions, ...decisions, record('test:note', 'Une étude.')),
  })
  const deps = {
    store: makeEventStore(world.pool),
    slugs: makeSlugRegistry(world.pool),
    blobs: makeBlobs(world.pool),
    head: () => world.log.head(),
    vectors: makeVectors(world.pool),
    embedder: countingEmbedder(),
  }
  expect((await runImport(deps, [folder])).refusals).toEqual([])
  await world.project(await world.models.generations.live())
}

const ask = async (path: string) => {
  const response = await harness.app.inject({ url: `${BASE}${path}`, headers: bearer() })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

test('courts have the number and the days of their decisions, at no cost', async () => {
  await importTexts()
  const { body, headers } = await ask('/courts')
  const court = body.courts.find(({ code }: { code: string }) => code === 'fr.ccass')
  expect(court).toMatchObject({
    name: 'Cour de cassation',
    level: 'supreme',
    texts: 4,
    from: '2023-11-30',
    to: '2024-05-02',
  })
  expect(headers['x-service-cost-usd']).toBe('0')
  expect(headers['x-service-corpus-position']).toMatch(/^\d{15}$/)
})

test('a year lists the decisions of a court, the latest first, page by page', async () => {
  const years = await ask('/courts/fr.ccass/years')
  expect(years.body.years).toEqual([
    { year: '2024', texts: 2 },
    { year: '2023', texts: 1 },
    { year: 'undated', texts: 1 },
  ])
  const first = await ask('/courts/fr.ccass/years/2024?limit=1')
  const second = await ask('/courts/fr.ccass/years/2024?limit=1&offset=1')
  expect(
    [first, second].flatMap(({ body }) =>
      body.decisions.map(({ decisionDate }: { decisionDate: string }) => decisionDate),
    ),
  ).toEqual(['2024-05-02', '2024-01-15'])
  expect(first.body).toMatchObject({ total: 2, limit: 1, offset: 0 })
  expect(first.headers['x-service-cost-usd']).toBe('0.015')
  expect((await ask('/courts/fr.ccass/years/undated')).body.total).toBe(1)
  expect((await ask('/courts/fr.ccass/years/1999')).body).toMatchObject({ decisions: [], total: 0 })
})

const numbersOf = ({ articles }: { articles: { number: string }[] }) =>
  articles.map(({ number }) => number)

test('a code has its headings and its articles in legal order; a heading narrows them', async () => {
  const { body: listed } = await ask('/codes?kind=code')
  expect(listed.codes).toEqual([
    {
      code: 'code-du-travail',
      name: 'Code du travail',
      kind: 'code',
      jurisdiction: 'FR',
      texts: NUMBERS.length,
    },
  ])
  const { body: code } = await ask('/codes/code-du-travail')
  expect(numbersOf(code)).toEqual(IN_ORDER)
  expect(
    code.sections.map(({ title, level, texts }: Record<string, unknown>) => [title, level, texts]),
  ).toEqual([
    ['Partie législative', 1, 4],
    ['Chapitre IV', 2, 3],
    ['Partie réglementaire', 1, 1],
  ])
  const chapter = await ask(`/codes/code-du-travail?section=${code.sections[1].id}`)
  expect(numbersOf(chapter.body)).toEqual(IN_ORDER.slice(0, 3))
})

test('an unknown court, year, code or section is not found, and an unknown parameter refused', async () => {
  for (const path of [
    '/courts/fr.nowhere/years',
    '/courts/fr.nowhere/years/2024',
    '/courts/fr.ccass/years/24',
    '/codes/code-de-rien',
    '/codes/code-du-travail?section=000000000000',
  ]) {
    const { status, headers } = await ask(path)
    expect([path, status, headers['x-service-cost-usd']]).toEqual([path, 404, '0'])
  }
  const { status, body } = await ask('/codes?kinds=code')
  expect([status, body.details[0].closest]).toEqual([400, 'kind'])
})

test('only decisions and provisions have a place', async () => {
  const generation = await world.models.generations.live()
  const places = (await world.documents(generation)).filter(({ key }) => key.startsWith('place/'))
  expect(places).toHaveLength(NUMBERS.length + DAYS.length)
})
