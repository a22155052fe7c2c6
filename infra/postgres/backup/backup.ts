import type { Writable } from 'node:stream'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import { Position, type Instant } from '#contracts/ids.ts'
import { storeFault } from '../platform/faults.ts'
import { sessionSettings } from '../platform/pool.ts'
import { writeArchive, type ArchiveWriter } from './archive-writer.ts'
import { BACKUP_FORMAT, type BackupHeader, type SecretCheck } from './format.ts'
import { keptTables, NOT_KEPT, quoted, sequencesOf, tableNames, type KeptTable } from './tables.ts'

const LOCK_TIMEOUT_MS = 120_000

export type Progress = (done: number, total: number) => void

export type BackupOptions = {
  readonly connectionString: string
  readonly sink: Writable
  readonly madeAt: Instant
  readonly keyPepperCheck: SecretCheck | null
  readonly onProgress: Progress
  readonly signal: AbortSignal
}

export type BackupMade = {
  readonly position: Position
  readonly tables: number
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/** Rows alike on every server, and no time limit of a role. */
export const COPY_SESSION = `set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set lock_timeout = ${LOCK_TIMEOUT_MS}`

/**
 * One snapshot for all tables: others go on writing, and the backup holds the log up to one
 * position, with everything that was derived from it and charged until then. The locks are those of
 * a reader; they only keep a migration away.
 */
const openSnapshot = async (client: Client): Promise<KeptTable[]> => {
  const names = await tableNames(client)
  if (!names.includes('schema_migrations'))
    throw new Fault('backup-empty', 'this database holds no data of Pandect')
  await client.query('begin isolation level repeatable read read only')
  // Before the first query: the snapshot is made there, and must be younger than the locks.
  const kept = names.filter((name) => !Object.hasOwn(NOT_KEPT, name)).map(quoted)
  await client.query(`lock table ${kept.join(', ')} in access share mode`)
  return keptTables(client)
}

const Facts = z.object({ position: Position, server: z.string() })

const headerOf = async (
  client: Client,
  tables: readonly KeptTable[],
  { madeAt, keyPepperCheck }: BackupOptions,
): Promise<BackupHeader> => {
  const facts = await client.query(
    `select position, split_part(current_setting('server_version'), ' ', 1) as server from log_head`,
  )
  const migrations = await client.query<BackupHeader['migrations'][number]>(
    'select number, name, checksum from schema_migrations order by number',
  )
  return {
    format: BACKUP_FORMAT,
    madeAt,
    ...Facts.parse(facts.rows[0]),
    migrations: migrations.rows,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    sequences: await sequencesOf(client, tables),
    keyPepperCheck,
  }
}

const copyOut = async (
  client: Client,
  archive: ArchiveWriter,
  { name, columns }: KeptTable,
  onBytes: (bytes: number) => void,
): Promise<number> => {
  const list = columns.map(quoted).join(', ')
  const rows = client.query(copyTo(`copy ${quoted(name)} (${list}) to stdout`))
  const lost = (error?: Error): void => void rows.destroy(error ?? new Error('connection ended'))
  client.once('error', lost).once('end', lost)
  try {
    await archive.table(name, rows, onBytes)
    // The server says how many rows there were after the last of them.
    await client.query('select')
    return rows.rowCount
  } finally {
    client.off('error', lost).off('end', lost)
  }
}

const writeAll = async (client: Client, options: BackupOptions): Promise<BackupMade> => {
  const tables = await openSnapshot(client)
  const header = await headerOf(client, tables, options)
  const archive = writeArchive(options.sink)
  await archive.header(header)
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  const rows: Record<string, number> = {}
  let before = 0
  for (const table of tables) {
    let copied = 0
    rows[table.name] = await copyOut(client, archive, table, (bytes) => {
      copied += bytes
      options.onProgress(before + Math.min(copied, table.bytes), total)
    })
    before += table.bytes
  }
  await client.query('commit')
  const { bytes, sha256 } = await archive.finish({ rows })
  return {
    position: header.position,
    tables: tables.length,
    rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
    bytes,
    sha256,
  }
}

/**
 * Writes everything that is recorded to `sink`, table by table, in bounded memory. Throws Faults
 * `backup-empty`, `backup-unwritable`, `stopped` and those of the store.
 */
export const writeBackup = async (options: BackupOptions): Promise<BackupMade> => {
  const { connectionString, signal } = options
  const client = new Client(sessionSettings(connectionString, 'pandect backup'))
  client.on('error', () => undefined)
  // Its error is that of the work, or of a stop before the work began.
  options.sink.on('error', () => undefined)
  const stop = (): void => {
    options.sink.destroy(new Error('stopped'))
    void client.end().catch(() => undefined)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    await client.connect()
    await client.query(COPY_SESSION)
    return await writeAll(client, options)
  } catch (error) {
    if (signal.aborted) throw new Fault('stopped', { hint: 'run it again: nothing was written' })
    throw storeFault(error)
  } finally {
    signal.removeEventListener('abort', stop)
    await client.end().catch(() => undefined)
  }
}
