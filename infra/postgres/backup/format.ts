/**
 * A backup is two tar archives of one snapshot (contracts/conventions/sealing.md): the sealed log
 * with the business data, and the keys with all words in clear. Every system has tools that open
 * them:
 *
 * - `header.json`: position, schema and tables
 * - `tables/<name>/<number>.copy.zst`: rows as `COPY … TO STDOUT` writes them, cut into parts
 * - `manifest.json`: how many rows each table has
 * - `SHA256SUMS`: of every entry before it, as `sha256sum --check` reads it; a backup without it
 *   ends too early
 */
import { z } from 'zod'
import { Instant, Position } from '#contracts/ids.ts'

export const BACKUP_FORMAT = 'pandect-backup/2'
/** One archive with all tables, from before facts were sealed. */
export const BACKUP_FORMAT_1 = 'pandect-backup/1'

export const ENTRY = {
  header: 'header.json',
  manifest: 'manifest.json',
  sums: 'SHA256SUMS',
} as const

const MEBIBYTE = 1024 * 1024
/** Bounds of memory, for the writer and for a reader of a file that somebody made. */
export const PART = {
  /** A part ends as soon as it holds this much. */
  rawBytes: 8 * MEBIBYTE,
  rawBytesMax: 16 * MEBIBYTE,
  entryBytesMax: 64 * MEBIBYTE,
} as const

const NUMBER_DIGITS = 6
export const partName = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(NUMBER_DIGITS, '0')}.copy.zst`

const Name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
/** Those of the schema `keys` have it before their name. */
const TableName = z.string().regex(/^(?:keys\.)?[a-z_][a-z0-9_]{0,62}$/)

const SchemaMigration = z.object({
  number: z.int(),
  name: z.string(),
  checksum: z.string().regex(/^[0-9a-f]{64}$/),
})

/** Tells whether a secret is the one in use, without holding it. */
export const SecretCheck = z.object({
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  hash: z.string().regex(/^[0-9a-f]{32}$/),
})
export type SecretCheck = z.infer<typeof SecretCheck>

const Archive = z.object({
  madeAt: Instant,
  /** Last position of the log that is in it. */
  position: Position,
  /** The server that it was read from, such as `18.1`; any other supported version takes it. */
  server: z.string(),
  migrations: z.array(SchemaMigration),
  /** In an order in which every row finds the rows that it refers to. */
  tables: z.array(z.object({ name: TableName, columns: z.array(Name).min(1) })),
  sequences: z.array(
    z.object({ table: TableName, column: Name, last: z.int(), isCalled: z.boolean() }),
  ),
  /** null: the command that made it did not know the secret. */
  keyPepperCheck: SecretCheck.nullable(),
})

/** The contents of an archive: sealed log and business data, keys and all words, or both. */
const Contents = z.enum(['log', 'keys', 'all'])

export const BackupHeader = Archive.extend({
  format: z.literal(BACKUP_FORMAT),
  /** The same in both archives of a backup; null: format 1 had none. */
  backupId: z.uuid().nullable(),
  contents: Contents,
})
export type BackupHeader = z.infer<typeof BackupHeader>

export const BackupHeader1 = Archive.extend({ format: z.literal(BACKUP_FORMAT_1) }).transform(
  (header): BackupHeader => ({
    ...header,
    format: BACKUP_FORMAT,
    backupId: null,
    contents: 'all',
  }),
)

export const BackupManifest = z.object({
  rows: z.record(TableName, z.int().nonnegative()),
})
export type BackupManifest = z.infer<typeof BackupManifest>
