import { randomUUID } from 'node:crypto'
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
import {
  archiveOf,
  keptTables,
  NOT_KEPT,
  quoted,
  sequencesOf,
  tableNames,
  type KeptTable,
} from './tables.ts'

const LOCK_TIMEOUT_MS = 120_000

export type Progress = (done: number, total: number) => void

export type BackupOptions = {
  readonly connectionString: string
  /** Receives the sealed log and the business data (accounts, charges, staff). */
  readonly sink: Writable
  /** Receives the keys and all words in clear. */
  readonly keysSink: Writable
  readonly madeAt: Instant
  readonly keyPepperCheck: SecretCheck | null
  readonly onProgress: Progress
  readonly signal: AbortSignal
}

type ArchiveMade = { readonly bytes: number; readonly sha256: string }

export type BackupMade = ArchiveMade & {
  readonly backupId: string
  readonly position: Position
  readonly tables: number
  readonly rows: number
  readonly keys: ArchiveMade
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

/** What both archives say. */
type CommonHeader = Omit<BackupHeader, 'backupId' | 'contents' | 'tables' | 'sequences'> & {
  readonly backupId: string
}

const headerOf = async (
  client: Client,
  { madeAt, keyPepperCheck }: BackupOptions,
): Promise<CommonHeader> => {
  const facts = await client.query(
    `select position, split_part(current_setting('server_version'), ' ', 1) as server from log_head`,
  )
  const migrations = await client.query<BackupHeader['migrations'][number]>(
    'select number, name, checksum from schema_migrations order by number',
  )
  return {
    format: BACKUP_FORMAT,
    backupId: randomUUID(),
    madeAt,
    ...Facts.parse(facts.rows[0]),
    migrations: migrations.rows,
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

type Part = {
  readonly header: BackupHeader
  readonly sink: Writable
  readonly tables: readonly KeptTable[]
  readonly onBytes: (table: KeptTable, copied: number) => void
}

const writePart = async (
  client: Client,
  { header, sink, tables, onBytes }: Part,
): Promise<ArchiveMade & { readonly rows: number }> => {
  const archive = writeArchive(sink)
  await archive.header(header)
  const rows: Record<string, number> = {}
  for (const table of tables) {
    let copied = 0
    rows[table.name] = await copyOut(client, archive, table, (bytes) => {
      copied += bytes
      onBytes(table, copied)
    })
  }
  const made = await archive.finish({ rows })
  return { ...made, rows: Object.values(rows).reduce((sum, count) => sum + count, 0) }
}

const writeAll = async (client: Client, options: BackupOptions): Promise<BackupMade> => {
  const tables = await openSnapshot(client)
  const common = await headerOf(client, options)
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  const before = new Map<KeptTable, number>()
  const parts = { log: [] as KeptTable[], keys: [] as KeptTable[] }
  for (const table of tables) parts[archiveOf(table.name)].push(table)
  let sum = 0
  for (const table of [...parts.log, ...parts.keys]) {
    before.set(table, sum)
    sum += table.bytes
  }
  const write = async (contents: 'log' | 'keys', sink: Writable) =>
    writePart(client, {
      header: {
        ...common,
        contents,
        tables: parts[contents].map(({ name, columns }) => ({ name, columns })),
        sequences: await sequencesOf(client, parts[contents]),
      },
      sink,
      tables: parts[contents],
      onBytes: (table, copied) =>
        options.onProgress((before.get(table) ?? 0) + Math.min(copied, table.bytes), total),
    })
  const log = await write('log', options.sink)
  const keys = await write('keys', options.keysSink)
  await client.query('commit')
  return {
    backupId: common.backupId,
    position: common.position,
    tables: tables.length,
    rows: log.rows + keys.rows,
    bytes: log.bytes,
    sha256: log.sha256,
    keys: { bytes: keys.bytes, sha256: keys.sha256 },
  }
}

/**
 * Writes everything that is recorded, table by table, in bounded memory: the sealed log and what is
 * business to `sink`, then the keys and all words in clear to `keysSink`. Throws Faults
 * `backup-empty`, `backup-unwritable`, `stopped` and those of the store.
 */
export const writeBackup = async (options: BackupOptions): Promise<BackupMade> => {
  const { connectionString, signal } = options
  const client = new Client(sessionSettings(connectionString, 'pandect backup'))
  client.on('error', () => undefined)
  // Its error is that of the work, or of a stop before the work began.
  const sinks = [options.sink, options.keysSink]
  for (const sink of sinks) sink.on('error', () => undefined)
  const stop = (): void => {
    for (const sink of sinks) sink.destroy(new Error('stopped'))
    void client.end().catch(() => undefined)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    // A stop while the server started came before anyone listened.
    signal.throwIfAborted()
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
