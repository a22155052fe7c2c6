/** Migrations go forward, once each, no matter which process starts them or how often. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { migrate } from '#infra/postgres/platform/migrate.ts'
import { makePool } from '#infra/postgres/platform/pool.ts'
import { openEmptyDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'

const cleanups: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup()
})

let database: TestDatabase
let folder: string
const write = (name: string, sql: string): Promise<void> => writeFile(join(folder, name), sql)
const run = (): Promise<string[]> => migrate(database.connectionString, folder)

beforeEach(async () => {
  const opened = await openEmptyDatabase()
  const made = await mkdtemp(join(tmpdir(), 'migrations-'))
  cleanups.push(opened.close, () => rm(made, { recursive: true }))
  database = opened
  folder = made
  await write('0001_first.sql', 'create table first (a integer);')
})

const query = async (sql: string) => {
  const pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 1 })
  try {
    return (await pool.query(sql)).rows
  } finally {
    await pool.close()
  }
}

test('each file runs once, in the order of its number; what is no migration is left alone', async () => {
  await write('0010_third.sql', 'insert into second values (3);')
  await write('0002_second.sql', 'create table second (a integer); insert into second values (2);')
  await write('notes.txt', 'not SQL')
  expect(await run()).toEqual(['0001_first.sql', '0002_second.sql', '0010_third.sql'])
  expect(await run()).toEqual([])
  expect(await query('select a from second order by a')).toEqual([{ a: 2 }, { a: 3 }])
})

test('several processes may start at once', async () => {
  const applied = await Promise.all([run(), run(), run(), run()])
  expect(applied.flat()).toEqual(['0001_first.sql'])
})

test('a file that was changed after it ran is a fault, but not one with other line ends', async () => {
  await write('0001_first.sql', 'create table first (\na integer);')
  await run()
  await write('0001_first.sql', 'create table first (\r\na integer);')
  expect(await run()).toEqual([])
  await write('0001_first.sql', 'create table first (\na bigint);')
  await expect(run()).rejects.toMatchObject({ code: 'migration-changed' })
})

test('a file that fails leaves nothing behind, keeps those before it, and runs once repaired', async () => {
  await write('0002_second.sql', 'create table second (a integer); select 1/0;')
  await expect(run()).rejects.toMatchObject({ code: 'migration-failed' })
  expect(
    await query(`select to_regclass('first') is null as a, to_regclass('second') is null as b`),
  ).toEqual([{ a: false, b: true }])
  await write('0002_second.sql', 'create table second (a integer);')
  expect(await run()).toEqual(['0002_second.sql'])
})

test('a database of a newer program is left alone, and two files of one number are refused', async () => {
  await write('0002_second.sql', 'create table second (a integer);')
  await run()
  await rm(join(folder, '0002_second.sql'))
  await expect(run()).rejects.toMatchObject({ code: 'migration-unknown' })
  await write('0001_other.sql', 'select 1;')
  await expect(run()).rejects.toMatchObject({ code: 'migration-number-taken' })
})
