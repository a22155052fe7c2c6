import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import {
  HeadnoteHit,
  type SearchHit,
  SearchRequest,
  SearchResponse,
} from '#contracts/http/search.ts'
import { ArticleId, Day, HeadnoteId, Position, SemVer, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { Interval } from '#contracts/search/document.ts'
import { terms } from '#contracts/law/analysis/analyse.ts'
import type { EntryDisplay, IndexQuery, QueryEmbedder, RankedEntry, SearchIndex } from '../ports.ts'
import { makeSearch } from './search.ts'

type Text = {
  readonly slug: string
  readonly words: string
  readonly headnote?: string
  readonly similarity?: number
  readonly validity?: readonly Interval[]
}

const TODAY = Day.parse('2026-05-04')
const ID = '0b5a8e0c-3c1f-4d5e-8f00-1234567890ab'
const POSITION = Position.parse(42)
const rankedOf = ({ slug, headnote }: Text, entry: number): RankedEntry => ({
  entry,
  kind: headnote === undefined ? 'article' : 'headnote',
  slug: Slug.parse(slug),
  sequence: headnote === undefined ? 0 : 1,
})
const displayOf = ({ slug, words, headnote, validity = [] }: Text): EntryDisplay => ({
  slug: Slug.parse(slug),
  articleId: ArticleId.parse(ID),
  title: `Titre de ${words}`,
  abstract: null,
  language: 'fr',
  jurisdiction: ['FR'],
  contentType: 'doctrine',
  publishedAt: '2024-05-02T00:00:00.000Z',
  version: SemVer.parse('1.0.0'),
  sha256Hash: Sha256Hex.parse('a'.repeat(64)),
  statusFlag: 'gray',
  validity,
  date: null,
  identifiers: [],
  contentSha256: Sha256Hex.parse('b'.repeat(64)),
  passages: [],
  passage: null,
  headnote:
    headnote === undefined
      ? null
      : {
          headnoteId: HeadnoteId.parse(ID),
          sequence: 1,
          summary: headnote,
          legalRuleType: 'ratio',
          articleStatusFlag: 'gray',
        },
})

/**
 * The search port over a few texts: matches by any common term, in the order given; similarities
 * are given too.
 */
const fakeIndex = (texts: readonly Text[], asked: IndexQuery[] = []): SearchIndex => {
  const matching = (query: IndexQuery): Set<number> =>
    new Set(
      texts.flatMap((text, at) =>
        query.terms.some(({ term }) => terms(text.words).includes(term)) ? [at] : [],
      ),
    )
  const allowed = (query: IndexQuery, text: Text): boolean =>
    query.filters.kinds.includes(text.headnote === undefined ? 'article' : 'headnote')
  return {
    search: async (query) => {
      asked.push(query)
      const matches = matching(query)
      const lexical = texts.flatMap((text, at) =>
        matches.has(at) && allowed(query, text)
          ? [{ ...rankedOf(text, at), score: 1, rare: 0 }]
          : [],
      )
      const semantic =
        query.vector === null
          ? []
          : texts
              .map((text, at) => ({
                ...rankedOf(text, at),
                similarity: text.similarity ?? 0,
                matchesLexically: matches.has(at),
              }))
              .filter((hit) => hit.similarity > query.similarityFloor)
              .toSorted((a, b) => b.similarity - a.similarity)
      const lexicalTotal = lexical.length
      const words = new Set(texts.flatMap((text) => terms(text.words)))
      const unheld = query.terms.flatMap(({ term }) => (words.has(term) ? [] : [term]))
      const counts = { named: 0, rarity: RARITY, unheld }
      return { position: POSITION, lexical, lexicalTotal, ...counts, semantic }
    },
    browse: async () => ({
      position: POSITION,
      entries: texts.map(rankedOf),
      total: texts.length,
    }),
    displays: async (entries) =>
      entries.flatMap((entry) => {
        const text = texts[entry]
        return text === undefined ? [] : [displayOf(text)]
      }),
    knownValues: async () => ['cantonal'],
    unknownValues: async () => [],
    similarTerms: async () => [],
    position: async () => POSITION,
    waitFor: async () => {},
    close: async () => {},
  }
}

/** Every match counts. */
const RARITY = { asked: 1, unheld: 1 }

const embedder = (vector = Float32Array.of(1, 0), embedded: string[] = []): QueryEmbedder => ({
  model: 'test@1',
  dimensions: 2,
  similarityFloor: 0.2,
  costUsdPerQuery: 0.0001,
  embedQuery: async (text) => {
    embedded.push(text)
    return vector
  },
})
const failing: QueryEmbedder = {
  ...embedder(),
  embedQuery: async () => {
    throw new Fault('embedder-broken', 'the model does not answer')
  },
}

const ask = async (
  body: object,
  { texts = TEXTS, by = embedder(), asked = [] as IndexQuery[] } = {},
) => {
  const search = makeSearch({
    index: fakeIndex(texts, asked),
    embedder: by,
    clock: () => 1_000,
    today: () => TODAY,
  })
  return search(SearchRequest.parse(body))
}

const TEXTS: readonly Text[] = [
  { slug: 'bail-commercial', words: 'bail commercial', similarity: 0.5 },
  { slug: 'bail-rural', words: 'bail rural', similarity: 0.1 },
  { slug: 'loyer', words: 'loyer', similarity: 0.9 },
  { slug: 'ruling', words: 'bail', headnote: 'Le bail <b>verbal</b> & écrit', similarity: 0.3 },
]
const slugs = (hits: readonly SearchHit[]): string[] => hits.map(({ slug }) => slug)

describe('hybrid search', () => {
  test('words and meaning are fused, and each distinct hit counts once', async () => {
    const { response, position } = await ask({ text: 'bail' })
    expect(slugs(response.hits)).toEqual(['bail-commercial', 'ruling', 'loyer', 'bail-rural'])
    expect(response.hits[0]?.score).toBeCloseTo(1 / 61 + 1 / 62, 12)
    expect(response).toMatchObject({ total: 4, offset: 0, limit: 20, embeddingCostUsd: 0.0001 })
    expect(response.degraded).toBeUndefined()
    expect(position).toBe(POSITION)
    expect(SearchResponse.parse(response)).toEqual(response)
  })

  test('enableVector: false gives the words alone, at no cost, without an embedding', async () => {
    const embedded: string[] = []
    const by = embedder(undefined, embedded)
    const { response } = await ask({ text: 'bail', enableVector: false }, { by })
    expect(slugs(response.hits)).toEqual(['bail-commercial', 'bail-rural', 'ruling'])
    expect(response).toMatchObject({ total: 3, embeddingCostUsd: 0 })
    expect(response.degraded).toBeUndefined()
    expect(embedded).toEqual([])
  })

  test('an embedder that fails leaves the words alone, and the answer says so', async () => {
    const { response } = await ask({ text: 'bail' }, { by: failing })
    const { response: words } = await ask({ text: 'bail', enableVector: false })
    expect(response).toEqual({ ...words, degraded: ['vector'] })
  })

  test('a vector without direction is no vector, and no failure', async () => {
    const asked: IndexQuery[] = []
    const { response } = await ask({ text: 'bail' }, { by: embedder(Float32Array.of(0, 0)), asked })
    expect(asked[0]?.vector).toBeNull()
    expect(response.degraded).toBeUndefined()
  })

  test('a text of stop words alone is answered by meaning', async () => {
    const { response } = await ask({ text: 'le la les' })
    expect(slugs(response.hits)).toEqual(['loyer', 'bail-commercial', 'ruling'])
  })

  test('a citation is answered by names and words, not by meaning', async () => {
    const asked: IndexQuery[] = []
    const { response } = await ask({ text: 'L. 1221-1' }, { asked })
    expect(asked[0]).toMatchObject({ identifiers: ['article:l1221-1'], vector: null })
    expect(response.embeddingCostUsd).toBe(0)
  })

  test('« prescripton quinquenale » finds what « prescription quinquennale » finds', async () => {
    const held = [{ slug: 'art-2224', words: 'prescription quinquennale' }]
    const search = makeSearch({
      index: {
        ...fakeIndex(held),
        similarTerms: async (term) => [
          { term: term.startsWith('p') ? 'prescript' : 'quinquennal', entries: 1 },
        ],
      },
      embedder: embedder(),
      clock: () => 0,
      today: () => TODAY,
    })
    const { response } = await search(SearchRequest.parse({ text: 'prescripton quinquenale' }))
    expect(slugs(response.hits)).toEqual(['art-2224'])
  })

  test('faults of the index are thrown', async () => {
    const index = {
      ...fakeIndex(TEXTS),
      search: () => Promise.reject(new Fault('search-unavailable', 'gone')),
    }
    const search = makeSearch({ index, embedder: embedder(), clock: () => 0, today: () => TODAY })
    await expect(search(SearchRequest.parse({ text: 'bail' }))).rejects.toThrow('gone')
  })
})

describe('browse', () => {
  test('an empty text keeps the order of the index, scores by rank, embeds nothing', async () => {
    const embedded: string[] = []
    const { response, position } = await ask({ text: '  ' }, { by: embedder(undefined, embedded) })
    expect(slugs(response.hits)).toEqual(['bail-commercial', 'bail-rural', 'loyer', 'ruling'])
    expect(response.hits.map(({ score }) => score)).toEqual([1 / 61, 1 / 62, 1 / 63, 1 / 64])
    expect(response).toMatchObject({ total: 4, embeddingCostUsd: 0 })
    expect(embedded).toEqual([])
    expect(position).toBe(POSITION)
  })
})

const days = (from: string, to: string | null): Interval => ({
  from: Day.parse(from),
  to: to === null ? null : Day.parse(to),
})
const DATED: readonly Text[] = [
  { slug: 'ended', words: 'bail', validity: [days('2000-01-01', '2009-12-31')] },
  { slug: 'in-force', words: 'bail', validity: [days('2010-01-01', null)] },
  { slug: 'undated', words: 'bail' },
]

const answerOn = async (filters: object, asked: IndexQuery[] = []) => {
  const search = makeSearch({
    index: fakeIndex(DATED, asked),
    embedder: embedder(),
    clock: () => 0,
    today: () => TODAY,
  })
  const body = { text: 'bail', enableVector: false, filters }
  const { response } = await search(SearchRequest.parse(body))
  return response.hits.map(({ slug, validity, inForce }) => [slug, validity, inForce])
}

describe('hits', () => {
  test('say when their wording is in force, and whether it is today', async () =>
    expect(await answerOn({})).toEqual([
      ['ended', { validFrom: '2000-01-01', validTo: '2009-12-31' }, false],
      ['in-force', { validFrom: '2010-01-01', validTo: null }, true],
      ['undated', { validFrom: null, validTo: null }, true],
    ]))

  test('say whether it was on the day that is asked for', async () =>
    expect((await answerOn({ asOf: '2005-03-01' })).map(([, , inForce]) => inForce)).toEqual([
      true,
      false,
      true,
    ]))

  test('inForce asks the index for what is in force today, or on the day asked for', async () => {
    const asked: IndexQuery[] = []
    await answerOn({ inForce: true }, asked)
    await answerOn({ inForce: true, asOf: '2005-03-01' }, asked)
    expect(asked.map(({ filters }) => filters.asOf)).toEqual(['2026-05-04', '2005-03-01'])
  })

  test('a headnote carries its article, and a snippet that is safe', async () => {
    const { response } = await ask({ text: 'bail', enableVector: false })
    const hit = response.hits.find(({ type }) => type === 'headnote')
    expect(HeadnoteHit.parse(hit)).toMatchObject({
      slug: 'ruling',
      articleSlug: 'ruling',
      title: 'Titre de bail',
      articleTitle: 'Titre de bail',
      sequence: 1,
      legalRuleType: 'ratio',
      snippet: 'Le <mark>bail</mark> &lt;b&gt;verbal&lt;/b&gt; &amp; écrit',
    })
  })

  test('an article has the members of its type and no others', async () => {
    const { response } = await ask({ text: 'loyer', enableVector: false })
    expect(Object.keys(response.hits[0] ?? {}).toSorted()).toEqual(
      'abstract contentType inForce jurisdiction language matchedIdentifiers passageHeading publishedAt score sha256Hash slug snippet snippetSpan statusFlag title type validity version'.split(
        ' ',
      ),
    )
  })

  test('headnotes are left out on request', async () => {
    const { response } = await ask({ text: 'bail', includeHeadnotes: false, enableVector: false })
    expect(response.hits.every(({ type }) => type === 'article')).toBe(true)
  })
})

const CONCEPT = '0b5a8e0c-3c1f-4d5e-8f00-1234567890ab'

describe('warnings', () => {
  test('a concept that no text carries is never a silent zero', async () => {
    const { response } = await ask({
      text: 'bail',
      filters: { conceptIds: [CONCEPT] },
    })
    expect(response.warnings).toEqual([
      { path: 'filters.conceptIds.0', value: CONCEPT, closest: null },
    ])
  })
})

describe('pages', () => {
  const many = fc.array(
    fc.record({
      words: fc.constantFrom('bail', 'loyer', 'bail loyer', 'autre'),
      similarity: fc.integer({ min: 0, max: 9 }).map((tenth) => tenth / 10),
    }),
    { minLength: 1, maxLength: 60 },
  )

  test('laid end to end they are one big page, and the total is the same on each', async () => {
    await fc.assert(
      fc.asyncProperty(many, fc.integer({ min: 1, max: 17 }), async (drawn, limit) => {
        const texts = drawn.map((text, at) => ({ ...text, slug: `text-${at}` }))
        const whole = await ask({ text: 'bail loyer', limit: 100 }, { texts })
        const paged: SearchHit[] = []
        for (let offset = 0; offset < whole.response.total; offset += limit) {
          const { response } = await ask({ text: 'bail loyer', limit, offset }, { texts })
          expect(response.total).toBe(whole.response.total)
          paged.push(...response.hits)
        }
        expect(paged).toEqual(whole.response.hits)
        expect(whole.response.total).toBe(whole.response.hits.length)
      }),
      { numRuns: 50 },
    )
  })

  test('the same query on the same corpus gives the same bytes', async () => {
    const [first, second] = [await ask({ text: 'bail' }), await ask({ text: 'bail' })]
    expect(JSON.stringify(first)).toBe(JSON.stringify(second))
  })
})
