/**
 * What is asked of a real Typesense server beyond the suite of every search index
 * (search-index.engine.test.ts runs that one on it).
 */
import { describe, expect, onTestFinished, test } from 'vitest'
import { Position } from '#contracts/ids.ts'
import { TYPESENSE } from '#infra/typesense/limits.ts'
import { probe } from '#infra/typesense/check.ts'
import { openTypesenseIndex } from '#infra/typesense/search-index.ts'
import { makeServer } from '#infra/typesense/server.ts'
import { documentOf, queryFor, textOf } from './search-fixtures.ts'
import { openTypesense, realTypesense } from './typesense-opened.ts'
import { answersAsTheReference } from './typesense-parity.ts'

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
const CATCH_UP_MS = 10_000
const LONG_MS = 120_000
const at = (position: number): Position => Position.parse(position)

const { address, missing } = realTypesense()

const open = async () => {
  if (address === null) throw new Error('no server')
  const opened = await openTypesense(address)
  onTestFinished(() => opened.close())
  return { opened, address }
}

describe.skipIf(address === null)(
  `a real Typesense server${missing === null ? '' : `: ${missing}`}`,
  () => {
    test('is of a version that this adapter is written for', async () => {
      if (address === null) throw new Error('no server')
      expect(Number((await probe(address))?.split('.')[0])).toBeGreaterThanOrEqual(
        TYPESENSE.majorMin,
      )
    })

    test('answers as the reference does', { timeout: LONG_MS }, async () => {
      const { opened } = await open()
      await answersAsTheReference(opened, SEED)
    })

    test(
      'finds every match up to the depth, over several pages',
      { timeout: LONG_MS },
      async () => {
        const { opened } = await open()
        const texts = Array.from({ length: 700 }, (_, n) =>
          textOf([
            documentOf({ text: n + 1, slug: `t-${String(n).padStart(4, '0')}`, body: 'bail' }),
          ]),
        )
        await opened.writer.apply(1, texts, at(1))
        await opened.index.waitFor(at(1), CATCH_UP_MS)
        const { lexical, lexicalTotal } = await opened.index.search(queryFor('bail'))
        expect(lexicalTotal).toBe(700)
        expect(lexical.map(({ slug }) => slug)).toEqual(
          texts.map(({ documents }) => documents[0]?.slug),
        )
      },
    )

    test('lets a search key search and nothing else', async () => {
      const { opened, address: at29 } = await open()
      await opened.writer.apply(1, [textOf([documentOf({ text: 1, body: 'bail' })])], at(1))
      const admin = makeServer(at29)
      const key = await admin.searchKey()
      expect(await admin.searchKey()).toBe(key)
      admin.close()
      const reader = makeServer({ url: at29.url, key })
      onTestFinished(() => reader.close())
      await expect(reader.dropCollection(`${opened.name}_g1`)).rejects.toMatchObject({
        code: 'search-access-denied',
      })
      const index = await openTypesenseIndex({ url: at29.url, key, name: opened.name })
      onTestFinished(() => index.close())
      expect((await index.search(queryFor('bail'))).lexicalTotal).toBe(1)
    })

    test('refuses a wrong key, and says which setting that is', async () => {
      const { address: at29 } = await open()
      await expect(openTypesenseIndex({ url: at29.url, key: 'nobodys-key' })).rejects.toMatchObject(
        { message: expect.stringContaining('TYPESENSE_API_KEY') },
      )
    })

    test('moves its alias with the live generation', async () => {
      const { opened } = await open()
      await opened.writer.apply(1, [textOf([documentOf({ text: 1, body: 'bail' })])], at(1))
      await opened.index.waitFor(at(1), CATCH_UP_MS)
      await opened.generations.open(2, { embeddingModel: null })
      const texts = [2, 3].map((text) => textOf([documentOf({ text, body: 'bail' })]))
      await opened.writer.apply(2, texts, at(2))
      expect((await opened.index.search(queryFor('bail'))).lexicalTotal).toBe(1)
      await opened.pool.query('update live_generation set generation = 2')
      await opened.writer.followLive()
      await opened.index.waitFor(at(2), CATCH_UP_MS)
      expect((await opened.index.search(queryFor('bail'))).lexicalTotal).toBe(2)
    })
  },
)
