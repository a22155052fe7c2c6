import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Position, Slug } from '#contracts/ids.ts'
import { vectorsInContext } from '#contracts/search/context.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import type {
  BrowseAnswer,
  BrowseQuery,
  FacetField,
  IndexAnswer,
  IndexOrder,
  IndexQuery,
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
  shuffled,
  uuid,
  keptVector,
} from '../../../../test/contract/search-fixtures.ts'
import { expectRanking } from '../../../../test/contract/expect-ranking.ts'
import {
  referenceBrowse,
  referenceResult,
  referenceSearch,
} from '../../../../test/contract/search-reference.ts'
import { plainKernel } from '../scan/kernel.ts'
import { Engine, type EngineOptions } from './engine.ts'
import { unpackAnswer, unpackBrowse } from './packed.ts'
import { unit } from './quantise.ts'
import { SavedReader } from './saved.ts'

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
const RUNS = 150
const DIMENSIONS = 20
const TOLERANCE = 1e-6
/** The numbers of a vector are rounded to 16 bits. */
const ROUNDING_TOLERANCE = 5e-5
const PARAMETERS = { k1: 1.1, titleWeight: 2.5, lengthPower: 0.5 }
console.info(`engine.test.ts: SEED=${SEED}`)

const WORDS = ['bail', 'preavis', 'conge', 'loyer', 'bailleur', 'caution']
const VECTOR_KEYS = Array.from({ length: 12 }, (_, n) => `vector-${n}`)
const VECTORS = new Map(
  VECTOR_KEYS.map((key, n) => [sha256(key), randomVector(DIMENSIONS, seeded(n))]),
)

const someWords = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((all) => all.join(' '))
const someDay = fc.constantFrom('2019-01-01', '2020-06-15', '2021-12-31', '2024-02-29')
const interval = fc.record({ from: fc.option(someDay), to: fc.option(someDay) })

const someDocument = fc
  .record({
    text: fc.integer({ min: 1, max: 4 }),
    kind: fc.constantFrom('article', 'headnote'),
    sequence: fc.integer({ min: 1, max: 2 }),
    version: fc.constantFrom('1.0.0', '1.1.0', '2.0.0'),
    current: fc.boolean(),
    validity: fc.array(interval, { maxLength: 2 }),
    date: fc.option(someDay),
    tags: fc.record({
      jurisdictions: fc.subarray(['FR', 'LU']),
      conceptIds: fc.subarray(['c1', 'c2', 'c3']),
      years: fc.subarray(['2019', '2020', '2021']),
    }),
    authority: fc.integer({ min: 0, max: 2 }),
    identifiers: fc.subarray(['12-34.567', 'l1221-1']),
    title: someWords,
    body: someWords,
    passages: fc.array(fc.constantFrom(...VECTOR_KEYS), { maxLength: 3 }),
    model: fc.constantFrom(MODEL, MODEL, 'model-b', null),
  })
  .map((facts) => documentOf(facts as Parameters<typeof documentOf>[0]))

const someQuery: fc.Arbitrary<IndexQuery> = fc
  .record({
    words: fc.shuffledSubarray([...WORDS, 'inconnu']),
    weight: fc.constantFrom(1, 0.5, 2),
    identifiers: fc.subarray(['12-34.567', 'l1221-1', 'nobody']),
    vector: fc.option(fc.integer({ min: 100, max: 10_000 })),
    floor: fc.constantFrom(0, 0.2),
    kinds: fc.subarray(['article', 'headnote'] as const),
    anyOf: fc.record(
      {
        jurisdictions: fc.subarray(['FR', 'LU', 'XX']),
        conceptIds: fc.subarray(['c1', 'c2', 'c4']),
      },
      { requiredKeys: [] },
    ),
    dateFrom: fc.option(someDay.map(day)),
    dateTo: fc.option(someDay.map(day)),
    asOf: fc.option(someDay.map(day)),
    slug: fc.option(
      fc.constantFrom('texte-1', 'texte-2').map((text) => Slug.parse(text)),
      {
        freq: 1,
      },
    ),
    depth: fc.constantFrom(2, 1_100),
    order: fc.constantFrom<IndexOrder>('relevance', 'date', 'date_asc', 'authority'),
    facets: fc.subarray<FacetField>(['jurisdictions', 'conceptIds', 'years', 'courts']),
    byText: fc.boolean(),
  })
  .map(
    ({
      words,
      weight,
      identifiers,
      vector,
      floor,
      depth,
      order,
      facets,
      byText,
      slug,
      ...filters
    }) =>
      queryFor('', {
        terms: words.map((term) => ({ term, weight })),
        identifiers,
        vector: vector === null ? null : randomVector(DIMENSIONS, seeded(vector)),
        similarityFloor: floor,
        filters: { ...filters, ...(slug === null ? {} : { slug }) },
        lexicalDepth: depth,
        semanticDepth: depth,
        order,
        facets,
        byText,
      }),
  )

const vectorsOf = (document: SearchDocument): readonly Float32Array[] =>
  vectorsInContext(document.passages, VECTORS).vectors

const engineOf = (documents: readonly SearchDocument[], options: EngineOptions = {}): Engine => {
  const engine = new Engine({ parameters: PARAMETERS, model: MODEL, ...options })
  for (const document of documents) engine.stage({ document, vectors: vectorsOf(document) })
  engine.commit(Position.parse(documents.length))
  return engine
}

/** Compares the passages with the nearest sketches alone. */
const FEW_NEAR: EngineOptions = { sketches: { rowsMin: 0, candidates: 3, share: 0 } }

const savedForm = (engine: Engine): Buffer => Buffer.concat([...engine.save()])

/** An engine of what was saved, given in pieces of a prime number of bytes. */
const loadedFrom = (form: Buffer, options: EngineOptions = {}): Engine => {
  const engine = new Engine({ parameters: PARAMETERS, model: MODEL, ...options })
  let at = 0
  const pull = (): Buffer | null => {
    if (at >= form.length) return null
    at += 1_009
    return form.subarray(at - 1_009, at)
  }
  engine.load(new SavedReader(pull), Position.parse(7))
  return engine
}

/** Keeps the last one of the documents with one id. */
const latest = (documents: readonly SearchDocument[]): SearchDocument[] => [
  ...new Map(documents.map((document) => [document.id, document])).values(),
]

const corpusOf = (documents: readonly SearchDocument[]) => ({
  documents: latest(documents),
  vectors: VECTORS,
  model: MODEL,
  parameters: PARAMETERS,
})

const idOf = (engine: Engine, { entry, kind }: RankedEntry): string => {
  const display = JSON.parse(engine.displays.json(entry) ?? 'null') as {
    articleId: string
    version: string
    headnote: { headnoteId: string } | null
  }
  const id = kind === 'article' ? display.articleId : display.headnote?.headnoteId
  return `${id}@${display.version}`
}

const expectAnswer = (
  engine: Engine,
  documents: readonly SearchDocument[],
  query: IndexQuery,
): void => {
  const answer = unpackAnswer(engine.search(query))
  const wanted = referenceSearch(corpusOf(documents), query)
  const lexical = answer.lexical.map((hit) => ({ id: idOf(engine, hit), score: hit.score }))
  expectRanking(lexical.slice(0, wanted.named.length), wanted.named, {
    depth: query.lexicalDepth,
    tolerance: TOLERANCE,
  })
  expectRanking(lexical.slice(wanted.named.length), wanted.lexical, {
    depth: Math.max(0, query.lexicalDepth - wanted.named.length),
    tolerance: TOLERANCE,
  })
  expect(answer.lexicalTotal).toBe(wanted.named.length + wanted.lexical.length)
  expect(answer.named).toBe(Math.min(wanted.named.length, query.lexicalDepth))
  expect(answer.unheld).toEqual(wanted.unheld)
  for (const hit of answer.lexical)
    expect(hit.rare).toBeCloseTo(wanted.rareIn(idOf(engine, hit)), 9)
  expect(answer.rarity.asked).toBeCloseTo(wanted.rarity.asked, 9)
  expect(answer.rarity.unheld).toBeCloseTo(wanted.rarity.unheld, 9)
  const semantic = answer.semantic.map((hit) => ({ id: idOf(engine, hit), score: hit.similarity }))
  expectRanking(semantic, wanted.semantic, {
    depth: query.semanticDepth,
    tolerance: ROUNDING_TOLERANCE,
  })
  const matching = new Set([...wanted.named, ...wanted.lexical].map(({ document }) => document.id))
  for (const hit of answer.semantic)
    expect(hit.matchesLexically).toBe(matching.has(idOf(engine, hit)))
}

/** Whether facets and texts are counted as the reference counts them. */
const expectCounts = (
  { facets, texts }: Pick<IndexAnswer | BrowseAnswer, 'facets' | 'texts'>,
  documents: readonly SearchDocument[],
  query: IndexQuery | BrowseQuery,
): void => {
  const wanted = referenceResult(corpusOf(documents), query)
  const { byText = false, facets: asked = [] } = query
  expect(texts).toBe(byText ? wanted.texts : undefined)
  expect(facets ?? {}).toEqual(asked.length === 0 ? {} : wanted.facets)
}

const documentLists = fc.array(someDocument, { maxLength: 25 })
const fewDocuments = fc.array(someDocument, { maxLength: 6 })

describe('the engine answers as a scan of every document would', () => {
  test('in a search, whatever was replaced before', () => {
    fc.assert(
      fc.property(documentLists, someQuery, (documents, query) =>
        expectAnswer(engineOf(documents), documents, query),
      ),
      { seed: SEED, numRuns: RUNS },
    )
  })

  test('in any order, with facets, by hit and by text', () => {
    fc.assert(
      fc.property(documentLists, someQuery, (documents, query) => {
        const engine = engineOf(documents)
        const answer = unpackAnswer(engine.search(query))
        expectCounts(answer, documents, query)
        const { ids } = referenceResult(corpusOf(documents), query)
        const sorted = answer.sorted?.map((entry) => idOf(engine, entry))
        expect(sorted).toEqual(
          query.order === 'relevance' ? undefined : ids.slice(0, query.lexicalDepth),
        )
        const browse = { ...query, depth: query.lexicalDepth }
        const { terms: _, ...listed } = browse
        const found = unpackBrowse(engine.browse(listed))
        expectCounts(found, documents, listed)
        expect(found.entries.map((entry) => idOf(engine, entry))).toEqual(
          referenceResult(corpusOf(documents), listed).ids.slice(0, listed.depth),
        )
      }),
      { seed: SEED, numRuns: RUNS },
    )
  })

  test('in a search without WebAssembly SIMD, bit for bit', () => {
    fc.assert(
      fc.property(documentLists, someQuery, (documents, query) => {
        const plain = engineOf(documents, { makeKernel: plainKernel })
        expect(plain.search(query)).toEqual(engineOf(documents).search(query))
      }),
      { seed: SEED, numRuns: RUNS / 10 },
    )
  })

  test('in a search where the sketches leave out nothing, bit for bit', () => {
    fc.assert(
      fc.property(documentLists, someQuery, (documents, query) => {
        const sketched = engineOf(documents, { sketches: { rowsMin: 0, candidates: 0, share: 1 } })
        expect(sketched.search(query)).toEqual(engineOf(documents).search(query))
      }),
      { seed: SEED, numRuns: RUNS / 10 },
    )
  })

  test('and the shares of its terms add up to a score, bit for bit', () => {
    fc.assert(
      fc.property(documentLists, someQuery, (documents, query) => {
        const asked = { ...query, withShares: true }
        for (const hit of unpackAnswer(engineOf(documents).search(asked)).lexical)
          expect(hit.shares?.reduce((sum, { score }) => sum + score, 0)).toBe(hit.score)
      }),
      { seed: SEED, numRuns: RUNS / 10 },
    )
  })

  test('in a browse', () => {
    fc.assert(
      fc.property(documentLists, someQuery, (documents, { filters, lexicalDepth: depth }) => {
        const engine = engineOf(documents)
        const answer = unpackBrowse(engine.browse({ filters, depth }))
        const wanted = referenceBrowse(corpusOf(documents), { filters, depth })
        expect(answer.entries.map((entry) => idOf(engine, entry))).toEqual(
          wanted.slice(0, depth).map(({ id }) => id),
        )
        expect(answer.total).toBe(wanted.length)
      }),
      { seed: SEED, numRuns: RUNS },
    )
  })

  test.each([
    ['', {}],
    [', of the passages with the nearest sketches', FEW_NEAR],
  ])('in any order of arrival, with the same scores to the last bit%s', (_, options) => {
    fc.assert(
      fc.property(documentLists, someQuery, fc.integer(), (documents, query, seed) => {
        const kept = latest(documents)
        const once = engineOf(documents, options)
        const again = engineOf(shuffled(kept, seeded(seed)), options)
        const answersOf = (engine: Engine) => {
          const answer = unpackAnswer(engine.search(query))
          return {
            lexical: answer.lexical.map((hit) => [idOf(engine, hit), hit.score]),
            semantic: answer.semantic.map((hit) => [idOf(engine, hit), hit.similarity]),
          }
        }
        expect(answersOf(again)).toEqual(answersOf(once))
      }),
      { seed: SEED, numRuns: RUNS },
    )
  })
})

describe('an engine that was saved and loaded', () => {
  test('answers as before, and takes changes', () => {
    fc.assert(
      fc.property(documentLists, fewDocuments, someQuery, (documents, more, query) => {
        const form = savedForm(engineOf(documents))
        const engine = loadedFrom(form)
        const nearOf = (one: Engine) => unpackAnswer(one.search(query)).semantic
        const [once, again] = [engineOf(documents, FEW_NEAR), loadedFrom(form, FEW_NEAR)]
        expect(nearOf(again).map((hit) => [idOf(again, hit), hit.similarity])).toEqual(
          nearOf(once).map((hit) => [idOf(once, hit), hit.similarity]),
        )
        expect(engine.position).toBe(7)
        expect(engine.deadEntries).toBe(0)
        expectAnswer(engine, latest(documents), query)
        expectCounts(unpackAnswer(engine.search(query)), documents, query)
        for (const document of more) engine.stage({ document, vectors: vectorsOf(document) })
        engine.commit(Position.parse(8))
        expectAnswer(engine, [...latest(documents), ...more], query)
        expectCounts(unpackAnswer(engine.search(query)), [...documents, ...more], query)
      }),
      { seed: SEED, numRuns: 40 },
    )
  })

  test('holds nothing of what was replaced or removed', () => {
    fc.assert(
      fc.property(documentLists, documentLists, (documents, removed) => {
        const kept = latest(documents)
        const gone = latest(removed).filter(({ id }) => !kept.some((one) => one.id === id))
        const first = kept.map(({ id }) => ({ ...documentOf({ text: 9, body: 'autre' }), id }))
        const engine = engineOf([...gone, ...first])
        for (const { id } of gone) engine.stageRemoval(id)
        for (const document of kept) engine.stage({ document, vectors: vectorsOf(document) })
        engine.commit(Position.parse(9))
        const form = savedForm(engine)
        expect(savedForm(loadedFrom(form))).toEqual(form)
        // The order of words and values is that of their first arrival: their bytes are as many.
        expect(form).toHaveLength(savedForm(engineOf(kept)).length)
      }),
      { seed: SEED, numRuns: RUNS / 10 },
    )
  })

  // An older file would be read as something else: change the number in `sealed-file.ts` with this.
  test('has the form that files of this number have', () => {
    const documents = [1, 2].map((text) =>
      documentOf({ text, title: 'bail', body: 'bail rural bail', identifiers: ['12-34.567'] }),
    )
    const engine = new Engine()
    for (const [n, document] of documents.entries())
      engine.stage({ document, vectors: [Float32Array.of(n + 1, 0.5, -0.25)] })
    engine.commit(Position.parse(1))
    expect(sha256(savedForm(engine).toString('base64'))).toMatchInlineSnapshot(
      `"f8c1db12f1679d7d93eb5e251b38dcb78eb5912d379f7aa48df3f0e8f5e78d58"`,
    )
  })

  test('is not loaded if it is cut off, longer, or of another model', () => {
    const documents = [1, 2, 3].map((text) => documentOf({ text, body: 'bail rural' }))
    const form = savedForm(engineOf(documents, { model: null }))
    for (const length of [0, 7, 8, Math.floor(form.length / 2), form.length - 1])
      expect(() => loadedFrom(form.subarray(0, length))).toThrow(RangeError)
    expect(() => loadedFrom(Buffer.concat([form, Buffer.of(0)]))).toThrow(RangeError)
    expect(() => loadedFrom(form, { model: 'another' })).toThrow(TypeError)
  })
})

const CROWD = { documents: 3_000, dimensions: 96, clusters: 8, depth: 250, queries: 12 } as const

/** Three passages an entry; near their cluster's centre, or anywhere. */
const crowd = (spread: number, random: () => number): Float32Array[][] => {
  const centres = Array.from({ length: CROWD.clusters }, () =>
    randomVector(CROWD.dimensions, random),
  )
  return Array.from({ length: CROWD.documents }, (_, n) =>
    Array.from({ length: 3 }, () => {
      const own = randomVector(CROWD.dimensions, random)
      const centre = centres[n % CROWD.clusters] ?? own
      return own.map((value, lane) => spread * value + (1 - spread) * (centre[lane] ?? 0))
    }),
  )
}

const exactBest = (all: readonly Float64Array[][], query: Float32Array): number[] => {
  const direction = unit(query) ?? query
  const product = (vector: Float64Array): number =>
    vector.reduce((sum, value, lane) => sum + value * (direction[lane] ?? 0), 0)
  return all
    .map((vectors) => Math.max(...vectors.map(product)))
    .filter((similarity) => similarity > 0)
    .toSorted((first, second) => second - first)
    .slice(0, CROWD.depth)
}

describe('the semantic ranking is the one of a scan of all vectors', () => {
  const spreads = { random: 1, clustered: 0.5, 'tightly clustered': 0.05, 'nearly equal': 0.001 }
  for (const [name, spread] of Object.entries(spreads))
    test(`of ${name} vectors`, () => {
      const random = seeded(SEED)
      const all = crowd(spread, random)
      const kept = all.map((vectors) => vectors.map(keptVector))
      const engine = new Engine()
      for (const [n, vectors] of all.entries())
        engine.stage({ document: documentOf({ text: n + 1 }), vectors })
      engine.commit(Position.parse(1))
      for (let n = 0; n < CROWD.queries; n++) {
        const near = all[Math.floor(random() * all.length)]?.[0] ?? new Float32Array(0)
        const query = n % 2 === 0 ? near : randomVector(CROWD.dimensions, random)
        const found = unpackAnswer(engine.search(queryFor('', { vector: query }))).semantic
        const wanted = exactBest(kept, query)
        expect(found).toHaveLength(wanted.length)
        for (const [rank, { similarity }] of found.entries())
          expect(Math.abs(similarity - (wanted[rank] ?? Number.NaN))).toBeLessThan(TOLERANCE)
      }
    })
})

const PLENTY = { documents: 4_000, dimensions: 640, centres: 40, near: 10, queries: 20 } as const

const mixed = (a: Float32Array, b: Float32Array, share: number): Float32Array =>
  a.map((value, lane) => share * value + (1 - share) * (b[lane] ?? 0))

test('of very many passages, sketches find the nearest among a tenth of them', () => {
  const random = seeded(SEED)
  const { documents, dimensions } = PLENTY
  const centres = Array.from({ length: PLENTY.centres }, () => randomVector(dimensions, random))
  const vectors = Array.from({ length: documents }, (_, n) =>
    mixed(randomVector(dimensions, random), centres[n % PLENTY.centres] ?? new Float32Array(), 0.7),
  )
  const [exact, sketched] = [{}, { sketches: { rowsMin: 1_000, candidates: 0, share: 0.1 } }].map(
    (options) => {
      const engine = new Engine(options)
      for (const [n, vector] of vectors.entries())
        engine.stage({ document: documentOf({ text: n + 1 }), vectors: [vector] })
      engine.commit(Position.parse(1))
      return (query: Float32Array) =>
        unpackAnswer(
          engine.search(queryFor('', { vector: query, semanticDepth: PLENTY.near })),
        ).semantic.map(({ slug, similarity }) => ({ slug, similarity }))
    },
  )
  let found = 0
  for (let n = 0; n < PLENTY.queries; n++) {
    const near = vectors[Math.floor(random() * documents)] ?? new Float32Array()
    const query = mixed(randomVector(dimensions, random), near, 0.5)
    const wanted = exact?.(query) ?? []
    const got = sketched?.(query) ?? []
    expect(got).toHaveLength(PLENTY.near)
    // What is found has its exact similarity.
    found += wanted.filter(({ slug, similarity }) =>
      got.some((hit) => hit.slug === slug && hit.similarity === similarity),
    ).length
  }
  expect(found / (PLENTY.queries * PLENTY.near)).toBeGreaterThan(0.9)
})

const search = (engine: Engine, words: string) => unpackAnswer(engine.search(queryFor(words)))

describe('changes', () => {
  const first = documentOf({ text: 1, body: 'bail loyer' })
  test('reach a search by sketches, whatever it has read before', () => {
    const engine = new Engine({ sketches: { rowsMin: 0, candidates: 9, share: 1 } })
    const documents = [1, 2, 3].map((text) => documentOf({ text }))
    for (const [n, document] of documents.entries())
      engine.stage({ document, vectors: [Float32Array.of(1, n / 10)] })
    engine.commit(Position.parse(3))
    const query = queryFor('', { vector: Float32Array.of(1, 0) })
    const found = () => unpackAnswer(engine.search(query)).semantic.map(({ slug }) => slug)
    expect(found()).toEqual(['texte-1', 'texte-2', 'texte-3'])
    engine.stageRemoval(documents[1]?.id ?? '')
    expect(found()).toEqual(['texte-1', 'texte-2', 'texte-3'])
    engine.commit(Position.parse(4))
    expect(found()).toEqual(['texte-1', 'texte-3'])
    engine.stage({ document: documentOf({ text: 4 }), vectors: [Float32Array.of(1, 0.01)] })
    expect(found()).toEqual(['texte-1', 'texte-3'])
    engine.commit(Position.parse(5))
    expect(found()).toEqual(['texte-1', 'texte-4', 'texte-3'])
  })

  test('are invisible until they are committed', () => {
    const engine = engineOf([first])
    engine.stage({ document: documentOf({ text: 2, body: 'bail' }), vectors: [] })
    engine.stageRemoval(first.id)
    expect(search(engine, 'bail').lexical).toHaveLength(1)
    expect(search(engine, 'loyer').lexical).toHaveLength(1)
    engine.commit(Position.parse(9))
    expect(search(engine, 'bail')).toMatchObject({ position: 9, lexicalTotal: 1 })
    expect(search(engine, 'loyer').lexicalTotal).toBe(0)
  })

  test('that are abandoned affect no answer', () => {
    const engine = engineOf([first])
    const before = engine.search(queryFor('bail'))
    engine.stage({ document: documentOf({ text: 2, body: 'bail bail' }), vectors: [] })
    engine.abandon()
    engine.commit(before.position)
    expect(engine.search(queryFor('bail'))).toEqual(before)
    expect(engine.deadEntries).toBe(1)
  })

  test('of wordings that are no longer in force count in searches as of a day', () => {
    const [current, old] = [1, 2].map((text) =>
      documentOf({
        text,
        body: 'bail rural',
        current: text === 1,
        validity: [{ from: null, to: null }],
      }),
    )
    if (current === undefined || old === undefined) throw new Error('there are two')
    const engine = engineOf([current])
    engine.search(queryFor('bail'))
    engine.stage({ document: old, vectors: [] })
    engine.commit(Position.parse(2))
    expectAnswer(
      engine,
      [current, old],
      queryFor('bail', { filters: { ...queryFor('').filters, asOf: day('2020-06-15') } }),
    )
  })

  test('leave old entry numbers readable', () => {
    const engine = engineOf([first])
    const [hit] = search(engine, 'bail').lexical
    engine.stage({ document: documentOf({ text: 1, title: 'nouveau', body: 'bail' }), vectors: [] })
    engine.commit(Position.parse(2))
    expect(engine.displays.json(hit?.entry ?? 0)).toContain('Un titre')
    expect(engine.displays.json(engine.displays.nextEntry)).toBeNull()
  })

  test('remove their values from the known values', () => {
    const tagged = documentOf({ text: 1, tags: { courtLevels: ['supreme', 'appeal'] } })
    const engine = engineOf([tagged, documentOf({ text: 2, tags: { courtLevels: ['appeal'] } })])
    expect(engine.knownValues('courtLevels')).toEqual(['appeal', 'supreme'])
    engine.stageRemoval(tagged.id)
    engine.commit(Position.parse(3))
    expect(engine.knownValues('courtLevels')).toEqual(['appeal'])
    expect(engine.knownValues('conceptIds')).toEqual([])
  })
})

test("the order of a query's words changes no score by a bit", () => {
  fc.assert(
    fc.property(documentLists, someQuery, fc.integer(), (documents, query, seed) => {
      const engine = engineOf(documents)
      const terms = shuffled(query.terms, seeded(seed))
      expect(engine.search({ ...query, terms })).toEqual(engine.search(query))
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

describe('vectors', () => {
  test('at the similarity floor are not above it', () => {
    const engine = engineOf([documentOf({ text: 1, passages: ['vector-1'] })])
    const own = VECTORS.get(sha256('vector-1')) ?? new Float32Array(0)
    const noise = randomVector(DIMENSIONS, seeded(77))
    const vector = own.map((value, lane) => value + 0.3 * (noise[lane] ?? 0))
    const found = (similarityFloor: number) =>
      engine.search(queryFor('', { vector, similarityFloor })).semantic.scores
    const [similarity = 0] = found(0)
    expect(similarity).toBeGreaterThan(0.5)
    expect(found(similarity)).toHaveLength(0)
    expect(found(similarity - 1e-12)).toHaveLength(1)
  })

  test('of another model than the index are left out', () => {
    const other = documentOf({ text: 2, model: 'model-b', passages: ['vector-1'] })
    const engine = engineOf([documentOf({ text: 1, passages: ['vector-1'] }), other])
    const vector = randomVector(DIMENSIONS, seeded(1))
    const found = unpackAnswer(engine.search(queryFor('', { vector }))).semantic
    expect(found.map(({ slug }) => slug)).toEqual(['texte-1'])
  })

  test('without a direction match nothing', () => {
    const engine = new Engine()
    const document = documentOf({ text: 1 })
    const odd = [new Float32Array(4), Float32Array.of(1, Number.NaN, 0, 0), Float32Array.of(1, 2)]
    engine.stage({ document, vectors: odd })
    engine.commit(Position.parse(1))
    const vector = Float32Array.of(1, 0, 0, 0)
    expect(engine.search(queryFor('', { vector })).semantic.scores).toHaveLength(0)
    expect(engine.passages).toBe(0)
  })

  test('of a query with other dimensions are a fault, not an empty answer', () => {
    const engine = engineOf([documentOf({ text: 1, passages: ['vector-1'] })])
    const query = queryFor('', { vector: Float32Array.of(1, 0) })
    expect(() => engine.search(query)).toThrow(/2 dimensions/)
  })
})

test('an entry without words, tags, dates or vectors can still be browsed', () => {
  const engine = engineOf([documentOf({ text: 1, model: null })])
  const answer = unpackBrowse(engine.browse({ filters: NO_FILTERS, depth: 10 }))
  expect(answer).toMatchObject({ total: 1, entries: [{ slug: 'texte-1', kind: 'article' }] })
  expect(uuid(1)).toContain('0001')
})
