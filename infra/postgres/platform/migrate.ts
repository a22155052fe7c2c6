import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { Fault } from '#contracts/fault.ts'
import { sqlStateOf, storeFault } from './faults.ts'
import { sessionSettings } from './pool.ts'

/** A numbered file; never edited after its release. */
export type Migration = {
  readonly number: number
  readonly name: string
  readonly sql: string
  /** SHA-256 of the file with line ends normalised, lower-case hex. */
  readonly checksum: string
}

export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../migrations')
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/
// An arbitrary lock number of Pandect's database.
const MIGRATION_LOCK = 7_202_502
const TIMEOUTS = { lockMs: 120_000, statementMs: 600_000 } as const
const LOCK_NOT_AVAILABLE = '55P03'

const LEDGER = `create table if not exists schema_migrations (
  number integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default clock_timestamp()
)`

const loadOne = async (folder: string, name: string): Promise<Migration> => {
  // A checkout on Windows may have other line ends; it is still the same migration.
  const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
  const checksum = createHash('sha256').update(sql).digest('hex')
  return { number: Number(FILE_NAME.exec(name)?.[1]), name, sql, checksum }
}

/**
 * Loads the migrations of a folder in order. Throws Fault `migration-number-taken` if two files
 * have the same number.
 */
export const loadMigrations = async (folder: string): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).toSorted()
  const migrations = await Promise.all(names.map((name) => loadOne(folder, name)))
  const twice = migrations.find(({ number }, index) => migrations[index - 1]?.number === number)
  if (twice === undefined) return migrations
  throw new Fault('migration-number-taken', `Two migrations have the number of ${twice.name}.`, {
    hint: 'Give the newer one the next free number.',
  })
}

export type Applied = { readonly number: number; readonly name: string; readonly checksum: string }

const changed = (name: string): Fault =>
  new Fault(
    'migration-changed',
    `The migration ${name} is not the one that was applied to this database.`,
    {
      hint: 'Put the file back as it was and write the change as a new migration.',
    },
  )

const newer = (name: string): Fault =>
  new Fault('migration-unknown', `This database was made by a newer Pandect: it has ${name}.`, {
    hint: 'Use that version of Pandect, or another database.',
  })

/**
 * Returns the migrations still to apply. Throws if the database's history does not match the
 * folder.
 */
const pending = (migrations: readonly Migration[], applied: readonly Applied[]): Migration[] => {
  const known = new Map(migrations.map((migration) => [migration.number, migration]))
  for (const { number, name, checksum } of applied) {
    const migration = known.get(number)
    if (migration === undefined) throw newer(name)
    if (migration.checksum !== checksum) throw changed(name)
  }
  const done = new Set(applied.map(({ number }) => number))
  return migrations.filter(({ number }) => !done.has(number))
}

/** Applies one migration inside the caller's transaction. Throws Fault `migration-failed`. */
const applyInside = async (
  client: Client,
  { number, name, sql, checksum }: Migration,
): Promise<void> => {
  try {
    await client.query(sql)
    await client.query(
      'insert into schema_migrations (number, name, checksum) values ($1, $2, $3)',
      [number, name, checksum],
    )
  } catch (cause) {
    // A server that goes away is no fault of the migration.
    if (sqlStateOf(cause) === null || storeFault(cause).code === 'store-unavailable') throw cause
    throw new Fault('migration-failed', `The migration ${name} failed; nothing of it was kept.`, {
      cause,
      hint: 'Repair its SQL, or the state of the database that it met.',
    })
  }
}

const apply = async (client: Client, migration: Migration): Promise<void> => {
  try {
    await client.query('begin')
    await applyInside(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/**
 * Lets no other process migrate while this session lasts. A second one waits here and then finds
 * everything applied.
 */
export const lockMigrations = async (client: Client): Promise<void> => {
  await client.query(`set lock_timeout = ${TIMEOUTS.lockMs}`)
  // The session holds the lock, so it is released however the session ends.
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
}

/**
 * Makes the schema of an empty database as a backup names it, inside the caller's transaction, and
 * answers the migrations that came after it. Throws Faults `migration-unknown` and
 * `migration-changed`.
 */
export const applyAsNamed = async (
  client: Client,
  named: readonly Applied[],
  folder = MIGRATIONS_FOLDER,
): Promise<{ readonly later: readonly Migration[] }> => {
  const migrations = await loadMigrations(folder)
  const later = pending(migrations, named)
  await client.query(LEDGER)
  for (const migration of migrations)
    if (!later.includes(migration)) await applyInside(client, migration)
  return { later }
}

export const applyLater = async (client: Client, later: readonly Migration[]): Promise<void> => {
  for (const migration of later) await applyInside(client, migration)
}

const migrateOn = async (client: Client, folder: string): Promise<string[]> => {
  await lockMigrations(client)
  await client.query(LEDGER)
  const { rows } = await client.query<Applied>(
    'select number, name, checksum from schema_migrations order by number',
  )
  const todo = pending(await loadMigrations(folder), rows)
  for (const migration of todo) await apply(client, migration)
  return todo.map(({ name }) => name)
}

export const migrationFault = (error: unknown): Fault =>
  sqlStateOf(error) === LOCK_NOT_AVAILABLE
    ? new Fault('migration-locked', { cause: error })
    : storeFault(error)

/**
 * Applies the files `NNNN_name.sql` of the folder that were not applied yet, in order, each in one
 * transaction, and returns their names. Safe if several processes start at once. Throws Faults
 * `migration-changed`, `migration-unknown`, `migration-failed`, `migration-locked`,
 * `store-unavailable`, ….
 */
export const migrate = async (
  connectionString: string,
  folder = MIGRATIONS_FOLDER,
): Promise<string[]> => {
  const client = new Client({
    ...sessionSettings(connectionString, 'pandect migrate'),
    statement_timeout: TIMEOUTS.statementMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await migrateOn(client, folder)
  } catch (error) {
    throw migrationFault(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}
