/** Back up, restore, compare every row: on PostgreSQL 15 and 18, and from one to the other. */
import { createHash } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { extract, pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadMigrations, MIGRATIONS_FOLDER } from '#infra/postgres/platform/migrate.ts'
import { checkBackup } from '#infra/postgres/backup/restore.ts'
import { NOT_KEPT } from '#infra/postgres/backup/tables.ts'
import {
  openEmptyDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../engines/embedded-postgres.ts'
import { openEmptyPostgres15, openPostgres15, postgres15Missing } from '../engines/postgres15.ts'
import { connectStores } from '../harness/postgres.ts'
import { namesOf, recordTexts } from '../replay/world.ts'
import { backUp, backupOf, collect, fill, MADE_AT, printOf, query, restoreInto } from './world.ts'

const TEXTS = 20
const missing = await postgres15Missing()
const opened: TestDatabase[] = []
const open = async (how: () => Promise<TestDatabase>): Promise<string> => {
  const database = await how()
  opened.push(database)
  return database.connectionString
}
let origin = ''
let backup = Buffer.alloc(0)
beforeAll(async () => {
  origin = await open(openTestDatabase)
  await fill(origin, TEXTS)
  backup = Buffer.from(await backupOf(origin))
})
afterAll(async () => {
  for (const database of opened) await database.close()
})

const SERVERS = [
  ['18', openTestDatabase, openEmptyDatabase],
  ['15', openPostgres15, openEmptyPostgres15],
] as const

for (const [from, openFilled] of SERVERS)
  for (const [to, , openEmpty] of SERVERS)
    describe.skipIf(missing !== null)(`PostgreSQL ${from} to ${to}`, () => {
      test('every row, counter and part of the schema is as before', async () => {
        const source = from === '18' ? origin : await open(openFilled)
        if (source !== origin) await fill(source, TEXTS)
        const target = await open(openEmpty)
        const read = await restoreInto(target, await backupOf(source))
        expect(read).toMatchObject({ position: 4 * TEXTS, madeAt: MADE_AT })
        expect(read.server).toMatch(new RegExp(`^${from}\\.`))
        expect(await printOf(target)).toEqual(await printOf(source))
      })
    })

test('tables that are left out are empty, and no other table is', async () => {
  const target = await open(openEmptyDatabase)
  await restoreInto(target, backup)
  for (const name of Object.keys(NOT_KEPT).filter((one) => one !== 'schema_migrations'))
    expect(await query(target, `select from ${name}`), name).toEqual([])
  expect(await query(target, 'select name from accounts')).toEqual([{ name: 'Étude\t"Ø"\n\\' }])
})

test('after a restore the log, the ledger and the audit go on, and recorded facts stay fixed', async () => {
  const target = await open(openEmptyDatabase)
  await restoreInto(target, backup)
  const stores = connectStores(target)
  expect(await recordTexts(stores.pool, namesOf(1, 'neu'))).toBe(4 * TEXTS + 4)
  await stores.close()
  await expect(query(target, 'delete from events')).rejects.toMatchObject({ code: 'PD001' })
  await expect(query(target, 'truncate ledger')).rejects.toMatchObject({ code: 'PD001' })
  const [seq] = await query<{ seq: number }>(
    target,
    `insert into audit_acts (kind, actor, data) values ('key.rotated', 'system', '{}')
     returning (position > (select max(position) from audit_acts)) as seq`,
  )
  expect(seq).toEqual({ seq: true })
})

test('others write meanwhile: the backup holds the log up to one position, whole', async () => {
  const busy = await open(openTestDatabase)
  await fill(busy, TEXTS)
  const stores = connectStores(busy)
  const slow = collect(15)
  const written = new AbortController()
  const writer = (async () => {
    for (let batch = 0; !written.signal.aborted; batch += 1) {
      await recordTexts(stores.pool, namesOf(3, `mehr-${batch}`))
      await sleep(1)
    }
  })()
  const made = await backUp(busy, slow)
  written.abort()
  await writer
  const head = await stores.log.head()
  await stores.close()
  expect(head).toBeGreaterThan(made.position)
  const target = await open(openEmptyDatabase)
  await restoreInto(target, slow.bytes())
  const [found] = await query(
    target,
    `select count(*)::int as events, max(position)::int as last, (select position::int from log_head) as head,
       (select count(*)::int from events e where exists (select from jsonb_each_text(data) d
          where d.key = 'textSha256' and not exists (select from blobs where encode(sha256, 'hex') = d.value))) as lost
     from events`,
  )
  expect(found).toEqual({
    events: made.position,
    last: made.position,
    head: made.position,
    lost: 0,
  })
})

describe('a file that is not whole', () => {
  let target = ''
  beforeAll(async () => {
    target = await open(openEmptyDatabase)
  })
  const refused = async (file: Buffer): Promise<void> => {
    await expect(checkBackup(Readable.from([file]))).rejects.toMatchObject({
      code: 'backup-damaged',
    })
    await expect(restoreInto(target, file)).rejects.toMatchObject({ code: 'backup-damaged' })
    expect(await query(target, `select from pg_class where relname = 'events'`)).toEqual([])
  }

  test('is refused when it was cut off anywhere, and the database stays empty', async () => {
    // After the sums there is only padding.
    const sums = backup.lastIndexOf('SHA256SUMS')
    for (const part of [0, 0.1, 0.5, 0.9, 1])
      await refused(backup.subarray(0, Math.floor(sums * part)))
  })

  test('is refused for each of many flipped bits, wherever they count', async () => {
    const print = createHash('sha256').update(backup).digest('hex')
    let survived = 0
    for (let at = 1_000; at < backup.length; at += Math.ceil(backup.length / 60)) {
      const flipped = Buffer.from(backup)
      flipped[at] = (flipped[at] ?? 0) ^ 4
      const outcome = await checkBackup(Readable.from([flipped])).then(
        (read) => read,
        (error: { code: string }) => error.code,
      )
      // Between entries are zeros that mean nothing.
      if (outcome === 'backup-damaged') continue
      survived += 1
      expect(outcome).toEqual(await checkBackup(Readable.from([backup])))
    }
    expect(survived).toBeLessThan(40)
    expect(createHash('sha256').update(backup).digest('hex')).toBe(print)
  })

  test('is refused when it is no archive at all', async () => {
    await refused(Buffer.from('PGDMP'))
    await refused(Buffer.alloc(100_000, 7))
  })
})

const shaOf = (data: Buffer): string => createHash('sha256').update(data).digest('hex')

type Member = Record<string, unknown>

/** The archive with another header, its checksums put right. */
const withHeader = async (change: (header: Member) => void): Promise<Buffer> => {
  const out = pack()
  const whole = buffer(out)
  let sums: readonly [string, string] = ['', '']
  const source = extract()
  Readable.from([backup]).pipe(source)
  for await (const entry of source) {
    let data: Buffer = await buffer(entry)
    const { name } = entry.header
    if (name === 'header.json') {
      const header = JSON.parse(data.toString()) as Member
      change(header)
      const after = Buffer.from(JSON.stringify(header))
      sums = [shaOf(data), shaOf(after)]
      data = after
    }
    if (name === 'SHA256SUMS') data = Buffer.from(data.toString().replace(...sums))
    out.entry({ name }, data)
  }
  out.finalize()
  return whole
}

test('a backup of a newer Pandect is refused: a migration or a format that is not known', async () => {
  const target = await open(openEmptyDatabase)
  const newerSchema = await withHeader((header) => {
    const migrations = header['migrations'] as object[]
    migrations.push({ number: 9_999, name: '9999_future.sql', checksum: '0'.repeat(64) })
  })
  await expect(restoreInto(target, newerSchema)).rejects.toMatchObject({ code: 'backup-newer' })
  const newerFormat = await withHeader((header) => (header['format'] = 'pandect-backup/2'))
  await expect(restoreInto(target, newerFormat)).rejects.toMatchObject({ code: 'backup-newer' })
  expect(await query(target, `select from pg_class where relname = 'events'`)).toEqual([])
})

/** Takes back what migrations from this number on made: their tables and columns. */
const undoMigrations = async (connectionString: string, first: number): Promise<void> => {
  const later = (await loadMigrations(MIGRATIONS_FOLDER)).filter(({ number }) => number >= first)
  for (const { sql } of later.toReversed()) {
    for (const [, table, column] of sql.matchAll(/^alter table (\w+) add column (\w+)/gmu))
      await query(connectionString, `alter table ${table} drop column ${column}`)
    for (const [, table] of sql.matchAll(/^create table (\w+)/gmu))
      await query(connectionString, `drop table ${table} cascade`)
  }
  await query(connectionString, `delete from schema_migrations where number >= ${first}`)
}

test('a backup of an older Pandect is restored as it was, then migrated', async () => {
  const FIRST = 16
  const past = await open(openEmptyDatabase)
  await restoreInto(past, backup)
  await undoMigrations(past, FIRST)
  const older = await backupOf(past)
  const target = await open(openEmptyDatabase)
  await restoreInto(target, older)
  // What later migrations made is empty in both, but for one position and a read model.
  const [
    { desk_followers: _, places: _filled, ...before },
    { desk_followers: _now, places, ...restored },
  ] = await Promise.all([printOf(origin), printOf(target)])
  expect(places).toMatchObject({ count: '0' })
  expect(restored).toEqual(before)
  // Facts from before the desk was there are no news.
  const starts = await query<{ starts_at: string }>(
    target,
    `select starts_at::text from desk_followers where name = 'impact'`,
  )
  expect(starts).toEqual([{ starts_at: String(4 * TEXTS) }])
})

test('a database with data is refused; with consent it is replaced, whatever it held', async () => {
  const target = await open(openTestDatabase)
  await fill(target, 3)
  const before = await printOf(target)
  await expect(restoreInto(target, backup)).rejects.toMatchObject({
    code: 'restore-target-not-empty',
  })
  expect(await printOf(target)).toEqual(before)
  await restoreInto(target, backup, { replace: true })
  expect(await printOf(target)).toEqual(await printOf(origin))
})

test('a database of something else is refused, even with consent', async () => {
  const target = await open(openEmptyDatabase)
  await query(target, 'create table payroll (id int)')
  await expect(restoreInto(target, backup, { replace: true })).rejects.toMatchObject({
    code: 'restore-target-foreign',
  })
  await expect(backupOf(target)).rejects.toMatchObject({ code: 'backup-empty' })
})

test('a database that processes use is refused, and they are named', async () => {
  const target = await open(openTestDatabase)
  const stores = connectStores(target)
  await stores.log.head()
  await expect(restoreInto(target, backup)).rejects.toMatchObject({
    code: 'restore-in-use',
    message: expect.stringContaining('test'),
  })
  await stores.close()
})

const checkKeyPepper = (): Promise<never> => Promise.reject(new Error('differs'))

test('a secret that differs stops a restore before anything is changed', async () => {
  const target = await open(openEmptyDatabase)
  await expect(restoreInto(target, backup, { checkKeyPepper })).rejects.toThrow()
  expect(await query(target, `select from pg_class where relname = 'events'`)).toEqual([])
})

test('stopped in the middle, a restore leaves the database as it was', async () => {
  const target = await open(openTestDatabase)
  await fill(target, 3)
  const before = await printOf(target)
  const stop = new AbortController()
  const half = async function* (): AsyncGenerator<Buffer> {
    yield backup.subarray(0, backup.length / 2)
    stop.abort()
    await sleep(60_000, undefined, { ref: false })
  }
  await expect(
    restoreInto(target, Readable.from(half()), { replace: true, signal: stop.signal }),
  ).rejects.toMatchObject({ code: 'stopped' })
  expect(await printOf(target)).toEqual(before)
})

test('a disk that fills up ends a backup, and so does a stop', async () => {
  const full = new Writable({
    write: (_chunk, _encoding, done) =>
      done(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' })),
  })
  await expect(backUp(origin, { sink: full })).rejects.toMatchObject({ code: 'backup-unwritable' })
  const stop = new AbortController()
  const slow = collect(20)
  const stopped = backUp(origin, { sink: slow.sink, signal: stop.signal })
  await sleep(100)
  stop.abort()
  await expect(stopped).rejects.toMatchObject({ code: 'stopped' })
})
