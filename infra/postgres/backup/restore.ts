import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { Fault, type FaultOptions } from '#contracts/fault.ts'
import { sqlStateOf } from '../platform/faults.ts'
import {
  applyAsNamed,
  applyLater,
  loadMigrations,
  lockMigrations,
  migrationFault,
  MIGRATIONS_FOLDER,
} from '../platform/migrate.ts'
import { sessionSettings } from '../platform/pool.ts'
import { readArchive, type ArchiveReader } from './archive-reader.ts'
import { COPY_SESSION } from './backup.ts'
import type { BackupHeader, BackupManifest, SecretCheck } from './format.ts'
import { isKeyTable, quoted } from './tables.ts'
import { clearTarget, refuseInUse } from './target.ts'

export type BackupRead = Pick<BackupHeader, 'madeAt' | 'position' | 'server'> & {
  readonly tables: number
  readonly rows: number
  /** Of the second file; null: there was none, or the format had none. */
  readonly keys:
    | (Pick<BackupHeader, 'madeAt' | 'position'> & { readonly sameBackup: boolean })
    | null
  /** Events that read as erased, because their key is not there; null: only a restore knows. */
  readonly eventsWithoutKey: number | null
}

export type BackupSources = {
  readonly source: Readable
  /** The second file; null: none was found. */
  readonly keys: Readable | null
  /** Whether to go on without one. */
  readonly withoutKeys: boolean
}

export type RestoreOptions = BackupSources & {
  readonly connectionString: string
  /** Whether what the database holds may be removed. */
  readonly replace: boolean
  /** Throws where the secret in use is not the one of the backup. */
  readonly checkKeyPepper: (check: SecretCheck | null) => Promise<void>
  readonly signal: AbortSignal
}

type Archives = {
  readonly log: ArchiveReader
  readonly keys: ArchiveReader | null
  /** Whether both were made from one snapshot. */
  readonly sameBackup: boolean
}

const unfit = (reason: string, options?: FaultOptions): Fault =>
  new Fault('backup-keys-unfit', reason, options)

/** Throws Faults `backup-keys-missing`, `backup-keys-unfit` and those of `readArchive`. */
const openArchives = async ({ source, keys, withoutKeys }: BackupSources): Promise<Archives> => {
  // A file that fails before it is read is reported when it is.
  keys?.on('error', () => undefined)
  const log = await readArchive(source)
  const { contents, backupId } = log.header
  if (contents === 'keys') throw unfit('this is the second file of a backup, with its keys')
  if (contents === 'all') {
    if (keys !== null)
      throw unfit('this backup is one file; there are no keys of it', { hint: 'leave --keys out' })
    return { log, keys: null, sameBackup: true }
  }
  if (keys === null) {
    if (withoutKeys) return { log, keys: null, sameBackup: false }
    throw new Fault('backup-keys-missing')
  }
  const found = await readArchive(keys)
  if (found.header.contents !== 'keys') throw unfit('the file of the keys holds none')
  return { log, keys: found, sameBackup: found.header.backupId === backupId }
}

const rowsOf = ({ rows }: BackupManifest): number =>
  Object.values(rows).reduce((sum, count) => sum + count, 0)

const readOf = (
  { log, keys, sameBackup }: Archives,
  eventsWithoutKey: number | null,
): BackupRead => {
  const { madeAt, position, server } = log.header
  const all = keys === null ? [log] : [log, keys]
  return {
    madeAt,
    position,
    server,
    tables: all.reduce((sum, { header }) => sum + header.tables.length, 0),
    rows: all.reduce((sum, archive) => sum + rowsOf(archive.manifest()), 0),
    keys:
      keys === null
        ? null
        : { madeAt: keys.header.madeAt, position: keys.header.position, sameBackup },
    eventsWithoutKey,
  }
}

/**
 * Reads the files of a backup to their ends and compares every checksum; touches no database.
 * Throws the Faults of `restoreBackup` that are about files.
 */
export const checkBackup = async (sources: BackupSources): Promise<BackupRead> => {
  try {
    const archives = await openArchives(sources)
    for await (const part of archives.log.parts()) void part
    if (archives.keys !== null) for await (const part of archives.keys.parts()) void part
    return readOf(archives, null)
  } finally {
    sources.source.destroy()
    sources.keys?.destroy()
  }
}

/** A COPY that takes the parts of one table, one after the other. */
const copyInto = (client: Client, { name, columns }: BackupHeader['tables'][number]) => {
  const list = columns.map(quoted).join(', ')
  const copy = client.query(copyFrom(`copy ${quoted(name)} (${list}) from stdin`))
  const ended = finished(copy)
  ended.catch(() => undefined)
  const lost = (): void => void copy.emit('error', new Error('connection ended'))
  client.once('end', lost)
  return {
    write: async (rows: Buffer): Promise<void> => {
      if (!copy.write(rows)) await Promise.race([once(copy, 'drain'), ended])
    },
    end: async (): Promise<void> => {
      copy.end()
      await ended
      client.off('end', lost)
    },
  }
}

type Table = BackupHeader['tables'][number]

/** Writes the rows of these tables; the others are read past, so that their checksums count. */
const copyIn = async (
  client: Client,
  archive: ArchiveReader,
  wanted: readonly Table[],
): Promise<void> => {
  const tables = new Map(wanted.map((table) => [table.name, table]))
  let name: string | null = null
  let copy: ReturnType<typeof copyInto> | null = null
  for await (const part of archive.parts()) {
    if (part.table !== name) {
      await copy?.end()
      const table = tables.get(part.table)
      copy = table === undefined ? null : copyInto(client, table)
      ;({ table: name } = part)
    }
    await copy?.write(part.rows)
  }
  await copy?.end()
}

/** Rows that migrations made; those of the backup take their place. */
const removeFirstRows = async (client: Client, tables: readonly Table[]): Promise<void> => {
  for (const { name } of tables.toReversed()) {
    const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`)
    if (rowCount !== 0) await client.query(`delete from ${quoted(name)}`)
  }
}

type Trigger = { readonly table: string; readonly name: string; readonly enabled: string }
const ENABLE: Readonly<Record<string, string>> = {
  O: 'enable trigger',
  A: 'enable always trigger',
  R: 'enable replica trigger',
}

/** What triggers do at an insert is in the backup already: sums would be counted twice. */
const withoutInsertTriggers = async (client: Client, work: () => Promise<void>): Promise<void> => {
  const { rows } = await client.query<Trigger>(
    `select c.relname as table, t.tgname as name, t.tgenabled as enabled
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and t.tgtype & 4 <> 0 and t.tgenabled <> 'D'
       and c.relnamespace = current_schema()::regnamespace`,
  )
  const each = async (how: (trigger: Trigger) => string | undefined): Promise<void> => {
    for (const one of rows)
      await client.query(`alter table ${quoted(one.table)} ${how(one)} ${quoted(one.name)}`)
  }
  await each(() => 'disable trigger')
  await work()
  await each(({ enabled }) => ENABLE[enabled])
}

const setSequences = async (
  client: Client,
  sequences: BackupHeader['sequences'],
): Promise<void> => {
  for (const { table, column, last, isCalled } of sequences)
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3, $4)', [
      quoted(table),
      column,
      last,
      isCalled,
    ])
}

const putBack = async (
  client: Client,
  archive: ArchiveReader,
  tables: readonly Table[] = archive.header.tables,
): Promise<void> => {
  await removeFirstRows(client, tables)
  await withoutInsertTriggers(client, () => copyIn(client, archive, tables))
  const names = new Set(tables.map(({ name }) => name))
  await setSequences(
    client,
    archive.header.sequences.filter(({ table }) => names.has(table)),
  )
}

/**
 * Erasures in the log of which neither log nor vault says that they were finished. These keys do
 * not say where vectors and slugs were.
 */
const REMEMBER_ERASURES = `insert into keys.erasures (position, stream_id, texts, vectors, slugs, located)
  select e.position, e.stream_id,
    array(select distinct u.look_up from keys.text_uses u
      where u.key_id::text in (select jsonb_array_elements_text(e.data -> 'keys'))),
    '{}', '{}', false
  from events e where e.type in ('WordingErased', 'SubjectErased')
    and not exists (select from keys.erasures x where x.position = e.position)
    and not exists (select from events c where c.stream_id = e.stream_id
      and c.type = 'ErasureCertified' and (c.data ->> 'erasure')::int = e.stream_version)`

/** What was finished after the log was backed up has come back with it. */
const REOPEN_ERASURES = 'update keys.erasures set finished_at = null where finished_at > $1'

/**
 * What the keys of another moment refer to and this log does not have, or has erased since. A text
 * whose key is there counts as kept, so one without a body would never be stored again.
 */
const FORGET_STRANGERS = [
  'delete from keys.seal_keys k where not exists (select from events e where e.seal_key = k.id)',
  'delete from keys.texts t where not exists (select from sealed_texts s where s.id = t.id)',
  `delete from keys.erasures x where not exists (select from events e
     where e.position = x.position and e.stream_id = x.stream_id
       and e.type in ('WordingErased', 'SubjectErased'))`,
] as const

// After the erasures are remembered, since the uses of texts go with the keys.
const DESTROY_ERASED = `delete from keys.seal_keys where id in (
  select jsonb_array_elements_text(data -> 'keys')::uuid from events
  where type in ('WordingErased', 'SubjectErased'))`

/**
 * Erasures that the log names are carried out as far as the keys go. The service finishes them at
 * its next start.
 */
const eraseAgain = async (client: Client, log: BackupHeader): Promise<void> => {
  await client.query(REMEMBER_ERASURES)
  await client.query(REOPEN_ERASURES, [log.madeAt])
  await client.query(DESTROY_ERASED)
}

/** The keys alone, at the newest schema; the read models stay as the first migration left them. */
const putKeysOfAnother = async (client: Client, keys: ArchiveReader): Promise<void> => {
  const known = new Set((await loadMigrations(MIGRATIONS_FOLDER)).map(({ number }) => number))
  if (keys.header.migrations.some(({ number }) => !known.has(number)))
    throw new Fault('backup-newer')
  await putBack(
    client,
    keys,
    keys.header.tables.filter(({ name }) => isKeyTable(name)),
  )
  for (const sql of FORGET_STRANGERS) await client.query(sql)
}

const countWithoutKey = async (client: Client): Promise<number> => {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from events e where e.seal_key is not null
       and not exists (select from keys.seal_keys k where k.id = e.seal_key)`,
  )
  return Number(rows[0]?.count ?? 0)
}

const replaceAll = async (
  client: Client,
  { log, keys, sameBackup }: Archives,
  replace: boolean,
): Promise<number> => {
  const named = [log, ...(keys === null ? [] : [keys])].flatMap(({ header }) => header.tables)
  await client.query('begin')
  await clearTarget(
    client,
    named.map(({ name }) => name),
    replace,
  )
  const { later } = await applyAsNamed(client, log.header.migrations).catch(newerBackup)
  await putBack(client, log)
  if (keys !== null && sameBackup) await putBack(client, keys)
  await applyLater(client, later)
  if (keys !== null && !sameBackup) await putKeysOfAnother(client, keys)
  if (!sameBackup) await eraseAgain(client, log.header)
  const withoutKey = await countWithoutKey(client)
  await client.query('commit')
  // Without statistics the first hours of a large corpus would be slow.
  await client.query('analyze').catch(() => undefined)
  return withoutKey
}

const newerBackup = (error: unknown): never => {
  if (!(error instanceof Fault) || error.code !== 'migration-unknown') throw error
  throw new Fault('backup-newer', { cause: error })
}

/** A refused value or a reference into the void: the file says what no database of ours held. */
const isOfRows = (state: string | null): boolean => /^(?:22|23|42)/.test(state ?? '')

const restoreFault = (error: unknown): Fault => {
  if (error instanceof Fault) return error
  if (isOfRows(sqlStateOf(error)))
    return new Fault('backup-damaged', 'the database refuses rows of this backup', { cause: error })
  return migrationFault(error)
}

/**
 * Puts a backup into a database, in one transaction: until its end, and after any failure, the
 * database is as it was. With the keys of another backup, or none, the read models stay empty,
 * since those at hand may hold what was erased since: the projector derives them anew. Throws
 * Faults `backup-damaged`, `backup-keys-missing`, `backup-keys-unfit`, `backup-newer`, `backup-
 * unreadable`, `migration-changed`, `restore-in-use`, `restore-target-foreign`, `restore-target-
 * not-empty`, `stopped`, those of `checkKeyPepper` and those of the store.
 */
export const restoreBackup = async (options: RestoreOptions): Promise<BackupRead> => {
  const { connectionString, source, keys, replace, checkKeyPepper, signal } = options
  const client = new Client(sessionSettings(connectionString, 'pandect restore'))
  client.on('error', () => undefined)
  const stop = (): void => {
    source.destroy(new Error('stopped'))
    keys?.destroy(new Error('stopped'))
    void client.end().catch(() => undefined)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    // A stop while the server started came before anyone listened.
    signal.throwIfAborted()
    const archives = await openArchives(options)
    await checkKeyPepper(archives.log.header.keyPepperCheck)
    if (archives.keys !== null) await checkKeyPepper(archives.keys.header.keyPepperCheck)
    await client.connect()
    await client.query(COPY_SESSION)
    await lockMigrations(client)
    await refuseInUse(client, { own: 'pandect restore', code: 'restore-in-use' })
    const withoutKey = await replaceAll(client, archives, replace)
    return readOf(archives, withoutKey)
  } catch (error) {
    if (signal.aborted)
      throw new Fault('stopped', { hint: 'run it again: the database is as it was' })
    throw restoreFault(error)
  } finally {
    signal.removeEventListener('abort', stop)
    source.destroy()
    keys?.destroy()
    await client.end().catch(() => undefined)
  }
}
