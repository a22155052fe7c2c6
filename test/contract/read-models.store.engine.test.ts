import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Article } from '#contracts/http/article.ts'
import { Position } from '#contracts/ids.ts'
import { makePool } from '#infra/postgres/platform/pool.ts'
import { readModelsOn } from '#infra/processes/wiring/read-models.ts'
import { ARTICLE_PAGE } from '#infra/postgres/read-models/texts.ts'
import type { Generation } from '#query-api/ports.ts'
import { NEW_TEXT } from '#query-api/projections/articles/text-state.ts'
import { type ReadModels, textProjections } from '#query-api/projections/projection.ts'
import type { ProjectedText } from '#query-api/projections/articles/ports.ts'
import type { GenerationCatalogue } from '#query-api/replay/ports.ts'
import { dropGeneration } from '#query-api/replay/turns.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { openPostgres15, postgres15Missing } from '../engines/postgres15.ts'
import { documentsOf, idOf, streamOf, timeOf } from './read-models.fixtures.ts'
import { memoryReadModels, memorySearch } from './read-models.memory.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

type Models = ReadModels & { readonly generations: GenerationCatalogue }
/** New read models for each test; where a database is behind them, the same one emptied. */
type Opened = { fresh(): Promise<Models>; close(): Promise<void> }

const RESET = `
  truncate text_states, articles, parked_streams, citation_texts, places;
  delete from generations where generation > 1;
  update generations set position = 0, reaching = 0;`

const onPostgres = async (open: () => Promise<TestDatabase>): Promise<Opened> => {
  const database = await open()
  const pool = makePool(database.connectionString, {
    applicationName: 'pandect test',
    pepper: TEST_PEPPER,
    max: 4,
  })
  return {
    fresh: async () => {
      await pool.query(RESET)
      return readModelsOn(pool, memorySearch())
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
    contentClean: '',
    jurisdiction: [],
    provision: null,
    judicialDecision: null,
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
  citations: [],
  state: { ...NEW_TEXT, streamVersion, revision: streamVersion },
})

const titles = async (models: Models, generation = 1): Promise<unknown[]> =>
  (await documentsOf(models, 'articles', generation)).map(
    ({ document }) => (document as Article).title,
  )

/** Writes a batch that ends at `reaching`, as the projector does. */
const save = async (
  models: Models,
  generation: Generation,
  texts: readonly ProjectedText[],
  reaching: Position,
): Promise<void> => {
  await models.generations.reach(generation, reaching)
  const writes = textProjections(models.projections).map((one) => one.apply(generation, texts))
  await models.writeTogether(await Promise.all(writes))
}

for (const [name, { open, missing }] of Object.entries(SUITES))
  describe.skipIf(missing !== null)(`read models, ${name} ${missing ?? ''}`, () => {
    let opened: Opened
    let models: Models
    beforeAll(async () => {
      opened = await open()
    })
    beforeEach(async () => {
      models = await opened.fresh()
    })
    afterAll(() => opened.close())

    test('starts with generation 1 live, at the start of the log', async () => {
      expect(await models.generations.live()).toBe(1)
      expect(await models.generations.progress(1)).toEqual({ position: 0, reaching: 0 })
      expect(await models.generations.setup(1)).toEqual({ embeddingModel: null })
      expect(await documentsOf(models, 'articles')).toEqual([])
    })

    test('gives a state back as it was saved, members in the same order', async () => {
      await save(models, 1, [textOf('a', 3, { mark: 'é "\\ 𝔸' })], at(3))
      const loaded = await models.texts.load(1, [idOf('a'), idOf('unknown')])
      expect(loaded.size).toBe(1)
      expect(JSON.stringify(loaded.get(idOf('a')))).toBe(JSON.stringify(textOf('a', 3).state))
    })

    test('refuses an older stream version row by row, and takes the others', async () => {
      await save(models, 1, [textOf('a', 5, { mark: 'new' })], at(5))
      await save(
        models,
        1,
        [textOf('a', 4, { mark: 'old', hidden: true }), textOf('b', 1, { mark: 'other' })],
        at(6),
      )
      expect(new Set(await titles(models))).toEqual(new Set(['new', 'other']))
      expect((await models.texts.load(1, [idOf('a')])).get(idOf('a'))?.revision).toBe(5)
    })

    test('the same batch again changes nothing', async () => {
      const batch = [textOf('a', 1, { mark: 'one' }), textOf('b', 2, { hidden: true })]
      await save(models, 1, batch, at(2))
      const before = await documentsOf(models, 'articles')
      await save(models, 1, batch, at(2))
      expect(await documentsOf(models, 'articles')).toEqual(before)
      expect(before.map(({ key }) => key)).toEqual([`article/${idOf('a')}`])
    })

    test('a text that is no longer public leaves the articles, and may come back', async () => {
      await save(models, 1, [textOf('a', 1)], at(1))
      await save(models, 1, [textOf('a', 2, { hidden: true })], at(2))
      expect(await titles(models)).toEqual([])
      await save(models, 1, [textOf('a', 3, { mark: 'back' })], at(3))
      expect(await titles(models)).toEqual(['back'])
    })

    test('two texts may exchange their slugs in one batch', async () => {
      await save(models, 1, [textOf('a', 1, { slug: 'x' }), textOf('b', 1, { slug: 'y' })], at(2))
      await save(models, 1, [textOf('a', 2, { slug: 'y' }), textOf('b', 2, { slug: 'x' })], at(4))
      expect(await titles(models)).toHaveLength(2)
    })

    test('a slug that is taken is a fault, and nothing of the batch is kept', async () => {
      await save(models, 1, [textOf('a', 1, { slug: 'x' })], at(1))
      const clash = save(models, 1, [textOf('b', 1, { slug: 'x' }), textOf('c', 1)], at(3))
      await expect(clash).rejects.toMatchObject({ code: 'slug-taken' })
      expect((await models.texts.load(1, [idOf('b'), idOf('c')])).size).toBe(0)
      expect(await models.generations.progress(1)).toEqual({ position: 0, reaching: 3 })
    })

    test('the checkpoint moves forward only, and shows a batch that is being written', async () => {
      await save(models, 1, [textOf('a', 1)], at(7))
      expect(await models.generations.progress(1)).toEqual({ position: 0, reaching: 7 })
      await models.generations.advance(1, at(7))
      await models.generations.advance(1, at(5))
      expect(await models.generations.progress(1)).toEqual({ position: 7, reaching: 7 })
    })

    test('articles come in key order, over many pages', async () => {
      const names = Array.from({ length: ARTICLE_PAGE.articles * 2 + 1 }, (_, i) => `text-${i}`)
      await save(
        models,
        1,
        names.map((one) => textOf(one, 1)),
        at(1),
      )
      const keys = (await documentsOf(models, 'articles')).map(({ key }) => key)
      expect(keys).toEqual(names.map((one) => `article/${idOf(one)}`).toSorted())
    })

    test('a parked stream keeps its first reason, and is parked in its generation only', async () => {
      const stream = { streamId: streamOf('a'), streamVersion: 2, position: at(9) }
      await models.parked.park(1, [{ ...stream, reason: 'stream-gap' }])
      await models.parked.park(1, [{ ...stream, streamVersion: 3, reason: 'blob-missing' }])
      await models.generations.open(2, { embeddingModel: null })
      expect(await models.parked.list(1)).toEqual([{ ...stream, reason: 'stream-gap' }])
      expect(await models.parked.among(1, [streamOf('a'), streamOf('b')])).toEqual(
        new Set([streamOf('a')]),
      )
      expect(await models.parked.list(2)).toEqual([])
    })

    test('generations exist side by side; opening one twice changes nothing', async () => {
      await models.generations.open(2, { embeddingModel: 'model@1' })
      await save(models, 2, [textOf('a', 1, { mark: 'second' })], at(1))
      await models.generations.advance(2, at(1))
      await models.generations.open(2, { embeddingModel: null })
      expect(await models.generations.setup(2)).toEqual({ embeddingModel: 'model@1' })
      expect(await models.generations.progress(2)).toEqual({ position: 1, reaching: 1 })
      expect(await titles(models, 1)).toEqual([])
      expect(await titles(models, 2)).toEqual(['second'])
    })

    test('a generation can be dropped and opened anew, but not the live one', async () => {
      await models.generations.open(2, { embeddingModel: null })
      await save(models, 2, [textOf('a', 1), textOf('b', 1)], at(2))
      await models.parked.park(2, [
        { streamId: streamOf('c'), streamVersion: 1, position: at(1), reason: 'stream-gap' },
      ])
      await dropGeneration(models, 2)
      await dropGeneration(models, 2)
      await expect(models.generations.progress(2)).rejects.toMatchObject({
        code: 'generation-unknown',
      })
      await models.generations.open(2, { embeddingModel: null })
      expect(await models.generations.progress(2)).toEqual({ position: 0, reaching: 0 })
      expect(await titles(models, 2)).toEqual([])
      expect(await models.parked.list(2)).toEqual([])
      expect((await models.texts.load(2, [idOf('a')])).size).toBe(0)
      await expect(dropGeneration(models, 1)).rejects.toMatchObject({ code: 'generation-live' })
    })
  })
