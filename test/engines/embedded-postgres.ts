/**
 * A database for a test. All test files of this checkout share one embedded server of each version
 * of PostgreSQL; each gets a database of its own, copied from a template that is migrated once.
 */
import { createHash, randomUUID } from 'node:crypto'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { openEmbeddedPostgres, type EmbeddedPostgres } from '#infra/embedded/postgres.ts'
import { loadMigrations, migrate, MIGRATIONS_FOLDER } from '#infra/postgres/platform/migrate.ts'
import { refuseInFastTests } from './required.ts'

export type TestDatabase = {
  readonly connectionString: string
  readonly close: () => Promise<void>
}

/** A server that the test files of this checkout share. */
export type SharedServer = {
  /** Joins the server, or starts it; the last one to close it stops it. */
  open(): Promise<EmbeddedPostgres>
  /** A fresh, migrated database; `close` drops it. */
  openMigrated(): Promise<TestDatabase>
  /** A fresh database without migrations; `close` drops it. */
  openEmpty(): Promise<TestDatabase>
}

// Any number that nobody else locks in the maintenance database.
const TEMPLATE_LOCK = 7_202_599
// Before version 16 the programs change folder as they start, so that the account of root's server
// must be able to walk here. The files themselves are their owner's alone.
const WALKABLE = 0o711
// A test's data need not survive a loss of power.
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
}

const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

/**
 * One folder for each checkout and user: runs at the same time share its servers, later runs find
 * them made.
 */
const FOLDER = join(
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
 * Returns the migrated database to copy from, and makes it if a migration changed. It is renamed
 * once it is complete.
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

/** Drops databases whose maker was killed. The name holds the process id of the maker. */
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

/** `binaries`: the folder of the programs, if not those of the embedded version. */
export const makeSharedServer = (name: string, binaries?: string): SharedServer => {
  const dataDir = join(FOLDER, name)
  const start = (): Promise<EmbeddedPostgres> =>
    openEmbeddedPostgres({
      dataDir,
      settings: FAST,
      ...(binaries === undefined ? {} : { binaries }),
    })

  const open = async (): Promise<EmbeddedPostgres> => {
    refuseInFastTests('PostgreSQL')
    await mkdir(dataDir, { recursive: true })
    for (const folder of [join(FOLDER, '..'), FOLDER, dataDir]) await chmod(folder, WALKABLE)
    try {
      return await start()
    } catch {
      // Without fsync a crash of the machine can spoil the data: make them again.
      await rm(dataDir, { recursive: true, force: true })
      return start()
    }
  }

  const openDatabase = async (source: Source): Promise<TestDatabase> => {
    const server = await open()
    const database = await createDatabase(server.connectionString, source).catch(
      async (cause: unknown) => {
        await server.close()
        throw cause
      },
    )
    const close = async (): Promise<void> => {
      await withClient(withDatabase(server.connectionString, 'postgres'), (client) =>
        client.query(`drop database if exists ${database} with (force)`),
      )
      await server.close()
    }
    return { connectionString: withDatabase(server.connectionString, database), close }
  }
  return {
    open,
    openMigrated: () => openDatabase('migrated'),
    openEmpty: () => openDatabase('empty'),
  }
}

export const embeddedServer = makeSharedServer('embedded')

/** A fresh, migrated database on the embedded server. */
export const openTestDatabase = (): Promise<TestDatabase> => embeddedServer.openMigrated()

/** The same without migrations. */
export const openEmptyDatabase = (): Promise<TestDatabase> => embeddedServer.openEmpty()
