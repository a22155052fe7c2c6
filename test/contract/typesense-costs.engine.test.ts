/**
 * What a search costs the engine, counted over the stand-in of the tests: round trips, entries,
 * rows and bytes. The bounds are kept, so that a change that makes the engine read more is seen.
 */
import { expect, onTestFinished, test } from 'vitest'
import type { IndexAnswer, IndexQuery } from '#query-api/ports.ts'
import { fuse, totalOf } from '#query-api/search/fusion.ts'
import { Engine } from '#infra/embedded/search/engine/engine.ts'
import { unpackAnswer } from '#infra/embedded/search/engine/packed.ts'
import { makeServer } from '#infra/typesense/server.ts'
import { openTypesenseIndex } from '#infra/typesense/search-index.ts'
import { makeTypesenseWriter } from '#infra/typesense/writer.ts'
import {
  documentOf,
  NO_FILTERS,
  queryFor,
  randomVector,
  seeded,
  sha256,
  textOf,
  MODEL,
} from './search-fixtures.ts'
import { type ScriptedTypesense, startScripted } from './typesense-scripted.ts'
import { at } from './typesense-side.ts'

const CORPUS = { texts: 1_500, words: 3_000, bodyWords: 60, passages: 2, dimensions: 48 } as const
const QUERIES = 40
const PAGE = 10
const BOUNDS = {
  /** Of a search whose words are known: two heads, the total, the leading words, the vector. */
  entries: (words: number): number => 4 + Math.min(words, 8),
  rows: (words: number): number => 30 * Math.min(words, 8) + 250 + 2,
  bytesPerRow: 600,
} as const
const LONG_MS = 300_000

/** A word by Zipf's law: a few are in most texts, most are in a few. */
const wordBy = (random: () => number): string => `mot${Math.floor(CORPUS.words ** random())}`

const open = async () => {
  const random = seeded(29)
  const server = await startScripted()
  const vectors = new Map<string, Float32Array>()
  const name = 'pandect_costs'
  const writer = makeTypesenseWriter({
    server: makeServer(server),
    vectors: {
      get: (_model, hashes) =>
        Promise.resolve(
          new Map(
            hashes.flatMap((hash) => {
              const vector = vectors.get(hash)
              return vector === undefined ? [] : [[hash, vector] as const]
            }),
          ),
        ),
    },
    liveGeneration: () => Promise.resolve(1),
    projected: () => Promise.resolve(0),
    name,
  })
  const texts = Array.from({ length: CORPUS.texts }, (_, n) => {
    const passages = Array.from({ length: CORPUS.passages }, (_passage, own) => `${n}/${own}`)
    for (const key of passages) vectors.set(sha256(key), randomVector(CORPUS.dimensions, random))
    const body = Array.from({ length: CORPUS.bodyWords }, () => wordBy(random)).join(' ')
    return textOf([documentOf({ text: n + 1, title: wordBy(random), body, passages })])
  })
  const embedded = new Engine({ model: MODEL })
  for (const document of texts.flatMap(({ documents }) => documents))
    embedded.stage({
      document,
      vectors: document.passages.flatMap(({ textSha256 }) => vectors.get(textSha256) ?? []),
    })
  embedded.commit(at(1))
  await writer.apply(1, texts, at(1))
  await writer.rest?.(1)
  const index = await openTypesenseIndex({ url: server.url, key: server.key, name, model: MODEL })
  onTestFinished(async () => {
    await index.close()
    writer.close()
    await server.stop()
  })
  const queries = Array.from({ length: QUERIES }, (_, n): IndexQuery => {
    const words = new Set(Array.from({ length: 1 + (n % 6) }, () => wordBy(random)))
    return queryFor([...words].join(' '), {
      vector: n % 4 === 0 ? null : randomVector(CORPUS.dimensions, random),
      pageEnd: PAGE,
    })
  })
  return { server, index, queries, writer, embedded }
}

type Sent = {
  readonly searches: Record<string, string | number | boolean>[]
  readonly bytes: number
}

/** The requests of a search; those that follow the head are not among them. */
const sentSince = (server: ScriptedTypesense, from: number): Sent[] =>
  server.heard.slice(from).flatMap(({ path, body, answered }) => {
    if (path !== '/multi_search') return []
    const { searches } = JSON.parse(body) as { searches: Sent['searches'] }
    if (searches.length < 2) return []
    return [{ searches, bytes: answered }]
  })

test(
  'a search is one round trip of few entries, rows and bytes',
  { timeout: LONG_MS },
  async () => {
    const { server, index, queries } = await open()
    for (const query of queries) await index.search(query)
    const figures: { requests: number; bytes: number; entries: number }[] = []
    for (const query of queries) {
      const from = server.heard.length
      const { lexical, lexicalTotal } = await index.search(query)
      const sent = sentSince(server, from)
      const words = query.terms.length
      // Few matches are all fetched, in a second round trip: they are ranked exactly.
      const isLittle = lexicalTotal <= 250
      expect(sent.length).toBeLessThanOrEqual(isLittle ? 2 : 1)
      const [first] = sent
      expect(first?.searches.length).toBeLessThanOrEqual(BOUNDS.entries(words))
      expect(first?.bytes).toBeLessThanOrEqual(BOUNDS.rows(words) * BOUNDS.bytesPerRow)
      expect(lexical.length).toBeGreaterThanOrEqual(Math.min(PAGE, lexicalTotal))
      figures.push({
        requests: sent.length,
        bytes: sent.reduce((sum, { bytes }) => sum + bytes, 0),
        entries: sent.reduce((sum, { searches }) => sum + searches.length, 0),
      })
      for (const { filter_by: filter, include_fields: members } of first?.searches ?? []) {
        // At rest nothing is filtered by who wrote it: such a filter goes through every row.
        expect(String(filter ?? '')).not.toMatch(/from:|to:|row:/)
        expect(String(members ?? '')).not.toMatch(/body|title|display|verbatim|vector/)
      }
    }
    const mean = (of: (one: (typeof figures)[number]) => number): number =>
      figures.reduce((sum, one) => sum + of(one), 0) / figures.length
    console.info(
      `a search: ${mean(({ requests }) => requests).toFixed(2)} round trips, ` +
        `${mean(({ entries }) => entries).toFixed(1)} entries, ` +
        `${Math.round(mean(({ bytes }) => bytes) / 1_000)} kB`,
    )
    expect(mean(({ requests }) => requests)).toBeLessThanOrEqual(1.3)
    expect(mean(({ bytes }) => bytes)).toBeLessThanOrEqual(180_000)
  },
)

const pageOf = (answer: IndexAnswer): string[] =>
  fuse(answer)
    .slice(0, PAGE)
    .map(({ slug }) => slug)

/** Share of the exact first page that the candidates gave, at least. */
const EXACT_SHARE = 0.88

test(
  'a first page is nearly that of an exact index, and the total exactly',
  { timeout: LONG_MS },
  async () => {
    const { index, queries, embedded } = await open()
    let [shared, wanted] = [0, 0]
    for (const query of queries) {
      const [found, exact] = [await index.search(query), unpackAnswer(embedded.search(query))]
      expect(totalOf(found)).toBe(totalOf(exact))
      const page = new Set(pageOf(found))
      wanted += pageOf(exact).length
      shared += pageOf(exact).filter((slug) => page.has(slug)).length
    }
    console.info(`of the exact first pages: ${shared} of ${wanted} hits`)
    expect(shared / wanted).toBeGreaterThanOrEqual(EXACT_SHARE)
  },
)

test(
  'while something is written a search is filtered, and as exact',
  { timeout: LONG_MS },
  async () => {
    const { server, index, queries, writer } = await open()
    const before = await Promise.all(queries.slice(0, 8).map((query) => index.search(query)))
    await writer.apply(1, [textOf([documentOf({ text: 9_999, body: 'nouveau' })])], at(2))
    await index.waitFor(at(2), 10_000)
    const from = server.heard.length
    for (const [n, query] of queries.slice(0, 8).entries()) {
      const after = await index.search(query)
      expect(after.lexicalTotal).toBe(before[n]?.lexicalTotal)
      expect(after.semantic.map(({ slug }) => slug)).toEqual(
        before[n]?.semantic.map(({ slug }) => slug),
      )
    }
    const filters = sentSince(server, from)
      .flatMap(({ searches }) => searches)
      .filter(
        ({ query_by: fields, vector_query: vector }) =>
          fields !== undefined || vector !== undefined,
      )
    expect(filters.length).toBeGreaterThan(0)
    for (const { filter_by: filter } of filters) expect(String(filter)).toContain('from:<=')
    await writer.rest?.(1)
    const browsed = await index.browse({ filters: NO_FILTERS, depth: 10 })
    expect(browsed.total).toBe(CORPUS.texts + 1)
  },
)
