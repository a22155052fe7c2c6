/** What is kept beside the log: texts and vectors by hash, slugs by their owner, locks by name. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { Slug } from '#contracts/ids.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeSlugRegistry } from '#infra/postgres/log/slug-registry.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import type { TestDatabase } from '../engines/embedded-postgres.ts'
import { newStream } from './event-fixtures.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const WRITERS = 6
const SIGNAL = new AbortController().signal

const blob = (text: string) => ({ sha256: sha256Hex(text), text })
const keyed = (text: string, ...values: number[]) => ({
  textSha256: sha256Hex(text),
  vector: Float32Array.from(values),
})

/** Work whose lock is lost under it; it hears of that, and ends well nevertheless. */
const loseLock = (pool: PostgresPool) => async (held: AbortSignal) => {
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'pandect lock' and datname = current_database()`,
  )
  await expect.poll(() => held.aborted).toBe(true)
}

export const keptValuesContract = (name: string, open: () => Promise<TestDatabase>): void => {
  describe(`values beside the log on ${name}`, () => {
    let database: TestDatabase
    let pool: PostgresPool
    beforeAll(async () => {
      database = await open()
      pool = makePool(database.connectionString, {
        applicationName: 'pandect test',
        pepper: TEST_PEPPER,
        max: 8,
      })
    })
    afterAll(async () => {
      await pool.close()
      await database.close()
    })

    test('a text is found under its hash, however often it was put', async () => {
      const blobs = makeBlobs(pool)
      const texts = ['', 'é 𝄞 \u2028', 'x'.repeat(4 * 1024 * 1024), 'é 𝄞 \u2028'].map(blob)
      await blobs.put(texts)
      await blobs.put(texts.toReversed())
      const found = await blobs.get(texts.map(({ sha256 }) => sha256))
      expect(found).toEqual(new Map(texts.map(({ sha256, text }) => [sha256, text])))
    })

    test('a text that is not there is a fault, and so is one under a foreign hash', async () => {
      const blobs = makeBlobs(pool)
      await expect(blobs.get([sha256Hex('never put')])).rejects.toMatchObject({
        code: 'blob-missing',
      })
      const wrong = { sha256: sha256Hex('one'), text: 'another' }
      await expect(blobs.put([wrong])).rejects.toMatchObject({ code: 'blob-mismatch' })
    })

    test('writers of the same texts in any order do not block each other', async () => {
      const blobs = makeBlobs(pool)
      const texts = Array.from({ length: 200 }, (_, i) => blob(`shared ${i}`))
      const orders = Array.from({ length: WRITERS }, (_, i) =>
        i % 2 === 0 ? texts : texts.toReversed(),
      )
      await Promise.all(orders.map((order) => blobs.put(order)))
      expect((await blobs.get(texts.map(({ sha256 }) => sha256))).size).toBe(200)
    })

    test('a vector comes back bit by bit, under its model alone', async () => {
      const vectors = makeVectors(pool)
      const values = [1, -0, 0.1, 1.4e-45, 3.4028234663852886e38, Number.NaN, -Infinity]
      await vectors.put('a@1', [keyed('t', ...values), keyed('empty')])
      await vectors.put('a@1', [keyed('t', 7)])
      const found = await vectors.get('a@1', [
        sha256Hex('t'),
        sha256Hex('empty'),
        sha256Hex('unknown'),
      ])
      expect(found.get(sha256Hex('t'))).toEqual(Float32Array.from(values))
      expect(found.get(sha256Hex('empty'))).toEqual(new Float32Array())
      expect(found.size).toBe(2)
      expect((await vectors.get('b@1', [sha256Hex('t')])).size).toBe(0)
    })

    test('a vector that is a part of a larger array is kept as that part', async () => {
      const vectors = makeVectors(pool)
      const part = Float32Array.of(1, 2, 3, 4).subarray(1, 3)
      await vectors.put('part@1', [{ textSha256: sha256Hex('p'), vector: part }])
      const found = await vectors.get('part@1', [sha256Hex('p')])
      expect([...(found.get(sha256Hex('p')) ?? [])]).toEqual([2, 3])
    })

    test('the first claim of a slug holds, within a call and between calls', async () => {
      const slugs = makeSlugRegistry(pool)
      const [one, two] = [newStream(), newStream()]
      const [a, b] = [Slug.parse('bail-commercial'), Slug.parse('bail-rural')]
      const first = await slugs.claim([
        { slug: a, streamId: one },
        { slug: b, streamId: one },
        { slug: a, streamId: two },
      ])
      expect(first).toEqual(
        new Map([
          [a, one],
          [b, one],
        ]),
      )
      expect(await slugs.claim([{ slug: a, streamId: two }])).toEqual(new Map([[a, one]]))
      expect(await slugs.ownerOf(b)).toBe(one)
      expect(await slugs.ownerOf(Slug.parse('never-claimed'))).toBeNull()
    })

    test('claims at the same time agree on one owner', async () => {
      const slugs = makeSlugRegistry(pool)
      const wanted = Array.from({ length: 50 }, (_, i) => Slug.parse(`contested-${i}`))
      const claim = async (writer: number) => {
        const streamId = newStream()
        const order = writer % 2 === 0 ? wanted : wanted.toReversed()
        return slugs.claim(order.map((slug) => ({ slug, streamId })))
      }
      const [first, ...others] = await Promise.all(
        Array.from({ length: WRITERS }, (_, i) => claim(i)),
      )
      for (const other of others) expect(other).toEqual(first)
    })

    test('a lock is held by one at a time and passes on', async () => {
      const lock = makeProjectorLock(database.connectionString)
      const order: string[] = []
      const work = (holder: string) => async (): Promise<void> => {
        order.push(`${holder} in`)
        await sleep(60)
        order.push(`${holder} out`)
      }
      await Promise.all(['a', 'b'].map((holder) => lock.hold('projector', SIGNAL, work(holder))))
      expect(order.map((step) => step.slice(2))).toEqual(['in', 'out', 'in', 'out'])
      await expect(lock.hold('other', SIGNAL, () => Promise.resolve(7))).resolves.toBe(7)
    })

    test('waiting for a lock ends when aborted; a failing work gives it back', async () => {
      const lock = makeProjectorLock(database.connectionString)
      const abort = new AbortController()
      const holding = Promise.withResolvers<void>()
      const held = Promise.withResolvers<void>()
      const first = lock.hold('busy', SIGNAL, () => {
        held.resolve()
        return holding.promise
      })
      await held.promise
      const second = lock.hold('busy', abort.signal, () => Promise.resolve())
      abort.abort(new Error('no longer wanted'))
      await expect(second).rejects.toThrow('no longer wanted')
      holding.reject(new Error('work failed'))
      await expect(first).rejects.toThrow('work failed')
      await lock.hold('busy', SIGNAL, () => Promise.resolve())
    })

    test('work under a lost lock is aborted and its result is refused', async () => {
      const lock = makeProjectorLock(database.connectionString)
      await expect(lock.hold('lost', SIGNAL, loseLock(pool))).rejects.toMatchObject({
        code: 'lock-lost',
      })
    })
  })
}
