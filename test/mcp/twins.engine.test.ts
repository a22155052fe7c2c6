/**
 * Every tool has a REST twin that gives equal data at an equal price: 50 generated calls of each
 * over the demonstration texts, unknown names and pages among them.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HEADERS } from '#contracts/service.ts'
import { makeArticleReader } from '#infra/postgres/read-models/article-reader.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeCitationIndex } from '#infra/postgres/read-models/citations.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makeSlugRegistry } from '#infra/postgres/log/slug-registry.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import { makeCitatorReader } from '#infra/postgres/read-models/treatments.ts'
import { toolsOf } from '#query-api/mcp/tools/toolsets.ts'
import { BASE, bearer } from '../api/harness.ts'
import { makeRandom, type Random } from '../billing/calls.ts'
import { openWorld, type World } from '../citator/world.ts'
import { countingEmbedder, runImport } from '../import/real.ts'
import { seedOfRun } from '../rag/world.ts'
import { ARTICLES, CONCEPT, legacy, makeMcp, type McpHarness, toolParts } from './harness.ts'

const CORPUS = join(import.meta.dirname, '../../ingest/sources/demonstration/corpus')
const CALLS_PER_TOOL = 50
const PAGES_MAX = 400

type Json = Readonly<Record<string, unknown>>
type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>
type Rest =
  | { readonly path: string; readonly query?: Query; readonly list?: readonly string[] }
  | { readonly path: string; readonly payload: Json }

type Twin = {
  readonly args: (random: Random) => Json
  readonly rest: (args: Json) => Rest
  /** What an answer of the tool says, in the form of REST; default: all of it. */
  readonly asRest?: (pages: readonly Json[]) => Json
  /** Members of the REST answer that count pages. */
  readonly ofPages?: readonly string[]
}

let world: World
let harness: McpHarness
beforeAll(async () => {
  world = await openWorld()
  const deps = {
    store: makeEventStore(world.pool),
    slugs: makeSlugRegistry(world.pool),
    blobs: makeBlobs(world.pool),
    head: () => world.log.head(),
    vectors: makeVectors(world.pool),
    embedder: countingEmbedder(),
  }
  expect((await runImport(deps, [CORPUS])).refusals).toEqual([])
  await world.project(await world.models.generations.live())
  const parts = {
    ...toolParts(),
    articles: makeArticleReader(world.pool),
    citations: makeCitationIndex(world.pool),
    citator: makeCitatorReader(world.pool),
  }
  const many = 1_000_000
  harness = makeMcp({
    limits: { anonymous: many, rest: many, mcp: many, mcpFirm: many },
    research: parts,
    articles: parts.articles,
    mcp: { tools: toolsOf('union', parts), resources: [], allowedOrigins: [] },
  })
}, 240_000)
afterAll(async () => {
  await harness.app.close()
  await world.close()
})

const oneOf = <T>(random: Random, all: readonly T[]): T => {
  const one = all[Math.floor(random() * all.length)]
  if (one === undefined) throw new Error('nothing to choose from')
  return one
}
/** A member in half of the calls. */
const perhaps = (random: Random, member: () => Json): Json => (random() < 0.5 ? member() : {})

const WORDS = [...new Set(ARTICLES.flatMap(({ title }) => title.split(/[^\p{L}’']+/u)))].filter(
  (word) => word.length > 4,
)
const words = (random: Random): string => `${oneOf(random, WORDS)} ${oneOf(random, WORDS)}`
const slug = (random: Random): string =>
  random() < 0.1 ? `${oneOf(random, ARTICLES).slug}-x` : oneOf(random, ARTICLES).slug
const COUNTRIES = ['FR', 'EU', 'LU', 'MC', 'AD'] as const
const countries = (random: Random) => () => ({ jurisdictions: [oneOf(random, COUNTRIES)] })
const limitTo = (random: Random, max: number) => () => ({ limit: 1 + Math.floor(random() * max) })

const DECISIONS = ARTICLES.flatMap(({ slug: own, judicialDecision: decision }) =>
  decision === null
    ? []
    : [
        own,
        ...(decision.ecli === null ? [] : [decision.ecli]),
        ...decision.identifiers.map(({ value }) => value),
      ],
)
const OTHER_NAMES = [
  'ECLI:FR:CCASS:2024:C199999',
  'Civ. 1re, 3 mars 2011, n° 10-99.999',
  'rien de tel',
  ...ARTICLES.filter(({ judicialDecision }) => judicialDecision === null).map((one) => one.slug),
]
const SENTENCES = ARTICLES.flatMap(({ contentClean }) => contentClean.split(/(?<=\.)\s+/u)).filter(
  (sentence) => sentence.length > 30 && sentence.length < 300,
)
const CONCEPT_NAMES = [CONCEPT.id, CONCEPT.externalId, 'obligation', 'Obligation', 'nothing such']

const without = (given: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)))
const [joined, BOUNDS] = [
  (pages: readonly Json[], member: string): unknown[] =>
    pages.flatMap((page) => page[member] as unknown[]),
  ['truncated', 'nextCursor', 'corpusPosition'] as const,
]
/** A tool divides treatments over its pages, too. */
const joinedTreatments = (pages: readonly Json[]): Json | null => {
  const [first, ...others] = pages.map(({ treatments }) => treatments as Json | null)
  if (first === undefined || first === null) return null
  const all: Json[] = [first, ...others.flatMap((one) => (one === null ? [] : [one]))]
  return { ...first, received: joined(all, 'received'), given: joined(all, 'given') }
}
const query = (args: Json): Query => args as Query
const idOrSlug = (args: Json): string => encodeURIComponent(String(args['idOrSlug']))

const aboutText = (random: Random): Json => ({ idOrSlug: slug(random) })
/** A tool always gives the text; its REST twin gives it where it is named. */
const withContent = ({ fields }: Json): Query =>
  Array.isArray(fields) ? { fields: [...fields, 'contentClean'].join(',') } : {}
const wholeText = (pages: readonly Json[]): Json => ({
  ...(pages[0]?.['article'] as Json),
  contentClean: pages.map((page) => (page['text'] as { content: string }).content).join(''),
})

/** By tool. */
const TWINS: Readonly<Record<string, Twin>> = {
  search: {
    args: (random) => ({
      text: words(random),
      maxChars: 200_000,
      ...perhaps(random, countries(random)),
      ...perhaps(random, limitTo(random, 20)),
      ...perhaps(random, () => ({ includeHeadnotes: false })),
      ...perhaps(random, () => ({ collapse: true })),
      ...perhaps(random, () => ({ fields: [oneOf(random, ['title', 'snippet', 'summary'])] })),
      ...perhaps(random, () => ({ explain: true })),
      ...perhaps(random, () => ({ sort: oneOf(random, ['date', 'date_asc', 'authority']) })),
      ...perhaps(random, () => ({ facets: ['contentTypes', 'years'] })),
      ...(random() < 0.1 ? { fields: ['titel'] } : {}),
    }),
    rest: ({ jurisdictions, ...others }) => ({
      path: '/search',
      payload: {
        ...without(others, 'maxChars'),
        filters: jurisdictions === undefined ? {} : { jurisdictions },
      },
    }),
    asRest: ([first = {}]) => first,
  },
  get_article: {
    args: (random) => ({
      ...aboutText(random),
      ...perhaps(random, () => ({ maxChars: 6_000 })),
      ...perhaps(random, () => ({
        fields: [oneOf(random, ['title', 'headnotes', 'statusFlag', 'tilte'])],
      })),
    }),
    rest: (args) => ({
      path: `/articles/${idOrSlug(args)}`,
      query: withContent(args),
    }),
    asRest: wholeText,
  },
  get_decision: {
    args: (random) => ({ idOrSlug: oneOf(random, random() < 0.8 ? DECISIONS : OTHER_NAMES) }),
    rest: (args) => ({ path: `/decisions/${idOrSlug(args)}` }),
    asRest: wholeText,
  },
  rag_query: {
    args: (random) => ({
      question: `Que dit la loi sur ${words(random)} ?`,
      ...perhaps(random, countries(random)),
    }),
    rest: ({ question, ...filters }) => ({ path: '/rag', payload: { question, filters } }),
  },
  verify_claim: {
    args: (random) => ({ claim: oneOf(random, SENTENCES) }),
    rest: (args) => ({ path: '/verify', payload: args }),
  },
  get_concept: {
    args: (random) => ({ idOrUri: oneOf(random, CONCEPT_NAMES) }),
    rest: ({ idOrUri }) => ({ path: `/concepts/${encodeURIComponent(String(idOrUri))}` }),
    asRest: ([first = {}]) => first['concept'] as Json,
  },
  get_relations: {
    args: (random) => ({
      ...aboutText(random),
      ...perhaps(random, () => ({
        relations: [oneOf(random, ['citing', 'cited', 'treatments', 'similar'])],
      })),
      ...perhaps(random, () => ({ maxChars: 2_000 })),
    }),
    rest: (args) => ({
      path: `/articles/${idOrSlug(args)}/relations`,
      query: { kind: args['relations'] as readonly string[] | undefined, limit: 3 },
      list: ['citing', 'cited'],
    }),
    asRest: (pages) => ({
      ...pages[0],
      treatments: joinedTreatments(pages),
      ...Object.fromEntries(
        ['citing', 'cited', 'commentedDecisions', 'versions', 'similar'].map((list) => [
          list,
          joined(pages, list),
        ]),
      ),
    }),
    ofPages: ['limit', 'offset', 'total'],
  },
  explain_legal_term: {
    args: (random) => ({
      text: oneOf(random, WORDS),
      ...perhaps(random, countries(random)),
      ...perhaps(random, limitTo(random, 20)),
    }),
    rest: ({ text, ...others }) => ({
      path: '/terms',
      query: { term: String(text), ...query(others) },
    }),
  },
  list_authorities: {
    args: (random) => ({
      text: words(random),
      ...perhaps(random, countries(random)),
      ...perhaps(random, () => ({ courtLevels: ['supreme', 'appeal'] })),
      ...perhaps(random, limitTo(random, 30)),
    }),
    rest: (args) => ({ path: '/authorities', query: query(args) }),
  },
  get_chronology: {
    args: aboutText,
    rest: (args) => ({ path: `/articles/${idOrSlug(args)}/chronology` }),
  },
  taxonomy_lookup: {
    args: (random) => ({
      query: oneOf(random, ['obligation', 'bligat', 'nothing']),
      ...perhaps(random, () => ({ vocabulary: oneOf(random, ['lkif', 'eurovoc']) })),
      ...perhaps(random, limitTo(random, 50)),
    }),
    rest: (args) => ({ path: '/concepts', query: query(args) }),
  },
  magistrate_lookup: {
    args: (random) => ({ name: words(random) }),
    rest: (args) => ({ path: '/magistrates', query: query(args) }),
  },
}

type Answered = {
  readonly pages: readonly Json[]
  readonly cost: unknown
  readonly position: unknown
  readonly refused: boolean
}

/** Calls a tool until it has no next page. */
const byTool = async (name: string, args: Json): Promise<Answered> => {
  const pages: Json[] = []
  let cursor: unknown = null
  let cost: unknown
  do {
    const next = cursor === null ? {} : { cursor }
    const response = await legacy(harness, 'tools/call', {
      name: `service_${name}`,
      arguments: { ...args, ...next },
    })
    const { result } = response.json()
    cost ??= response.headers['x-service-cost-usd']
    if (result.isError)
      return { pages: [result.structuredContent], cost, position: undefined, refused: true }
    pages.push(result.structuredContent)
    cursor = name === 'search' ? null : (result.structuredContent.nextCursor ?? null)
  } while (cursor !== null && pages.length < PAGES_MAX)
  return { pages, cost, position: pages[0]?.['corpusPosition'], refused: false }
}

const printQuery = (given: Query): string =>
  new URLSearchParams(
    Object.entries(given).flatMap(([name, value]): [string, string][] =>
      value === undefined
        ? []
        : typeof value === 'object'
          ? value.map((one) => [name, one])
          : [[name, String(value)]],
    ),
  ).toString()

/** Asks REST, page by page where an answer is a list. */
const byRest = async (rest: Rest): Promise<Answered> => {
  const pages: Json[] = []
  const lists = 'list' in rest ? (rest.list ?? []) : []
  let cost: unknown
  let position: unknown
  for (let offset = 0; pages.length < PAGES_MAX;) {
    const response = await ('payload' in rest
      ? harness.app.inject({
          method: 'POST',
          url: `${BASE}${rest.path}`,
          headers: bearer(),
          payload: rest.payload,
        })
      : harness.app.inject({
          url: `${BASE}${rest.path}?${printQuery({ ...rest.query, ...(lists.length === 0 ? {} : { offset }) })}`,
          headers: bearer(),
        }))
    cost ??= response.headers['x-service-cost-usd']
    position ??= response.headers[HEADERS.corpusPosition.toLowerCase()]
    const refused = response.statusCode >= 300
    pages.push(response.json())
    if (refused) return { pages, cost, position, refused }
    const read = lists.flatMap((name) => pages.at(-1)?.[name] as unknown[]).length
    offset += read
    if (read === 0 || offset >= Number(pages.at(-1)?.['total'])) break
  }
  const [first = {}] = pages
  const whole = {
    ...first,
    ...Object.fromEntries(lists.map((name) => [name, joined(pages, name)])),
  }
  return { pages: [whole], cost, position, refused: false }
}

/** Measured anew at each call, or only in the answers of tools. */
const COUNTED = [...BOUNDS, 'latencyMs']

test.each(Object.entries(TWINS))(
  'service_%s and its endpoint give equal data at an equal price',
  async (name, { args: makeArgs, rest, asRest = ([first = {}]) => first, ofPages = [] }) => {
    const seed = seedOfRun()
    const random = makeRandom(seed)
    let answered = 0
    for (let call = 0; call < CALLS_PER_TOOL; call += 1) {
      const args = makeArgs(random)
      const about = `SEED=${seed} ${name} ${JSON.stringify(args)}`
      const tool = await byTool(name, args)
      const twin = await byRest(rest(args))
      expect([about, twin.refused, twin.cost]).toEqual([about, tool.refused, tool.cost])
      if (tool.refused) continue
      answered += 1
      const [given = {}] = twin.pages
      expect([about, without(given, ...ofPages, ...COUNTED)]).toEqual([
        about,
        without(asRest(tool.pages), ...COUNTED),
      ])
      if (tool.position !== undefined)
        expect([about, twin.position]).toEqual([about, tool.position])
    }
    expect(answered).toBeGreaterThan(CALLS_PER_TOOL / 4)
  },
  60_000,
)

test('every tool is among them', () => {
  expect(Object.keys(TWINS).toSorted()).toEqual(
    toolsOf('union', toolParts())
      .map((tool) => tool.name.replace(/^service_/, ''))
      .toSorted(),
  )
})
