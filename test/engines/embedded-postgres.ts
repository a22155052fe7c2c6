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

type Fill = (connectionString: string) => Promise<string>
export type PreparedDatabase = TestDatabase & { readonly result: string }

/** A server that the test files of this checkout share. */
export type SharedServer = {
  /** Joins the server, or starts it; the last one to close it stops it. */
  open(): Promise<EmbeddedPostgres>
  /** A fresh, migrated database; `close` drops it. */
  openMigrated(): Promise<TestDatabase>
  /** A fresh database without migrations; `close` drops it. */
  openEmpty(): Promise<TestDatabase>
  /**
   * A copy of a database that `fill` fills once in a run of the tests. `result` is what `fill`
   * returned then.
   */
  openPrepared(name: string, fill: Fill): Promise<PreparedDatabase>
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

/** Drops databases whose process ended without doing so. Their names hold its id. */
const dropLeftovers = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database
      where datname like 'test\\_%' or datname like 'prepared\\_%'`,
  )
  for (const { name } of rows)
    if (!isAlive(Number(name.split('_')[1])))
      await client.query(`drop database if exists ${name} with (force)`)
}

type Source = 'migrated' | 'empty' | { readonly template: string }

const templateOf = async (source: Source, client: Client, server: string): Promise<string> => {
  if (source === 'empty') return 'template0'
  return source === 'migrated' ? ensureTemplate(client, server) : source.template
}

const createDatabase = (server: string, source: Source): Promise<string> =>
  withClient(withDatabase(server, 'postgres'), async (client) => {
    const name = `test_${process.pid}_${randomUUID().replaceAll('-', '')}`
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    await dropLeftovers(client)
    const template = await templateOf(source, client, server)
    await client.query(`create database ${name} template ${template} strategy file_copy`)
    return name
  })

/** The run of the tests that this process belongs to: its main process (run-setup.ts). */
const runId = (): string => process.env['PANDECT_TEST_RUN'] ?? String(process.pid)

const databaseOf = (connectionString: string): string => new URL(connectionString).pathname.slice(1)

/** Makes a database into a template. Fails if it is in use, so its sessions are ended first. */
const keepAsTemplate = async (
  client: Client,
  database: string,
  template: string,
  result: string,
): Promise<void> => {
  await client.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1`,
    [database],
  )
  await client.query(`comment on database ${database} is ${client.escapeLiteral(result)}`)
  await client.query(`alter database ${database} rename to ${template}`)
}

const resultOf = async (client: Client, template: string): Promise<string | null> => {
  const { rows } = await client.query<{ result: string }>(
    `select shobj_description(oid, 'pg_database') as result from pg_database where datname = $1`,
    [template],
  )
  return rows[0]?.result ?? null
}

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

  /** Returns the result of `fill`; it runs in the first process that asks, the others wait. */
  const prepare = (server: string, template: string, fill: Fill): Promise<string> =>
    withClient(withDatabase(server, 'postgres'), async (client) => {
      await client.query('select pg_advisory_lock(hashtext($1))', [template])
      const known = await resultOf(client, template)
      if (known !== null) return known
      const draft = await openDatabase('migrated')
      try {
        const result = await fill(draft.connectionString)
        await keepAsTemplate(client, databaseOf(draft.connectionString), template, result)
        return result
      } finally {
        await draft.close()
      }
    })
  return {
    open,
    openMigrated: () => openDatabase('migrated'),
    openEmpty: () => openDatabase('empty'),
    openPrepared: async (database, fill) => {
      const server = await open()
      try {
        const template = `prepared_${runId()}_${database}`
        const result = await prepare(server.connectionString, template, fill)
        return { result, ...(await openDatabase({ template })) }
      } finally {
        await server.close()
      }
    },
  }
}

export const embeddedServer = makeSharedServer('embedded')

/** A fresh, migrated database on the embedded server. */
export const openTestDatabase = (): Promise<TestDatabase> => embeddedServer.openMigrated()

/** The same without migrations. */
export const openEmptyDatabase = (): Promise<TestDatabase> => embeddedServer.openEmpty()
