import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CONTEXT_SHARE } from '#contracts/search/context.ts'
import { Position, type Sha256Hex } from '#contracts/ids.ts'
import { shownOf } from '#contracts/search/shown.ts'
import { TAG_FIELDS, type TagField } from '#contracts/search/document.ts'
import type {
  IndexFilters,
  IndexQuery,
  SearchIndex,
  SearchWriter,
  TextReadModel,
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
  textOf,
  uuid,
} from './search-fixtures.ts'

/** An index of its own, empty, with what writes it. Generation 1 is the live one. */
export type OpenedSearch = {
  readonly writer: SearchWriter
  readonly index: SearchIndex
  putVectors(
    model: string,
    vectors: readonly { textSha256: Sha256Hex; vector: Float32Array }[],
  ): Promise<void>
  close(): Promise<void>
}

const LIVE = 1
/** Fields with so many values that no engine has to list them. */
const UNLISTED: ReadonlySet<TagField> = new Set(['cites', 'identifiers', 'provisions'])
const CATCH_UP_MS = 10_000
const DIMENSIONS = 16
const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)

const at = (position: number): Position => Position.parse(position)

/** What every search index promises, whatever it is made of. */
export const searchIndexContract = (name: string, open: () => Promise<OpenedSearch>): void => {
  describe(`${name}, search index`, () => {
    let opened: OpenedSearch
    let position = 0

    beforeEach(async () => {
      opened = await open()
      position = 0
    })
    afterEach(() => opened.close())

    /** Applies texts and waits until the index knows them. */
    const apply = async (...texts: readonly TextReadModel[]): Promise<void> => {
      position += 1
      await opened.writer.apply(LIVE, texts, at(position))
      await opened.index.waitFor(at(position), CATCH_UP_MS)
    }
    const lexical = async (query: IndexQuery): Promise<string[]> =>
      (await opened.index.search(query)).lexical.map(({ slug }) => slug)
    const semantic = async (query: IndexQuery): Promise<string[]> =>
      (await opened.index.search(query)).semantic.map(({ slug }) => slug)
    const filtered = (filters: Partial<IndexFilters>): Promise<string[]> =>
      lexical(queryFor('bail', { filters: { ...NO_FILTERS, ...filters } }))
    const browsed = async (filters: Partial<IndexFilters> = {}): Promise<string[]> => {
      const query = { filters: { ...NO_FILTERS, ...filters }, depth: 100 }
      return (await opened.index.browse(query)).entries.map(({ slug }) => slug)
    }
    const putVectors = (keys: readonly string[], model = MODEL): Promise<void> =>
      opened.putVectors(
        model,
        keys.map((key, n) => ({
          textSha256: sha256(key),
          vector: randomVector(DIMENSIONS, seeded(n + 1)),
        })),
      )

    describe('what is applied', () => {
      test('is found, and the answer says at which position', async () => {
        await apply(textOf([documentOf({ text: 1, body: 'bail commercial' })]))
        const answer = await opened.index.search(queryFor('commercial'))
        expect(answer).toMatchObject({ position: 1, lexicalTotal: 1 })
        expect(answer.lexical).toMatchObject([{ kind: 'article', slug: 'texte-1', sequence: 0 }])
        expect(await opened.index.position()).toBe(1)
      })

      test('replaces every document of its text', async () => {
        const old = documentOf({ text: 1, slug: 'ancien', body: 'bail' })
        const note = documentOf({ text: 1, kind: 'headnote', slug: 'ancien', body: 'bail' })
        await apply(textOf([old, note], 1))
        expect(await lexical(queryFor('bail'))).toEqual(['ancien', 'ancien'])
        const next = documentOf({ text: 1, slug: 'nouveau', version: '2.0.0', body: 'bail' })
        await apply(textOf([next], 2))
        expect(await lexical(queryFor('bail'))).toEqual(['nouveau'])
        expect(await browsed()).toEqual(['nouveau'])
      })

      test('without documents leaves nothing to be found', async () => {
        const document = documentOf({ text: 1, body: 'bail', passages: ['p1'] })
        await putVectors(['p1'])
        await apply(textOf([document], 1), textOf([documentOf({ text: 2, body: 'bail' })], 1))
        await apply(textOf([], 2, document.articleId))
        expect(await lexical(queryFor('bail'))).toEqual(['texte-2'])
        expect(await browsed()).toEqual(['texte-2'])
        const vector = randomVector(DIMENSIONS, seeded(1))
        expect(await semantic(queryFor('', { vector }))).toEqual([])
      })

      test('is refused where a newer version of the text was applied', async () => {
        await apply(textOf([documentOf({ text: 1, body: 'nouveau' })], 5))
        await apply(textOf([documentOf({ text: 1, body: 'ancien' })], 4))
        await apply(textOf([documentOf({ text: 1, body: 'autre' })], 5))
        expect(await lexical(queryFor('ancien autre'))).toEqual([])
        expect(await lexical(queryFor('nouveau'))).toEqual(['texte-1'])
      })

      test('is refused too where the newer version left no document behind', async () => {
        await apply(textOf([], 5, uuid(1)))
        await apply(textOf([documentOf({ text: 1, body: 'bail' })], 4))
        expect(await browsed()).toEqual([])
        await apply(textOf([documentOf({ text: 1, body: 'bail' })], 6))
        expect(await browsed()).toEqual(['texte-1'])
      })

      test('twice is as once', async () => {
        const texts = [1, 2, 3].map((text) => textOf([documentOf({ text, body: 'bail' })]))
        await apply(...texts)
        const before = await opened.index.search(queryFor('bail'))
        await opened.writer.apply(LIVE, texts, at(1))
        await opened.index.waitFor(at(1), CATCH_UP_MS)
        expect((await opened.index.search(queryFor('bail'))).lexical).toEqual(before.lexical)
      })

      test('in one apply is seen together or not at all', async () => {
        const rounds = 12
        await apply(...coloured('rouge', 1))
        const state = { writing: true }
        const reader = async (): Promise<number> => {
          let looks = 0
          for (; state.writing; looks += 1) {
            const [red, all] = await Promise.all(
              ['rouge', 'bail'].map((word) => opened.index.search(queryFor(word))),
            )
            expect(all?.lexicalTotal).toBe(40)
            expect([0, 40]).toContain(red?.lexicalTotal)
          }
          return looks
        }
        const reading = reader()
        for (let round = 2; round < rounds; round += 1)
          await apply(...coloured(round % 2 === 0 ? 'bleu' : 'rouge', round))
        state.writing = false
        expect(await reading).toBeGreaterThan(0)
      })

      test('to another generation is not seen', async () => {
        await apply(textOf([documentOf({ text: 1, body: 'bail' })]))
        await opened.writer.apply(2, [textOf([documentOf({ text: 2, body: 'bail' })])], at(9))
        expect(await lexical(queryFor('bail'))).toEqual(['texte-1'])
        await opened.writer.drop(2)
        expect(await keys(opened.writer, 2)).toEqual([])
        expect(await keys(opened.writer, LIVE)).toHaveLength(1)
        expect(await lexical(queryFor('bail'))).toEqual(['texte-1'])
      })
    })

    describe('the position', () => {
      test('is the start of the log before anything was applied', async () => {
        expect(await opened.index.position()).toBe(0)
        expect(await browsed()).toEqual([])
      })

      test('moves without texts, and never back', async () => {
        await opened.writer.apply(LIVE, [], at(7))
        await opened.index.waitFor(at(7), CATCH_UP_MS)
        await opened.writer.apply(LIVE, [textOf([documentOf({ text: 1, body: 'bail' })])], at(3))
        await vi.waitFor(async () => {
          const answer = await opened.index.search(queryFor('bail'))
          expect(answer).toMatchObject({ lexicalTotal: 1, position: 7 })
        }, CATCH_UP_MS)
        await opened.writer.apply(LIVE, [], at(8))
        await opened.index.waitFor(at(8), CATCH_UP_MS)
        expect(await opened.index.position()).toBe(8)
        expect(await lexical(queryFor('bail'))).toEqual(['texte-1'])
      })

      test('that does not come is a fault, after the time given', async () => {
        const started = performance.now()
        await expect(opened.index.waitFor(at(99), 150)).rejects.toMatchObject({
          code: 'index-behind',
        })
        expect(performance.now() - started).toBeGreaterThan(140)
      })
    })

    describe('the lexical ranking', () => {
      test('prefers rare words, words of the title and short texts', async () => {
        await apply(
          textOf([documentOf({ text: 1, body: 'bail loyer conge preavis' })]),
          textOf([documentOf({ text: 2, body: 'bail emphyteose loyer conge' })]),
          textOf([documentOf({ text: 3, title: 'emphyteose', body: 'bail loyer conge' })]),
          textOf([documentOf({ text: 4, body: 'bail' })]),
        )
        expect(await lexical(queryFor('bail emphyteose'))).toEqual([
          'texte-3',
          'texte-2',
          'texte-4',
          'texte-1',
        ])
      })

      test('counts exactly what matches, also below its depth', async () => {
        const texts = Array.from({ length: 30 }, (_, n) =>
          textOf([documentOf({ text: n + 1, body: n % 3 === 0 ? 'bail' : 'conge' })]),
        )
        await apply(...texts)
        const answer = await opened.index.search(queryFor('bail conge', { lexicalDepth: 5 }))
        expect(answer.lexical).toHaveLength(5)
        expect(answer.lexicalTotal).toBe(30)
        expect((await opened.index.search(queryFor('bail'))).lexicalTotal).toBe(10)
      })

      test('breaks ties by kind, slug, sequence', async () => {
        const notes = [2, 1, 10].map((sequence) =>
          documentOf({ text: 1, kind: 'headnote', slug: 'b', sequence, body: 'bail' }),
        )
        await apply(
          textOf([...notes, documentOf({ text: 1, slug: 'b', body: 'bail' })]),
          textOf([documentOf({ text: 2, slug: 'b-1', body: 'bail' })]),
          textOf([documentOf({ text: 3, slug: 'a', body: 'bail' })]),
        )
        const { lexical: hits } = await opened.index.search(queryFor('bail'))
        const articles = hits.filter(({ kind }) => kind === 'article')
        expect(articles.map(({ slug }) => slug)).toEqual(['a', 'b', 'b-1'])
        expect(new Set(articles.map(({ score }) => score)).size).toBe(1)
        const headnotes = hits.filter(({ kind }) => kind === 'headnote')
        expect(headnotes.map(({ sequence }) => sequence)).toEqual([1, 2, 10])
      })

      test('breaks ties between an article and a headnote by kind', async () => {
        await apply(
          textOf([documentOf({ text: 1, kind: 'headnote', slug: 'a', body: 'bail' })]),
          textOf([documentOf({ text: 2, slug: 'b', body: 'bail' })]),
        )
        const { lexical: hits } = await opened.index.search(queryFor('bail'))
        expect(hits.map(({ kind }) => kind)).toEqual(['article', 'headnote'])
        expect(hits[0]?.score).toBe(hits[1]?.score)
      })

      test('puts first what a citation names, whether or not it holds a word', async () => {
        await apply(
          textOf([documentOf({ text: 1, body: 'bail bail bail' })]),
          textOf([documentOf({ text: 2, body: 'conge', identifiers: ['19-60.222'] })]),
          textOf([documentOf({ text: 3, body: 'bail conge', identifiers: ['19-60.222', 'x'] })]),
        )
        const query = queryFor('bail', { identifiers: ['19-60.222'] })
        expect(await lexical(query)).toEqual(['texte-3', 'texte-2', 'texte-1'])
        expect((await opened.index.search(query)).lexicalTotal).toBe(3)
        expect(await lexical(queryFor('bail', { identifiers: ['unknown'] }))).toHaveLength(2)
      })

      test('is the same in whatever order texts came, and whatever they replaced', async () => {
        console.info(`${name}: SEED=${SEED}`)
        const random = seeded(SEED)
        const words = ['bail', 'conge', 'loyer', 'caution', 'preavis']
        const body = (): string =>
          Array.from(
            { length: 1 + Math.floor(random() * 9) },
            () => words[Math.floor(random() * 5)],
          ).join(' ')
        const texts = Array.from({ length: 40 }, (_, n) =>
          textOf([documentOf({ text: n + 1, title: body(), body: body() })], 2),
        )
        const drafts = texts.map((text, n) =>
          textOf([documentOf({ text: n + 1, version: '0.1.0', body: body() })], 1, text.articleId),
        )
        const query = queryFor('bail loyer preavis')
        await apply(...texts)
        const wanted = (await opened.index.search(query)).lexical
        const other = await open()
        try {
          const steps = [...shuffled(drafts.slice(0, 20), random), ...shuffled(texts, random)]
          for (const [n, text] of steps.entries()) await other.writer.apply(LIVE, [text], at(n + 1))
          await other.index.waitFor(at(steps.length), CATCH_UP_MS)
          const found = (await other.index.search(query)).lexical
          const scored = found.map(({ slug, score }) => ({ slug, score }))
          expect(scored).toEqual(wanted.map(({ slug, score }) => ({ slug, score })))
        } finally {
          await other.close()
        }
      })

      test('is empty without words and without identifiers', async () => {
        await apply(textOf([documentOf({ text: 1, body: 'bail' })]))
        expect(await opened.index.search(queryFor(''))).toMatchObject({
          lexical: [],
          lexicalTotal: 0,
          semantic: [],
        })
      })
    })

    describe('the semantic ranking', () => {
      test('is by the best passage of each entry, one row an entry', async () => {
        await opened.putVectors(MODEL, [
          { textSha256: sha256('far'), vector: Float32Array.of(0.1, 1, 0, 0) },
          { textSha256: sha256('near'), vector: Float32Array.of(1, 0.1, 0, 0) },
          { textSha256: sha256('between'), vector: Float32Array.of(1, 1, 0, 0) },
          { textSha256: sha256('away'), vector: Float32Array.of(-1, 0, 0, 0) },
        ])
        await apply(
          textOf([documentOf({ text: 1, passages: ['between'] })]),
          textOf([documentOf({ text: 2, passages: ['far', 'near'], body: 'bail' })]),
          textOf([documentOf({ text: 3, passages: ['away'] })]),
        )
        const vector = Float32Array.of(1, 0, 0, 0)
        const answer = await opened.index.search(queryFor('bail', { vector }))
        expect(answer.semantic).toMatchObject([
          { slug: 'texte-2', matchesLexically: true },
          { slug: 'texte-1', matchesLexically: false },
        ])
        expect(answer.semantic[1]?.similarity).toBeCloseTo(Math.SQRT1_2, 6)
        const atFloor = queryFor('', { vector, similarityFloor: 0.8 })
        expect(await semantic(atFloor)).toEqual(['texte-2'])
        expect(await semantic(queryFor('', { vector, semanticDepth: 1 }))).toEqual(['texte-2'])
      })

      test('compares a passage in the context of its text', async () => {
        await opened.putVectors(MODEL, [
          { textSha256: sha256('here'), vector: Float32Array.of(1, 0, 0, 0) },
          { textSha256: sha256('there'), vector: Float32Array.of(0, 1, 0, 0) },
        ])
        await apply(textOf([documentOf({ text: 1, passages: ['here', 'there'] })]))
        const vector = Float32Array.of(1, 0, 0, 0)
        const [found] = (await opened.index.search(queryFor('', { vector }))).semantic
        const half = CONTEXT_SHARE / Math.SQRT2
        expect(found?.similarity).toBeCloseTo((1 + half) / Math.hypot(1 + half, half), 5)
      })

      test('never mixes the vectors of two models', async () => {
        await putVectors(['a'], MODEL)
        await putVectors(['a'], 'model-b')
        await apply(textOf([documentOf({ text: 1, passages: ['a'], body: 'bail' })]))
        const other = documentOf({ text: 2, passages: ['a'], model: 'model-b', body: 'bail' })
        await apply(textOf([other]), textOf([documentOf({ text: 3, model: null, body: 'bail' })]))
        const vector = randomVector(DIMENSIONS, seeded(1))
        expect(await semantic(queryFor('', { vector }))).toEqual(['texte-1'])
        expect(await lexical(queryFor('bail', { vector }))).toHaveLength(3)
      })

      test('passes over passages whose vector is not known', async () => {
        await putVectors(['a'])
        await apply(textOf([documentOf({ text: 1, passages: ['missing', 'a'] })]))
        await apply(textOf([documentOf({ text: 2, passages: ['missing'] })]))
        const vector = randomVector(DIMENSIONS, seeded(1))
        expect(await semantic(queryFor('', { vector }))).toEqual(['texte-1'])
      })

      test('breaks ties as the lexical one does, and obeys the same filters', async () => {
        await putVectors(['a'])
        await apply(
          ...['c', 'a', 'b'].map((slug, n) =>
            textOf([
              documentOf({
                text: n + 1,
                slug,
                passages: ['a'],
                tags: { jurisdictions: [slug === 'b' ? 'LU' : 'FR'] },
              }),
            ]),
          ),
        )
        const vector = randomVector(DIMENSIONS, seeded(1))
        expect(await semantic(queryFor('', { vector }))).toEqual(['a', 'b', 'c'])
        const filters = { ...NO_FILTERS, anyOf: { jurisdictions: ['FR'] } }
        expect(await semantic(queryFor('', { vector, filters }))).toEqual(['a', 'c'])
      })
    })

    describe('filters', () => {
      test('by each tag field: one of the values', async () => {
        await apply(
          ...TAG_FIELDS.flatMap((field) => [
            tagged(field, 1, 'un'),
            tagged(field, 2, 'deux', 'trois'),
            tagged(field, 3),
          ]),
        )
        for (const [n, field] of TAG_FIELDS.entries()) {
          const wanted = [`texte-${10 * n + 1}`, `texte-${10 * n + 2}`]
          expect(await filtered({ anyOf: { [field]: ['un', 'trois', 'x'] } })).toEqual(wanted)
          expect(await filtered({ anyOf: { [field]: ['inconnu'] } })).toEqual([])
          if (!UNLISTED.has(field))
            expect(await opened.index.knownValues(field)).toEqual(['deux', 'trois', 'un'])
        }
      })

      test('of several fields must all pass', async () => {
        const tags = [
          { jurisdictions: ['FR'], courtLevels: ['supreme'] },
          { jurisdictions: ['FR'], courtLevels: ['appeal'] },
          { jurisdictions: ['LU'], courtLevels: ['supreme'] },
        ]
        await apply(
          ...tags.map((some, n) => textOf([documentOf({ text: n + 1, body: 'bail', tags: some })])),
        )
        const anyOf = { jurisdictions: ['FR', 'EU'], courtLevels: ['supreme'] }
        expect(await filtered({ anyOf })).toEqual(['texte-1'])
        expect(await browsed({ anyOf })).toEqual(['texte-1'])
      })

      test('by kind', async () => {
        const note = documentOf({ text: 1, kind: 'headnote', body: 'bail' })
        await apply(textOf([documentOf({ text: 1, slug: 'texte-1', body: 'bail' }), note]))
        for (const kinds of [['article'], ['headnote'], []] as const) {
          const query = queryFor('bail', { filters: { ...NO_FILTERS, kinds } })
          const hits = (await opened.index.search(query)).lexical
          expect(hits.map(({ kind }) => kind)).toEqual(kinds)
        }
      })

      test('by date: both ends inclusive, out without a date', async () => {
        const dates = ['2020-01-01', '2020-01-02', '2020-01-03', null]
        await apply(
          ...dates.map((date, n) => textOf([documentOf({ text: n + 1, body: 'bail', date })])),
        )
        const between = { dateFrom: day('2020-01-01'), dateTo: day('2020-01-02') }
        expect(await filtered(between)).toEqual(['texte-1', 'texte-2'])
        expect(await filtered({ dateFrom: day('2020-01-02') })).toEqual(['texte-2', 'texte-3'])
        expect(await filtered({ dateTo: day('2020-01-01') })).toEqual(['texte-1'])
        expect(await filtered({})).toHaveLength(4)
      })

      test('without a day of law, find the current wording only', async () => {
        await apply(textOf(wordings()))
        const hits = (await opened.index.search(queryFor('bail'))).lexical
        const displays = await opened.index.displays(hits.map(({ entry }) => entry))
        expect(displays.map(({ version }) => version)).toEqual(['2.0.0'])
      })

      test('by a day of law, find the wording of that day', async () => {
        await apply(textOf(wordings()), textOf([documentOf({ text: 2, body: 'bail' })]))
        // The second text has no interval at all: its current wording is the one of any day.
        const wanted = {
          '2010-01-01': ['texte-1 1.0.0', 'texte-2 1.0.0'],
          '2015-12-31': ['texte-1 1.0.0', 'texte-2 1.0.0'],
          '2016-01-01': ['texte-2 1.0.0'],
          '2016-10-01': ['texte-1 2.0.0', 'texte-2 1.0.0'],
          '2099-01-01': ['texte-1 2.0.0', 'texte-2 1.0.0'],
        }
        for (const [asOf, versions] of Object.entries(wanted)) {
          const filters = { ...NO_FILTERS, asOf: day(asOf) }
          const { lexical: hits } = await opened.index.search(queryFor('bail', { filters }))
          const displays = await opened.index.displays(hits.map(({ entry }) => entry))
          expect(displays.map(({ slug, version }) => `${slug} ${version}`).toSorted()).toEqual(
            versions,
          )
        }
      })
    })

    describe('a browse', () => {
      test('is by date, newest first, none last, then kind, slug, sequence', async () => {
        const dates = { c: null, b: '2020-01-01', a: '2020-01-01', d: '2024-01-01', e: null }
        await apply(
          ...Object.entries(dates).map(([slug, date], n) =>
            textOf([documentOf({ text: n + 1, slug, date })]),
          ),
        )
        expect(await browsed()).toEqual(['d', 'a', 'b', 'c', 'e'])
        const answer = await opened.index.browse({ filters: NO_FILTERS, depth: 2 })
        expect(answer).toMatchObject({ position: 1, total: 5 })
        expect(answer.entries).toHaveLength(2)
      })
    })

    describe('similar terms', () => {
      test('are of current entries, begin alike, and are few edits away', async () => {
        await apply(
          textOf([documentOf({ text: 1, title: 'prescript', body: 'quinquennal bail' })]),
          textOf([documentOf({ text: 2, body: 'prescript proscript' })]),
        )
        const similar = await opened.index.similarTerms('prescripton', 2)
        expect(similar).toEqual([{ term: 'prescript', entries: 2 }])
        expect(await opened.index.similarTerms('quinquenal', 2)).toEqual([
          { term: 'quinquennal', entries: 1 },
        ])
        expect(await opened.index.similarTerms('cail', 1)).toEqual([])
      })

      test('what no entry holds is told apart', async () => {
        await apply(textOf([documentOf({ text: 1, body: 'bail' })]))
        const { unheld } = await opened.index.search(queryFor('prescripton bail 1195'))
        expect(unheld).toEqual(['1195', 'prescripton'])
      })
    })

    describe('displays', () => {
      test('come in the order asked, and outlive what they show', async () => {
        const first = documentOf({ text: 1, title: 'premier', body: 'bail' })
        await apply(
          textOf([first]),
          textOf([documentOf({ text: 2, title: 'second', body: 'bail' })]),
        )
        const entries = (await opened.index.search(queryFor('bail'))).lexical.map(
          ({ entry }) => entry,
        )
        await apply(textOf([], 2, first.articleId))
        const displays = await opened.index.displays(entries.toReversed())
        expect(displays.map(({ title }) => title)).toEqual(['second', 'premier'])
        expect(displays[1]).toEqual({ ...shownOf(first), passage: null })
        expect(await opened.index.displays([])).toEqual([])
      })
    })

    describe('documents, for digests', () => {
      test('are those applied, member for member, in key order', async () => {
        const texts = [3, 1, 2].map((text) =>
          textOf([
            documentOf({ text, body: `corps\u0000 \ud800 ${text}`, title: 'É "titre"' }),
            documentOf({ text, kind: 'headnote', body: 'sommaire' }),
          ]),
        )
        await apply(...texts)
        await apply(textOf([], 2, uuid(2)))
        const documents = texts.flatMap((text) =>
          text.articleId === uuid(2) ? [] : text.documents,
        )
        const wanted = documents
          .map((document) => ({ key: `search/${document.id}`, document }))
          .toSorted((one, other) => (one.key < other.key ? -1 : 1))
        const found = await Array.fromAsync(opened.writer.documents(LIVE))
        expect(found).toEqual(wanted)
      })
    })

    test('name the passage nearest to a vector, of articles alone', async () => {
      await putVectors(['p1', 'p2', 'p3'])
      const article = documentOf({ text: 1, body: 'bail', passages: ['p1', 'p2', 'p3'] })
      const note = documentOf({ text: 1, kind: 'headnote', body: 'bail', passages: ['p2'] })
      await apply(textOf([article, note]), textOf([documentOf({ text: 2, body: 'bail' })]))
      const entries = (await opened.index.search(queryFor('bail'))).lexical.map(
        ({ entry }) => entry,
      )
      for (const ordinal of [0, 1, 2]) {
        const nearTo = randomVector(DIMENSIONS, seeded(ordinal + 1))
        const found = await opened.index.displays(entries, nearTo)
        const passages = found.map(({ slug, headnote, passage }) => [
          slug,
          headnote === null,
          passage,
        ])
        expect(passages).toContainEqual(['texte-1', true, ordinal])
        expect(passages).toContainEqual(['texte-1', false, null])
        expect(passages).toContainEqual(['texte-2', true, null])
      }
      const shown = await opened.index.displays(entries)
      expect(shown.map(({ passage }) => passage)).toEqual([null, null, null])
    })

    describe('a result', () => {
      const apart = [
        { text: 1, date: '2020-01-01', authority: 5, tags: { courts: ['a', 'b'] } },
        { text: 2, date: null, authority: 9, tags: { courts: ['b'] } },
        { text: 3, date: '2024-01-01', authority: 5, tags: { courts: ['b'] } },
        { text: 4, date: '2020-01-01', authority: 5, tags: {} },
      ]
      const applyApart = () =>
        apply(...apart.map((facts) => textOf([documentOf({ ...facts, body: 'bail' })])))

      test('is sorted by date either way, and by authority, with a total order', async () => {
        await applyApart()
        const wanted = {
          date: [3, 1, 4, 2],
          date_asc: [1, 4, 3, 2],
          authority: [2, 3, 1, 4],
        } as const
        for (const order of ['date', 'date_asc', 'authority'] as const) {
          const slugs = wanted[order].map((n) => `texte-${n}`)
          const found = await opened.index.search(queryFor('bail', { order }))
          expect(found.sorted?.map(({ slug }) => slug)).toEqual(slugs)
          expect(found.lexicalTotal).toBe(4)
          const listed = await opened.index.browse({ filters: NO_FILTERS, depth: 100, order })
          expect(listed.entries.map(({ slug }) => slug)).toEqual(slugs)
        }
      })

      test('is counted by value, as if the field itself did not filter', async () => {
        await applyApart()
        const filters = { ...NO_FILTERS, anyOf: { courts: ['a'] } }
        const courts = {
          values: [
            { value: 'b', count: 3 },
            { value: 'a', count: 1 },
          ],
          others: 0,
        }
        const found = await opened.index.search(
          queryFor('bail', { filters, facets: ['courts', 'chambers'] }),
        )
        expect(found.lexicalTotal).toBe(1)
        expect(found.facets).toEqual({ courts, chambers: { values: [], others: 0 } })
        const listed = await opened.index.browse({ filters, depth: 10, facets: ['courts'] })
        expect(listed).toMatchObject({ total: 1, facets: { courts } })
      })

      test('lists twenty values and sums the others', async () => {
        const years = Array.from({ length: 25 }, (_, n) => String(2_000 + n))
        await apply(
          ...years.map((year, n) =>
            textOf([documentOf({ text: n + 1, body: 'bail', tags: { years: [year] } })]),
          ),
        )
        const { facets } = await opened.index.search(queryFor('bail', { facets: ['years'] }))
        const values = years.slice(0, 20).map((value) => ({ value, count: 1 }))
        expect(facets).toEqual({ years: { values, others: 5 } })
      })

      test('counts a text once, however many hits it has', async () => {
        await putVectors(['p1'])
        const note = documentOf({
          text: 1,
          kind: 'headnote',
          passages: ['p1'],
          tags: { courts: ['a'] },
        })
        const article = documentOf({ text: 1, body: 'bail', tags: { courts: ['a'] } })
        await apply(
          textOf([article, note]),
          textOf([documentOf({ text: 2, passages: ['p1'], tags: { courts: ['a'] } })]),
        )
        const vector = randomVector(DIMENSIONS, seeded(1))
        for (const [byText, count] of [
          [true, 2],
          [false, 3],
        ] as const) {
          const query = queryFor('bail', { vector, facets: ['courts'], byText })
          const found = await opened.index.search(query)
          expect(found.facets).toEqual({ courts: { values: [{ value: 'a', count }], others: 0 } })
          expect(found.texts).toBe(byText ? 2 : undefined)
        }
      })
    })

    test('values that no entry carries are named, with the closest where they are listed', async () => {
      const tags = { languages: ['fr', 'fr-lu'], cites: ['article:code-civil:1240'] }
      await apply(textOf([documentOf({ text: 1, tags })]))
      const { index } = opened
      expect(await index.unknownValues('languages', ['fr', 'fr-lx'])).toEqual([
        { value: 'fr-lx', closest: 'fr-lu' },
      ])
      expect(await index.unknownValues('cites', ['article:code-civil:1240'])).toEqual([])
      expect(await index.unknownValues('cites', ['article:code-civil:1241'])).toMatchObject([
        { value: 'article:code-civil:1241' },
      ])
      await apply(textOf([], 2, uuid(1)))
      expect(await index.unknownValues('languages', ['fr'])).toEqual([
        { value: 'fr', closest: null },
      ])
    })

    test('known values are those of live entries', async () => {
      const tags = { conceptIds: ['c2', 'c1'] }
      await apply(textOf([documentOf({ text: 1, tags })]), textOf([documentOf({ text: 2 })]))
      expect(await opened.index.knownValues('conceptIds')).toEqual(['c1', 'c2'])
      await apply(textOf([], 2, uuid(1)))
      expect(await opened.index.knownValues('conceptIds')).toEqual([])
    })
  })
}

/** The n-th text of a field, with these values in it. */
const tagged = (field: TagField, n: number, ...values: string[]): TextReadModel => {
  const text = 10 * TAG_FIELDS.indexOf(field) + n
  return textOf([documentOf({ text, body: 'bail', tags: { [field]: values } })])
}

/** Many texts with one word in common and one colour each. */
const coloured = (colour: string, streamVersion: number): TextReadModel[] =>
  Array.from({ length: 40 }, (_, n) =>
    textOf([documentOf({ text: n + 1, body: `bail ${colour}` })], streamVersion),
  )

/** Two wordings of one text, with some months between them in which none was in force. */
const wordings = () => [
  documentOf({
    text: 1,
    version: '1.0.0',
    current: false,
    body: 'bail',
    validity: [{ from: null, to: '2015-12-31' }],
  }),
  documentOf({
    text: 1,
    version: '2.0.0',
    body: 'bail',
    validity: [{ from: '2016-10-01', to: null }],
  }),
]

const keys = async (writer: SearchWriter, generation: number): Promise<string[]> =>
  (await Array.fromAsync(writer.documents(generation))).map(({ key }) => key)
