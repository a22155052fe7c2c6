import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { Fault } from '#contracts/fault.ts'
import { sqlStateOf } from '../platform/faults.ts'
import { applyAsNamed, applyLater, lockMigrations, migrationFault } from '../platform/migrate.ts'
import { sessionSettings } from '../platform/pool.ts'
import { readArchive, type ArchiveReader } from './archive-reader.ts'
import { COPY_SESSION } from './backup.ts'
import type { BackupHeader, BackupManifest, SecretCheck } from './format.ts'
import { quoted } from './tables.ts'
import { clearTarget, refuseInUse } from './target.ts'

export type BackupRead = Pick<BackupHeader, 'madeAt' | 'position' | 'server'> & {
  readonly tables: number
  readonly rows: number
}

export type RestoreOptions = {
  readonly connectionString: string
  readonly source: Readable
  /** Whether what the database holds may be removed. */
  readonly replace: boolean
  /** Throws where the secret in use is not the one of the backup. */
  readonly checkKeyPepper: (check: SecretCheck | null) => Promise<void>
  readonly signal: AbortSignal
}

const readOf = (header: BackupHeader, { rows }: BackupManifest): BackupRead => ({
  madeAt: header.madeAt,
  position: header.position,
  server: header.server,
  tables: header.tables.length,
  rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
})

/** Reads a backup to its end and compares every checksum; touches no database. */
export const checkBackup = async (source: Readable): Promise<BackupRead> => {
  const archive = await readArchive(source)
  for await (const part of archive.parts()) void part
  return readOf(archive.header, archive.manifest())
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

const copyIn = async (client: Client, archive: ArchiveReader): Promise<void> => {
  const tables = new Map(archive.header.tables.map((table) => [table.name, table]))
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
const removeFirstRows = async (client: Client, { tables }: BackupHeader): Promise<void> => {
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

const setSequences = async (client: Client, { sequences }: BackupHeader): Promise<void> => {
  for (const { table, column, last, isCalled } of sequences)
    await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3, $4)', [
      table,
      column,
      last,
      isCalled,
    ])
}

const replaceAll = async (
  client: Client,
  archive: ArchiveReader,
  replace: boolean,
): Promise<void> => {
  const { header } = archive
  await client.query('begin')
  await clearTarget(client, header, replace)
  const { later } = await applyAsNamed(client, header.migrations).catch(newerBackup)
  await removeFirstRows(client, header)
  await withoutInsertTriggers(client, () => copyIn(client, archive))
  await setSequences(client, header)
  await applyLater(client, later)
  await client.query('commit')
  // Without statistics the first hours of a large corpus would be slow.
  await client.query('analyze').catch(() => undefined)
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
 * database is as it was. Throws Faults `backup-damaged`, `backup-newer`, `backup-unreadable`,
 * `migration-changed`, `restore-in-use`, `restore-target-foreign`, `restore-target-not-empty`,
 * `stopped`, those of `checkKeyPepper` and those of the store.
 */
export const restoreBackup = async (options: RestoreOptions): Promise<BackupRead> => {
  const { connectionString, source, replace, checkKeyPepper, signal } = options
  const client = new Client(sessionSettings(connectionString, 'pandect restore'))
  client.on('error', () => undefined)
  const stop = (): void => {
    source.destroy(new Error('stopped'))
    void client.end().catch(() => undefined)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    const archive = await readArchive(source)
    await checkKeyPepper(archive.header.keyPepperCheck)
    await client.connect()
    await client.query(COPY_SESSION)
    await lockMigrations(client)
    await refuseInUse(client)
    await replaceAll(client, archive, replace)
    return readOf(archive.header, archive.manifest())
  } catch (error) {
    if (signal.aborted)
      throw new Fault('stopped', { hint: 'run it again: the database is as it was' })
    throw restoreFault(error)
  } finally {
    signal.removeEventListener('abort', stop)
    source.destroy()
    await client.end().catch(() => undefined)
  }
}
