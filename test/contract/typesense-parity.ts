/**
 * Any index over documents of chance answers as the reference that looks at every document: hits,
 * order, scores, totals, digest.
 */
import { expect } from 'vitest'
import { Position } from '#contracts/ids.ts'
import { BM25 } from '#contracts/search/parameters.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import type {
  BrowseQuery,
  FacetField,
  IndexFilters,
  IndexOrder,
  RankedEntry,
} from '#query-api/ports.ts'
import {
  MODEL,
  NO_FILTERS,
  day,
  documentOf,
  queryFor,
  randomVector,
  seeded,
  sha256,
  textOf,
} from './search-fixtures.ts'
import { expectRanking } from './expect-ranking.ts'
import type { OpenedSearch } from './search-index.contract.ts'
import { referenceBrowse, referenceResult, referenceSearch } from './search-reference.ts'

const CATCH_UP_MS = 20_000
const CORPUS = { texts: 30, dimensions: 12, vectors: 20, queries: 25 } as const
/** The engine's distances are 32-bit numbers. */
const TOLERANCE = 1e-5
/** Ours are of 64 bits. */
const SCORE_TOLERANCE = 1e-9
const WORDS = [
  'bail',
  'preavis',
  'conge',
  'loyer',
  'bailleur',
  'caution',
  'l1221-1',
  "aujourd'hui",
  'zele',
]
const DAYS = ['2019-01-01', '2020-06-15', '2021-12-31', '2024-02-29']

export const answersAsTheReference = async (opened: OpenedSearch, seed: number): Promise<void> => {
  console.info(`parity: SEED=${seed}`)
  const random = seeded(seed)
  const some = <T>(items: readonly T[], most: number): T[] =>
    items.filter(() => random() < most / items.length)
  const one = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const words = (most: number): string =>
    Array.from({ length: Math.floor(random() * most) }, () => one(WORDS)).join(' ')
  const keys = Array.from({ length: CORPUS.vectors }, (_, n) => `vector-${n}`)
  const vectors = new Map(keys.map((key) => [key, randomVector(CORPUS.dimensions, random)]))
  await opened.putVectors(
    MODEL,
    keys.map((key) => ({
      textSha256: sha256(key),
      vector: vectors.get(key) ?? new Float32Array(0),
    })),
  )
  const intervals = () =>
    random() < 0.5
      ? []
      : [{ from: random() < 0.3 ? null : '2019-06-01', to: one([null, '2021-12-31']) }]
  const documents: SearchDocument[][] = Array.from({ length: CORPUS.texts }, (_, n) =>
    [1, 2].flatMap((version) =>
      (['article', 'headnote'] as const).map((kind) =>
        documentOf({
          text: n + 1,
          kind,
          version: `${version}.0.0`,
          current: version === 2,
          validity:
            version === 1 ? intervals() : random() < 0.5 ? [] : [{ from: '2022-01-01', to: null }],
          date: one([null, ...DAYS]),
          tags: {
            jurisdictions: some(['FR', 'LU'], 1),
            legalDomains: some(['Été', 'ete', 'a b'], 1),
            years: some(['2019', '2020'], 1),
          },
          authority: Math.floor(3 * random()),
          identifiers: some(['19-60.222', 'L1221-1'], 0.3),
          title: words(4),
          body: words(14),
          passages: kind === 'article' ? some(keys, 2) : [one(keys)],
        }),
      ),
    ),
  )
  const texts = documents.map((own, n) => textOf(own, 1 + (n % 3)))
  await opened.writer.apply(1, texts, Position.parse(1))
  await opened.index.waitFor(Position.parse(1), CATCH_UP_MS)
  const all = documents.flat()
  const byHash = new Map(
    keys.flatMap((key) => {
      const vector = vectors.get(key)
      return vector === undefined ? [] : [[sha256(key), vector] as const]
    }),
  )
  const corpus = {
    documents: all,
    vectors: byHash,
    model: MODEL,
    parameters: BM25,
  }
  const idOf = async (entries: readonly RankedEntry[]): Promise<string[]> =>
    (await opened.index.displays(entries.map(({ entry }) => entry))).map(
      ({ headnote, articleId, version }) => `${headnote?.headnoteId ?? articleId}@${version}`,
    )
  for (let n = 0; n < CORPUS.queries; n += 1) {
    const filters: IndexFilters = {
      ...NO_FILTERS,
      kinds: one([NO_FILTERS.kinds, ['article'] as const, ['headnote'] as const]),
      anyOf: random() < 0.4 ? { legalDomains: [one(['Été', 'ete', 'a b'])] } : {},
      dateFrom: random() < 0.2 ? day(one(DAYS)) : null,
      dateTo: random() < 0.2 ? day(one(DAYS)) : null,
      asOf: random() < 0.4 ? day(one(DAYS)) : null,
    }
    const query = queryFor('', {
      terms: some([...WORDS, 'inconnu'], 3).map((term) => ({ term, weight: one([1, 0.5]) })),
      identifiers: some(['19-60.222', 'L1221-1', 'nobody'], 0.5),
      vector: random() < 0.7 ? randomVector(CORPUS.dimensions, random) : null,
      similarityFloor: one([0, 0.2]),
      filters,
      order: one<IndexOrder>(['relevance', 'date', 'date_asc', 'authority']),
      facets: some<FacetField>(['jurisdictions', 'legalDomains', 'years', 'courts'], 2),
      byText: random() < 0.5,
    })
    const found = await opened.index.search(query)
    const wanted = referenceSearch(corpus, query)
    const whole = referenceResult(corpus, query)
    expect(found.facets).toEqual(whole.facets)
    expect(found.texts).toBe(query.byText === true ? whole.texts : undefined)
    if (found.sorted !== undefined) expect(await idOf(found.sorted)).toEqual(whole.ids)
    expect(found.sorted === undefined).toBe(query.order === 'relevance')
    const matching = new Set(
      [...wanted.named, ...wanted.lexical].map(({ document }) => document.id),
    )
    const lexical = await idOf(found.lexical)
    const scored = found.lexical.map(({ score }, rank) => ({ id: lexical[rank] ?? '', score }))
    const depth = matching.size
    const { length: named } = wanted.named
    expect(found.lexicalTotal).toBe(matching.size)
    // A sorted list replaces the ranking.
    if (query.order === 'relevance') {
      expectRanking(scored.slice(0, named), wanted.named, { depth, tolerance: SCORE_TOLERANCE })
      expectRanking(scored.slice(named), wanted.lexical, { depth, tolerance: SCORE_TOLERANCE })
    }
    const semantic = await idOf(found.semantic)
    const near = found.semantic.map(({ similarity }, rank) => ({
      id: semantic[rank] ?? '',
      score: similarity,
    }))
    expectRanking(near, wanted.semantic, { depth: wanted.semantic.length, tolerance: TOLERANCE })
    for (const [rank, { matchesLexically }] of found.semantic.entries())
      expect(matchesLexically).toBe(matching.has(semantic[rank] ?? ''))
    const browsed = await opened.index.browse({ filters, depth: 1_100 })
    const listed = referenceBrowse(corpus, { filters, depth: 1_100 })
    expect(await idOf(browsed.entries)).toEqual(listed.map(({ id }) => id))
    expect(browsed.total).toBe(listed.length)
    const { order, facets, byText } = query
    const asked: BrowseQuery = {
      filters,
      depth: 1_100,
      ...(order === undefined ? {} : { order }),
      ...(facets === undefined ? {} : { facets }),
      ...(byText === undefined ? {} : { byText }),
    }
    const counted = await opened.index.browse(asked)
    const wholeList = referenceResult(corpus, asked)
    expect(await idOf(counted.entries)).toEqual(wholeList.ids)
    expect(counted.facets).toEqual(wholeList.facets)
    expect(counted.texts).toBe(byText === true ? wholeList.texts : undefined)
  }
  const kept = await Array.fromAsync(opened.writer.documents(1))
  const ordered = all.toSorted((first, second) => (first.id < second.id ? -1 : 1))
  expect(kept).toEqual(ordered.map((document) => ({ key: `search/${document.id}`, document })))
}
