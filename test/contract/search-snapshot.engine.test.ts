import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Fault } from '#contracts/fault.ts'
import { Position } from '#contracts/ids.ts'
import { followRows, type RowFollower } from '#infra/embedded/search/follower.ts'
import { LiveIndex } from '#infra/embedded/search/live-index.ts'
import { openRowSource } from '#infra/embedded/search/row-source.ts'
import { makeSearchWriter } from '#infra/embedded/search/rows.ts'
import { makeSnapshots } from '#infra/embedded/search/snapshot/snapshots.ts'
import { makePool } from '#infra/postgres/platform/pool.ts'
import { makeVault } from '#infra/postgres/platform/vault.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { documentOf, queryFor, textOf } from './search-fixtures.ts'

const CATCH_UP_MS = 10_000
const AT_ONCE = { passagesMin: 0, quietMs: 0, pauseMs: 0, pauseShare: 0, lookMs: 0 }
const at = (position: number): Position => Position.parse(position)
const colour = (text: number, body: string) => textOf([documentOf({ text, body })])

/** An index over a real database, kept in a file of a folder of the test. */
const openForTest = async () => {
  const database = await openTestDatabase()
  const pool = makePool(database.connectionString, {
    applicationName: 'pandect test',
    pepper: TEST_PEPPER,
    max: 4,
  })
  const folder = await mkdtemp(join(tmpdir(), 'pandect-snapshot-'))
  const faults: Fault[] = []
  let follower: RowFollower | null = null
  onTestFinished(async () => {
    await follower?.close()
    await pool.close()
    await database.close()
    await rm(folder, { recursive: true })
  })
  /** Opens the index anew, and says how many rows it read for that. */
  const reopen = async (position: number): Promise<{ live: LiveIndex; rowsRead: number }> => {
    await follower?.close()
    const live = new LiveIndex(1)
    let rowsRead = 0
    follower = followRows({
      open: async () => {
        const source = await openRowSource(database.connectionString, makeVault(TEST_PEPPER))
        const read = source.read.bind(source)
        source.read = (generation, after, show) =>
          read(generation, after, (rows) => {
            rowsRead += rows.length
            return show(rows)
          })
        return source
      },
      live,
      engineOptions: {},
      snapshots: makeSnapshots(join(folder, 'search-index')),
      onFault: (fault) => faults.push(fault),
      limits: { snapshot: AT_ONCE },
    })
    await live.waitFor(at(position), CATCH_UP_MS)
    return { live, rowsRead }
  }
  const keys = async (): Promise<number[]> =>
    (await pool.query<{ change: number }>('select change from search_snapshots')).rows.map(
      ({ change }) => change,
    )
  const writer = makeSearchWriter(pool)
  return { pool, writer, reopen, keys, faults }
}

const totalOf = (live: LiveIndex, word: string): number =>
  live.engine.search(queryFor(word)).lexicalTotal

test('an index that is kept in a file reads only the rows that came later', async () => {
  const { writer, reopen, keys, faults } = await openForTest()
  await writer.apply(1, [colour(1, 'rouge'), colour(2, 'rouge'), colour(3, 'rouge')], at(3))
  const first = await reopen(3)
  expect(first.rowsRead).toBe(3)
  await vi.waitFor(async () => expect(await keys()).toEqual([1]), CATCH_UP_MS)
  expect((await reopen(3)).rowsRead).toBe(0)
  await writer.apply(1, [colour(4, 'bleu'), textOf([], 2, colour(1, '').articleId)], at(5))
  // The row of a removed text is read, too.
  const { live, rowsRead } = await reopen(5)
  expect(rowsRead).toBe(2)
  expect([totalOf(live, 'rouge'), totalOf(live, 'bleu')]).toEqual([2, 1])
  // The newer one replaces the one before.
  await vi.waitFor(async () => expect(await keys()).toEqual([2]), CATCH_UP_MS)
  expect(faults).toEqual([])
})

test('a file whose key was removed, or that is of a generation that is gone, is not opened', async () => {
  const { pool, writer, reopen, keys } = await openForTest()
  await writer.apply(1, [colour(1, 'rouge'), colour(2, 'rouge')], at(3))
  await reopen(3)
  await vi.waitFor(async () => expect(await keys()).toHaveLength(1), CATCH_UP_MS)
  await pool.query('delete from search_snapshots')
  expect((await reopen(3)).rowsRead).toBe(2)
  await vi.waitFor(async () => expect(await keys()).toHaveLength(1), CATCH_UP_MS)
  await pool.query(`insert into generations (generation, status) values (2, 'open')`)
  await writer.apply(2, [colour(5, 'vert')], at(4))
  await pool.query('update live_generation set generation = 2')
  const { live, rowsRead } = await reopen(4)
  expect([rowsRead, totalOf(live, 'vert'), totalOf(live, 'rouge')]).toEqual([1, 1, 0])
  await writer.drop(1)
  await writer.apply(2, [colour(6, 'vert')], at(5))
  await vi.waitFor(async () => expect(await keys()).toEqual([2]), CATCH_UP_MS)
})

test('no key is kept for rows that have changed since', async () => {
  const { pool, writer, keys } = await openForTest()
  await writer.apply(1, [colour(1, 'rouge')], at(3))
  const source = await openRowSource(pool.connectionString, makeVault(TEST_PEPPER))
  onTestFinished(() => source.close())
  const { id, wrapped } = source.makeSnapshotKey()
  await writer.apply(1, [colour(2, 'rouge')], at(4))
  const made = { id, wrapped, generation: 1, change: 1, position: at(3), replaced: null }
  expect(await source.keepSnapshot(made)).toBe(false)
  expect(await keys()).toEqual([])
})
