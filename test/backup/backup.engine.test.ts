/** Back up, restore, compare every row: on PostgreSQL 15 and 18, and from one to the other. */
import { createHash } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { extract, pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadMigrations, MIGRATIONS_FOLDER } from '#infra/postgres/platform/migrate.ts'
import { checkBackup } from '#infra/postgres/backup/restore.ts'
import { LOG_TABLES, NOT_KEPT, tableNames, WORD_TABLES } from '#infra/postgres/backup/tables.ts'
import {
  openEmptyDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../engines/embedded-postgres.ts'
import { openEmptyPostgres15, openPostgres15, postgres15Missing } from '../engines/postgres15.ts'
import { connectStores } from '../harness/postgres.ts'
import { namesOf, recordTexts } from '../replay/world.ts'
import {
  backUp,
  backupOf,
  collect,
  collectBoth,
  fill,
  MADE_AT,
  printOf,
  query,
  restoreInto,
  sourcesOf,
  withClient,
} from './world.ts'

const TEXTS = 20
const missing = await postgres15Missing()
const opened: TestDatabase[] = []
const open = async (how: () => Promise<TestDatabase>): Promise<string> => {
  const database = await how()
  opened.push(database)
  return database.connectionString
}
let origin = ''
let backup: { log: Buffer; keys: Buffer } = { log: Buffer.alloc(0), keys: Buffer.alloc(0) }
beforeAll(async () => {
  origin = await open(openTestDatabase)
  await fill(origin, TEXTS)
  backup = await backupOf(origin)
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

test('every table is kept in one of the two files, or left out for a reason', async () => {
  const names = await withClient(origin, tableNames)
  const classified = [...LOG_TABLES, ...WORD_TABLES, ...Object.keys(NOT_KEPT)]
  expect(classified.toSorted()).toEqual(
    names.filter((name) => !name.startsWith('keys.')).toSorted(),
  )
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
  const slow = collectBoth(15)
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
  await restoreInto(target, slow.files())
  const [found] = await query(
    target,
    `select count(*)::int as events, max(position)::int as last, (select position::int from log_head) as head,
       (select count(*)::int from events e
          where not exists (select from keys.seal_keys k where k.id = e.seal_key) and seal_key is not null) as "withoutKey",
       (select count(*)::int from keys.text_uses u
          where not exists (select from keys.texts t join sealed_texts using (id) where t.look_up = u.look_up)) as lost
     from events`,
  )
  expect(found).toEqual({
    events: made.position,
    last: made.position,
    head: made.position,
    lost: 0,
    withoutKey: 0,
  })
})

describe('a file that is not whole', () => {
  let target = ''
  beforeAll(async () => {
    target = await open(openEmptyDatabase)
  })
  const refused = async (changed: Partial<typeof backup>): Promise<void> => {
    const files = { ...backup, ...changed }
    await expect(checkBackup(sourcesOf(files))).rejects.toMatchObject({ code: 'backup-damaged' })
    await expect(restoreInto(target, files)).rejects.toMatchObject({ code: 'backup-damaged' })
    expect(await query(target, `select from pg_class where relname = 'events'`)).toEqual([])
  }

  test('is refused when it was cut off anywhere, and the database stays empty', async () => {
    // After the sums there is only padding.
    for (const which of ['log', 'keys'] as const) {
      const sums = backup[which].lastIndexOf('SHA256SUMS')
      for (const part of [0, 0.1, 0.5, 0.9, 1])
        await refused({ [which]: backup[which].subarray(0, Math.floor(sums * part)) })
    }
  })

  test('is refused for each of many flipped bits, wherever they count', async () => {
    let survived = 0
    const places = (['log', 'keys'] as const).flatMap((which) =>
      Array.from({ length: 60 }, (_, index) => ({
        which,
        at: 1_000 + Math.floor((index * (backup[which].length - 1_000)) / 60),
      })),
    )
    for (const { which, at } of places) {
      const flipped = Buffer.from(backup[which])
      flipped[at] = (flipped[at] ?? 0) ^ 4
      const outcome = await checkBackup(sourcesOf({ ...backup, [which]: flipped })).then(
        (read) => read,
        (error: { code: string }) => error.code,
      )
      // Between entries are zeros that mean nothing.
      if (outcome === 'backup-damaged') continue
      survived += 1
      expect(outcome).toEqual(await checkBackup(sourcesOf(backup)))
    }
    expect(survived).toBeLessThan(80)
  })

  test('is refused when it is no archive at all', async () => {
    await refused({ log: Buffer.from('PGDMP') })
    await refused({ log: Buffer.alloc(100_000, 7) })
    await refused({ keys: Buffer.alloc(100_000, 7) })
  })
})

const shaOf = (data: Buffer): string => createHash('sha256').update(data).digest('hex')

type Member = Record<string, unknown>

/** The archive with another header, its checksums put right. */
const withHeader = async (change: (header: Member) => void) => {
  const out = pack()
  const whole = buffer(out)
  let sums: readonly [string, string] = ['', '']
  const source = extract()
  Readable.from([backup.log]).pipe(source)
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
  return { ...backup, log: await whole }
}

test('a backup of a newer Pandect is refused: a migration or a format that is not known', async () => {
  const target = await open(openEmptyDatabase)
  const newerSchema = await withHeader((header) => {
    const migrations = header['migrations'] as object[]
    migrations.push({ number: 9_999, name: '9999_future.sql', checksum: '0'.repeat(64) })
  })
  await expect(restoreInto(target, newerSchema)).rejects.toMatchObject({ code: 'backup-newer' })
  const newerFormat = await withHeader((header) => (header['format'] = 'pandect-backup/3'))
  await expect(restoreInto(target, newerFormat)).rejects.toMatchObject({ code: 'backup-newer' })
  expect(await query(target, `select from pg_class where relname = 'events'`)).toEqual([])
})

/** Takes back what migrations from this number on made: their tables and columns. */
const undoMigrations = async (connectionString: string, first: number): Promise<void> => {
  const later = (await loadMigrations(MIGRATIONS_FOLDER)).filter(({ number }) => number >= first)
  for (const { sql } of later.toReversed()) {
    for (const [, table, columns = ''] of sql.matchAll(/^alter table (\w+) (add column [^;]+)/gmu))
      for (const [, column] of columns.matchAll(/add column (\w+)/gu))
        await query(connectionString, `alter table ${table} drop column ${column}`)
    for (const [, table] of sql.matchAll(/^create table ([\w.]+)/gmu))
      await query(connectionString, `drop table ${table} cascade`)
    for (const [, schema] of sql.matchAll(/^create schema (\w+)/gmu))
      await query(connectionString, `drop schema ${schema} cascade`)
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
  // What later migrations made is empty in both, but for one position, the units that repeats of a
  // call give, read models and sealing.
  const LATER =
    /^(?:changes|desk_followers|idempotency_keys|places|events|sealed_texts|text_facts|text_states|slug_claims|keys\..*)$/u
  const comparable = (print: Record<string, unknown>) =>
    Object.entries(print).filter(([name]) => !LATER.test(name))
  const [before, restored] = await Promise.all([printOf(origin), printOf(target)])
  expect(restored['places']).toMatchObject({ count: '0' })
  expect(restored['events']).toMatchObject({ count: String(4 * TEXTS) })
  expect(comparable(restored)).toEqual(comparable(before))
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
    yield backup.log.subarray(0, backup.log.length / 2)
    stop.abort()
    await sleep(60_000, undefined, { ref: false })
  }
  await expect(
    restoreInto(target, backup, {
      source: Readable.from(half()),
      replace: true,
      signal: stop.signal,
    }),
  ).rejects.toMatchObject({ code: 'stopped' })
  expect(await printOf(target)).toEqual(before)
})

test('stopped before it begins, while its server starts, neither of them does anything', async () => {
  const signal = AbortSignal.abort()
  const target = await open(openTestDatabase)
  await fill(target, 3)
  const before = await printOf(target)
  await expect(restoreInto(target, backup, { replace: true, signal })).rejects.toMatchObject({
    code: 'stopped',
  })
  expect(await printOf(target)).toEqual(before)
  const collected = collectBoth()
  await expect(backUp(origin, { ...collected, signal })).rejects.toMatchObject({ code: 'stopped' })
  expect(collected.files()).toEqual({ log: Buffer.alloc(0), keys: Buffer.alloc(0) })
})

const fullDisk = () =>
  new Writable({
    write: (_chunk, _encoding, done) =>
      done(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' })),
  })

test('a disk that fills up ends a backup, and so does a stop', async () => {
  for (const sinks of [
    { sink: fullDisk(), keysSink: collect().sink },
    { sink: collect().sink, keysSink: fullDisk() },
  ])
    await expect(backUp(origin, sinks)).rejects.toMatchObject({ code: 'backup-unwritable' })
  const stop = new AbortController()
  const slow = collectBoth(20)
  const stopped = backUp(origin, { ...slow, signal: stop.signal })
  await sleep(100)
  stop.abort()
  await expect(stopped).rejects.toMatchObject({ code: 'stopped' })
})
