import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Article } from '#contracts/http/article.ts'
import { Position } from '#contracts/ids.ts'
import { makePool } from '#infra/postgres/platform/pool.ts'
import { makeReadModelStore, READ_MODELS } from '#infra/postgres/read-models/generations.ts'
import type { KeyedDocument, ProjectedText, ReadModelStore } from '#query-api/ports.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { openPostgres15, postgres15Missing } from '../engines/postgres15.ts'
import { idOf, streamOf, timeOf } from './read-models.fixtures.ts'
import { memoryReadModels } from './read-models.memory.ts'

/** A new store for each test; where a database is behind it, the same one emptied. */
type Opened = { fresh(): Promise<ReadModelStore>; close(): Promise<void> }

const RESET = `
  truncate text_states, articles, parked_streams;
  delete from generations where generation > 1;
  update generations set position = 0, reaching = 0;`

const onPostgres = async (open: () => Promise<TestDatabase>): Promise<Opened> => {
  const database = await open()
  const pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 4 })
  return {
    fresh: async () => {
      await pool.query(RESET)
      return makeReadModelStore(pool)
    },
    close: async () => {
      await pool.close()
      await database.close()
    },
  }
}
const inMemory = async (): Promise<Opened> => ({
  fresh: () => Promise.resolve(memoryReadModels()),
  close: () => Promise.resolve(),
})

type Suite = { readonly open: () => Promise<Opened>; readonly missing: string | null }
const SUITES: Record<string, Suite> = {
  'in memory': { open: inMemory, missing: null },
  'embedded PostgreSQL': { open: () => onPostgres(openTestDatabase), missing: null },
  'PostgreSQL 15': { open: () => onPostgres(openPostgres15), missing: await postgres15Missing() },
}

const at = (position: number): Position => Position.parse(position)

const articleAs = (name: string, slug: string, mark: string): Article =>
  ({
    id: idOf(name),
    slug,
    title: mark,
    sha256Hash: '0'.repeat(64),
    updatedAt: timeOf(1),
  }) as unknown as Article

const textOf = (
  name: string,
  streamVersion: number,
  { slug = `slug-${name}`, mark = '', hidden = false } = {},
): ProjectedText => ({
  articleId: idOf(name),
  streamVersion,
  article: hidden ? null : articleAs(name, slug, mark),
  documents: [],
  state: { z: streamVersion, a: mark },
})

const all = async (documents: AsyncIterable<KeyedDocument>): Promise<KeyedDocument[]> =>
  Array.fromAsync(documents)
const titles = async (store: ReadModelStore, generation = 1): Promise<unknown[]> =>
  (await all(store.articles(generation))).map(({ document }) => (document as Article).title)

for (const [name, { open, missing }] of Object.entries(SUITES))
  describe.skipIf(missing !== null)(`a store of read models, ${name} ${missing ?? ''}`, () => {
    let opened: Opened
    let store: ReadModelStore
    beforeAll(async () => {
      opened = await open()
    })
    beforeEach(async () => {
      store = await opened.fresh()
    })
    afterAll(() => opened.close())

    test('starts with generation 1 live, at the start of the log', async () => {
      expect(await store.liveGeneration()).toBe(1)
      expect(await store.progress(1)).toEqual({ position: 0, reaching: 0 })
      expect(await store.setup(1)).toEqual({ embeddingModel: null })
      expect(await all(store.articles(1))).toEqual([])
    })

    test('gives a state back as it was saved, members in the same order', async () => {
      await store.save(1, [textOf('a', 3, { mark: 'é "\\ 𝔸' })], at(3))
      const loaded = await store.loadStates(1, [idOf('a'), idOf('unknown')])
      expect(loaded.size).toBe(1)
      expect(loaded.get(idOf('a'))?.streamVersion).toBe(3)
      expect(JSON.stringify(loaded.get(idOf('a'))?.state)).toBe(
        JSON.stringify({ z: 3, a: 'é "\\ 𝔸' }),
      )
    })

    test('refuses an older stream version row by row, and takes the others', async () => {
      await store.save(1, [textOf('a', 5, { mark: 'new' })], at(5))
      await store.save(
        1,
        [textOf('a', 4, { mark: 'old', hidden: true }), textOf('b', 1, { mark: 'other' })],
        at(6),
      )
      expect(new Set(await titles(store))).toEqual(new Set(['new', 'other']))
      expect((await store.loadStates(1, [idOf('a')])).get(idOf('a'))?.streamVersion).toBe(5)
    })

    test('the same batch again changes nothing', async () => {
      const batch = [textOf('a', 1, { mark: 'one' }), textOf('b', 2, { hidden: true })]
      await store.save(1, batch, at(2))
      const before = await all(store.articles(1))
      await store.save(1, batch, at(2))
      expect(await all(store.articles(1))).toEqual(before)
      expect(before.map(({ key }) => key)).toEqual([`article/${idOf('a')}`])
    })

    test('a text that is no longer public leaves the articles, and may come back', async () => {
      await store.save(1, [textOf('a', 1)], at(1))
      await store.save(1, [textOf('a', 2, { hidden: true })], at(2))
      expect(await titles(store)).toEqual([])
      await store.save(1, [textOf('a', 3, { mark: 'back' })], at(3))
      expect(await titles(store)).toEqual(['back'])
    })

    test('two texts may exchange their slugs in one batch', async () => {
      await store.save(1, [textOf('a', 1, { slug: 'x' }), textOf('b', 1, { slug: 'y' })], at(2))
      await store.save(1, [textOf('a', 2, { slug: 'y' }), textOf('b', 2, { slug: 'x' })], at(4))
      expect(await titles(store)).toHaveLength(2)
    })

    test('a slug that is taken is a fault, and nothing of the batch is kept', async () => {
      await store.save(1, [textOf('a', 1, { slug: 'x' })], at(1))
      const clash = store.save(1, [textOf('b', 1, { slug: 'x' }), textOf('c', 1)], at(3))
      await expect(clash).rejects.toMatchObject({ code: 'slug-taken' })
      expect((await store.loadStates(1, [idOf('b'), idOf('c')])).size).toBe(0)
      expect(await store.progress(1)).toEqual({ position: 0, reaching: 1 })
    })

    test('the checkpoint moves forward only, and shows a batch that is being written', async () => {
      await store.save(1, [textOf('a', 1)], at(7))
      expect(await store.progress(1)).toEqual({ position: 0, reaching: 7 })
      await store.advance(1, at(7))
      await store.advance(1, at(5))
      expect(await store.progress(1)).toEqual({ position: 7, reaching: 7 })
    })

    test('articles come in key order, over many pages', async () => {
      const names = Array.from({ length: READ_MODELS.pageArticles * 2 + 1 }, (_, i) => `text-${i}`)
      await store.save(
        1,
        names.map((one) => textOf(one, 1)),
        at(1),
      )
      const keys = (await all(store.articles(1))).map(({ key }) => key)
      expect(keys).toEqual(names.map((one) => `article/${idOf(one)}`).toSorted())
    })

    test('a parked stream keeps its first reason, and is parked in its generation only', async () => {
      const stream = { streamId: streamOf('a'), streamVersion: 2, position: at(9) }
      await store.park(1, [{ ...stream, reason: 'stream-gap' }])
      await store.park(1, [{ ...stream, streamVersion: 3, reason: 'blob-missing' }])
      await store.openGeneration(2, { embeddingModel: null })
      expect(await store.parked(1)).toEqual([{ ...stream, reason: 'stream-gap' }])
      expect(await store.parkedAmong(1, [streamOf('a'), streamOf('b')])).toEqual(
        new Set([streamOf('a')]),
      )
      expect(await store.parked(2)).toEqual([])
    })

    test('generations stand side by side; opening one twice leaves it as it is', async () => {
      await store.openGeneration(2, { embeddingModel: 'model@1' })
      await store.save(2, [textOf('a', 1, { mark: 'second' })], at(1))
      await store.advance(2, at(1))
      await store.openGeneration(2, { embeddingModel: null })
      expect(await store.setup(2)).toEqual({ embeddingModel: 'model@1' })
      expect(await store.progress(2)).toEqual({ position: 1, reaching: 1 })
      expect(await titles(store, 1)).toEqual([])
      expect(await titles(store, 2)).toEqual(['second'])
    })

    test('a generation can be dropped and opened anew, but not the live one', async () => {
      await store.openGeneration(2, { embeddingModel: null })
      await store.save(2, [textOf('a', 1), textOf('b', 1)], at(2))
      await store.park(2, [
        { streamId: streamOf('c'), streamVersion: 1, position: at(1), reason: 'stream-gap' },
      ])
      await store.dropGeneration(2)
      await store.dropGeneration(2)
      await expect(store.progress(2)).rejects.toMatchObject({ code: 'generation-unknown' })
      await store.openGeneration(2, { embeddingModel: null })
      expect(await store.progress(2)).toEqual({ position: 0, reaching: 0 })
      expect(await titles(store, 2)).toEqual([])
      expect(await store.parked(2)).toEqual([])
      expect((await store.loadStates(2, [idOf('a')])).size).toBe(0)
      await expect(store.dropGeneration(1)).rejects.toMatchObject({ code: 'generation-live' })
    })
  })
