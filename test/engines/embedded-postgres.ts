/** A database for a test, on one embedded server that all test files of this checkout share. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { openEmbeddedPostgres, type EmbeddedPostgres } from '#infra/embedded/postgres.ts'
import { loadMigrations, migrate, MIGRATIONS_FOLDER } from '#infra/postgres/platform/migrate.ts'

export type TestDatabase = {
  readonly connectionString: string
  readonly close: () => Promise<void>
}

// Any number that nobody else locks in the maintenance database.
const TEMPLATE_LOCK = 7_202_599
const OWNER_ONLY = 0o700
// A test's data need not survive a loss of power.
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
}

const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

/**
 * One folder for each checkout and user: runs at the same time share the server, later runs find it
 * made.
 */
const dataDir = join(
  tmpdir(),
  `pandect-test-${process.getuid?.() ?? 'user'}`,
  short(join(import.meta.dirname, '../..')),
)

/** The same server, another database. */
export const withDatabase = (connectionString: string, database: string): string => {
  const url = new URL(connectionString)
  url.pathname = `/${database}`
  return url.href
}

const withClient = async <T>(
  connectionString: string,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = new Client({ connectionString, application_name: 'pandect test' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const exists = async (client: Client, database: string): Promise<boolean> =>
  (await client.query('select from pg_database where datname = $1', [database])).rowCount === 1

const dropTemplates = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'template\\_%'`,
  )
  for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`)
}

/**
 * A migrated database to copy from, made anew whenever a migration changes. Its draft is renamed
 * once it is whole.
 */
const ensureTemplate = async (client: Client, server: string): Promise<string> => {
  const checksums = (await loadMigrations(MIGRATIONS_FOLDER)).map(({ checksum }) => checksum)
  const template = `template_${short(checksums.join())}`
  if (await exists(client, template)) return template
  await dropTemplates(client)
  const draft = `${template}_draft`
  await client.query(`drop database if exists ${draft} with (force)`)
  await client.query(`create database ${draft}`)
  await migrate(withDatabase(server, draft))
  await client.query(`alter database ${draft} rename to ${template}`)
  return template
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Databases whose maker was killed; its number stands in the name. */
const dropLeftovers = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'test\\_%'`,
  )
  for (const { name } of rows)
    if (!isAlive(Number(name.split('_')[1])))
      await client.query(`drop database if exists ${name} with (force)`)
}

type Source = 'migrated' | 'empty'

const createDatabase = (server: string, source: Source): Promise<string> =>
  withClient(withDatabase(server, 'postgres'), async (client) => {
    const name = `test_${process.pid}_${randomUUID().replaceAll('-', '')}`
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    await dropLeftovers(client)
    const template = source === 'empty' ? 'template0' : await ensureTemplate(client, server)
    await client.query(`create database ${name} template ${template}`)
    return name
  })

const openShared = async (): Promise<EmbeddedPostgres> => {
  await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY })
  try {
    return await openEmbeddedPostgres({ dataDir, settings: FAST })
  } catch {
    // Without fsync a crash of the machine can spoil the data; they are a test's, so make them
    // again.
    await rm(dataDir, { recursive: true, force: true })
    return openEmbeddedPostgres({ dataDir, settings: FAST })
  }
}

const openDatabase = async (source: Source): Promise<TestDatabase> => {
  const server = await openShared()
  const name = await createDatabase(server.connectionString, source).catch(
    async (cause: unknown) => {
      await server.close()
      throw cause
    },
  )
  const close = async (): Promise<void> => {
    await withClient(withDatabase(server.connectionString, 'postgres'), (client) =>
      client.query(`drop database if exists ${name} with (force)`),
    )
    await server.close()
  }
  return { connectionString: withDatabase(server.connectionString, name), close }
}

/**
 * A fresh, migrated database. The first call of a process joins (or starts) the shared server;
 * `close` drops the database, and the last process to close stops the server.
 */
export const openTestDatabase = (): Promise<TestDatabase> => openDatabase('migrated')

/** The same without migrations. */
export const openEmptyDatabase = (): Promise<TestDatabase> => openDatabase('empty')
