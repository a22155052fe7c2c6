/**
 * Searches of chance over the real corpus: totals, facets and sorted pages are those of a scan of
 * every document. `SEED=… REQUESTS=1000 vitest run test/contract/search-whole.torture.test.ts`.
 */
import { describe, expect, onTestFinished, test } from 'vitest'
import { FacetName, SearchRequest, type SearchResponse } from '#contracts/http/search.ts'
import { Day, type Sha256Hex } from '#contracts/ids.ts'
import { SearchDocument, type TagField } from '#contracts/search/document.ts'
import { FACET_VALUES_MAX, FUSION } from '#contracts/search/parameters.ts'
import { unit } from '#infra/embedded/search/engine/quantise.ts'
import { makeSearchWriter } from '#infra/embedded/search/rows.ts'
import { openEmbeddedSearchIndex } from '#infra/embedded/search/search-index.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import type { IndexQuery, SearchIndex } from '#query-api/ports.ts'
import { makeSearch } from '#query-api/search/search.ts'
import { copyPreparedCorpus } from '../corpus/prepared.ts'
import { hasShared, NEEDS_SHARED } from '../corpus/shared.ts'
import { keptVector, seeded } from './search-fixtures.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
const REQUESTS = Number(process.env['REQUESTS'] ?? 200)
const TIMEOUT_MS = 900_000
const FLOOR = 0.35
const TODAY = Day.parse('2026-05-04')

type Filters = SearchRequest['filters']
/** A document with what a scan looks at. */
type Scanned = {
  readonly document: SearchDocument
  readonly terms: ReadonlySet<string>
  /** As the index keeps them. */
  readonly vectors: readonly Float64Array[]
  /** Whether some wording of its text has days. */
  readonly isDated: boolean
}

const scannedOf = async (pool: PostgresPool): Promise<Scanned[]> => {
  const documents: SearchDocument[] = []
  for await (const { document } of makeSearchWriter(pool).documents(1))
    documents.push(SearchDocument.parse(document))
  const model = documents.find((one) => one.model !== null)?.model ?? ''
  const hashes = documents.flatMap(({ passages }) => passages.map(({ textSha256 }) => textSha256))
  const known = new Map<Sha256Hex, Float64Array>()
  const all = [...new Set(hashes)]
  for (let from = 0; from < all.length; from += 2_000)
    for (const [hash, vector] of await makeVectors(pool).get(model, all.slice(from, from + 2_000)))
      known.set(hash, keptVector(vector))
  const dated = new Set(
    documents.flatMap(({ articleId, validity }) => (validity.length > 0 ? [articleId] : [])),
  )
  return documents.map((document) => ({
    document,
    terms: new Set(`${document.titleTerms} ${document.bodyTerms}`.split(' ')),
    vectors: document.passages.flatMap(({ textSha256 }) => known.get(textSha256) ?? []),
    isDated: dated.has(document.articleId),
  }))
}

/** The fields of tags that a filter of the same name looks at. */
const PLAIN_FIELDS = [
  'jurisdictions',
  'courtLevels',
  'statusFlags',
  'legalRuleTypes',
  'doctrineSubtypes',
  'legalDomains',
  'contentTypes',
  'courts',
  'chambers',
  'solutions',
  'languages',
  'cites',
  'identifiers',
] as const satisfies readonly TagField[]

const carries = (values: readonly string[], wanted: readonly string[] | undefined): boolean =>
  wanted === undefined ||
  wanted.length === 0 ||
  wanted.some((one) => values.includes(one.toLowerCase()) || values.includes(one))

const isWording = ({ document, isDated }: Scanned, day: string | undefined): boolean => {
  if (day === undefined || !isDated) return document.current
  return document.validity.some(
    ({ from, to }) => (from === null || from <= day) && (to === null || day <= to),
  )
}

const isInside = ({ date }: SearchDocument, { dateFrom, dateTo }: Filters): boolean =>
  (dateFrom === undefined && dateTo === undefined) ||
  (date !== null && (dateFrom ?? date) <= date && date <= (dateTo ?? date))

const passes = (scanned: Scanned, filters: Filters, includeHeadnotes: boolean): boolean => {
  const { document } = scanned
  return (
    (includeHeadnotes || document.kind === 'article') &&
    isWording(scanned, filters.asOf ?? (filters.inForce === true ? TODAY : undefined)) &&
    isInside(document, filters) &&
    PLAIN_FIELDS.every((field) => carries(document.tags[field], filters[field])) &&
    carries(
      document.tags.provisions,
      filters.provision === undefined ? undefined : [filters.provision],
    )
  )
}

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
const byName = (one: SearchDocument, other: SearchDocument): number =>
  compareText(one.kind, other.kind) ||
  compareText(one.slug, other.slug) ||
  one.sequence - other.sequence ||
  compareText(one.id, other.id)

const similarityOf = ({ vectors }: Scanned, query: Float32Array): number =>
  Math.max(
    -Infinity,
    ...vectors.map((vector) => {
      let product = 0
      for (let lane = 0; lane < vector.length; lane += 1)
        product += (vector[lane] ?? 0) * (query[lane] ?? 0)
      return product
    }),
  )

/** What was asked of the index, beside the filters, which a scan reads from the request. */
type Asked = Pick<IndexQuery, 'terms' | 'identifiers' | 'vector'> | null

/** Scans every document; similarities are computed once for all filters. */
const makeScan = (all: readonly Scanned[], asked: Asked) => {
  const query = asked?.vector == null ? null : (unit(asked.vector) ?? asked.vector)
  const similarities = new Map(
    query === null ? [] : all.map((one) => [one, similarityOf(one, query)] as const),
  )
  const matches = ({ document, terms }: Scanned): boolean =>
    asked === null ||
    asked.terms.some(({ term }) => terms.has(term)) ||
    document.identifiers.some((name) => asked.identifiers.includes(name))
  return (filters: Filters, includeHeadnotes: boolean): SearchDocument[] => {
    const found = all.filter((one) => passes(one, filters, includeHeadnotes))
    const near = found
      .map((one) => ({ one, similarity: similarities.get(one) ?? -Infinity }))
      .filter(({ similarity }) => similarity > FLOOR)
      .toSorted((a, b) => b.similarity - a.similarity || byName(a.one.document, b.one.document))
      .slice(0, FUSION.semanticDepth)
      .map(({ one }) => one)
    return [...new Set([...found.filter(matches), ...near])].map(({ document }) => document)
  }
}

const facetOf = (documents: readonly SearchDocument[], field: FacetName) => {
  const counts = new Map<string, number>()
  for (const { tags } of documents)
    for (const value of tags[field]) counts.set(value, (counts.get(value) ?? 0) + 1)
  const sorted = [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => other.count - one.count || compareText(one.value, other.value))
  return {
    values: sorted.slice(0, FACET_VALUES_MAX),
    others: sorted.slice(FACET_VALUES_MAX).reduce((sum, { count }) => sum + count, 0),
  }
}

const without = (filters: Filters, field: FacetName): Filters =>
  field === 'years'
    ? { ...filters, dateFrom: undefined, dateTo: undefined }
    : { ...filters, [field]: undefined }

const inOrder = (
  documents: readonly SearchDocument[],
  sort: SearchRequest['sort'],
): SearchDocument[] => {
  const key = ({ date, authority }: SearchDocument): string => {
    const day = date ?? '0000-00-00'
    if (sort === 'authority') return `${String(authority).padStart(6, '0')} ${day}`
    return day
  }
  if (sort === 'date_asc')
    return documents.toSorted(
      (one, other) =>
        compareText(one.date ?? '9999-99-99', other.date ?? '9999-99-99') || byName(one, other),
    )
  return documents.toSorted((one, other) => compareText(key(other), key(one)) || byName(one, other))
}

/** Requests of chance: most filters are values of one document, so that something is found. */
const makeRequests = (all: readonly Scanned[], random: () => number) => {
  const one = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)]
  const filtersLike = ({ document }: Scanned): Record<string, unknown> => {
    const filters: Record<string, unknown> = {}
    for (const field of PLAIN_FIELDS) {
      const own = one(document.tags[field])
      const other = one(one(all)?.document.tags[field] ?? [])
      const rare = field === 'identifiers' ? 0.03 : 0.12
      if (random() < rare)
        filters[field] = [...new Set([own, other].filter((value) => value !== undefined))]
    }
    const provision = one(document.tags.provisions)
    if (random() < 0.1 && provision !== undefined) filters['provision'] = provision
    const { date } = document
    if (date !== null && random() < 0.2) filters['dateFrom'] = `${date.slice(0, 4)}-01-01`
    if (date !== null && random() < 0.2) filters['dateTo'] = `${date.slice(0, 4)}-12-31`
    const dice = random()
    if (dice < 0.1) filters['asOf'] = one(['2005-01-01', '2018-06-15', '2024-02-29'])
    else if (dice < 0.2) filters['inForce'] = true
    return filters
  }
  const textLike = ({ document }: Scanned): string => {
    if (random() < 0.3) return ''
    const words = document.display.title.split(' ').filter((word) => word.length > 3)
    return Array.from({ length: 1 + Math.floor(random() * 4) }, () => one(words) ?? '').join(' ')
  }
  return (): SearchRequest => {
    const like = one(all)
    if (like === undefined) throw new Error('the corpus is empty')
    return SearchRequest.parse({
      text: textLike(like).slice(0, 400),
      filters: filtersLike(like),
      limit: one([1, 10, 20, 100]),
      offset: one([0, 0, 0, 5, 40, 1_000]),
      includeHeadnotes: random() < 0.7,
      enableVector: random() < 0.7,
      sort: one(['relevance', 'date', 'date_asc', 'authority']),
      facets: FacetName.options.filter(() => random() < 0.25).slice(0, 12),
    })
  }
}

/** The index, and what was asked of it last. */
const watched = (index: SearchIndex) => {
  const last: { asked: Asked } = { asked: null }
  const watching: SearchIndex = {
    ...index,
    search: (query) => {
      last.asked = query
      return index.search(query)
    },
    browse: (query) => {
      last.asked = null
      return index.browse(query)
    },
  }
  return { watching, last }
}

const namesOf = ({ hits }: SearchResponse): string[] =>
  hits.map(
    (hit) => `${hit.type} ${hit.slug} ${hit.type === 'headnote' ? hit.sequence : 0} ${hit.version}`,
  )
const nameOf = ({ kind, slug, sequence, version }: SearchDocument): string =>
  `${kind} ${slug} ${sequence} ${version}`

describe.runIf(hasShared)(`the real corpus ${NEEDS_SHARED}`, () => {
  test(
    `totals, facets and sorted pages are those of a scan (SEED=${SEED}, ${REQUESTS} requests)`,
    { timeout: TIMEOUT_MS },
    async () => {
      console.info(`search-whole: SEED=${SEED}`)
      const copy = await copyPreparedCorpus()
      onTestFinished(copy.close)
      const { connectionString } = copy
      const pool = makePool(connectionString, {
        applicationName: 'pandect test',
        pepper: TEST_PEPPER,
        max: 2,
      })
      onTestFinished(() => pool.close())
      const all = await scannedOf(pool)
      const index = await openEmbeddedSearchIndex({ pepper: TEST_PEPPER, connectionString })
      onTestFinished(() => index.close())
      const random = seeded(SEED)
      const { watching, last } = watched(index)
      const passages = all.flatMap(({ vectors }) => vectors)
      const search = makeSearch({
        index: watching,
        embedder: {
          model: 'test',
          dimensions: passages[0]?.length ?? 0,
          similarityFloor: FLOOR,
          costUsdPerQuery: 0,
          embedQuery: async () =>
            Float32Array.from(passages[Math.floor(random() * passages.length)] ?? []),
        },
        clock: () => performance.now(),
        today: () => TODAY,
      })
      const next = makeRequests(all, random)
      const seen = { found: 0, sorted: 0, facets: 0 }
      for (let n = 0; n < REQUESTS; n += 1) {
        const request = next()
        const { response } = await search(request)
        const scan = makeScan(all, last.asked)
        const result = scan(request.filters, request.includeHeadnotes)
        const about = `request ${n}: ${JSON.stringify(request)}`
        expect(response.total, about).toBe(result.length)
        for (const field of request.facets) {
          const wider = scan(without(request.filters, field), request.includeHeadnotes)
          expect(response.facets?.[field], `${field} of ${about}`).toEqual(facetOf(wider, field))
          seen.facets += 1
        }
        const sort =
          request.sort === 'relevance' && request.text.trim() === '' ? 'date' : request.sort
        if (sort !== 'relevance') {
          const page = inOrder(result, sort)
            .slice(0, FUSION.lexicalDepth)
            .slice(request.offset, request.offset + request.limit)
          expect(namesOf(response), about).toEqual(page.map(nameOf))
          seen.sorted += 1
        }
        if (result.length > 0) seen.found += 1
      }
      console.info(
        `search-whole: ${REQUESTS} requests over ${all.length} entries, ${seen.found} found something, ${seen.sorted} sorted pages, ${seen.facets} facets`,
      )
      expect(seen.found).toBeGreaterThan(REQUESTS / 3)
    },
  )
})
