/** Composition root of the engines: which ones a process uses, from its settings. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { EventStore, SlugRegistry } from '#ingest/ports.ts'
import { Fault } from '#contracts/fault.ts'
import type { Settings } from './settings.ts'
import { EXIT, print } from './terminal.ts'
import { openEmbeddedPostgres } from './embedded/postgres.ts'
import { makeBlobs } from './postgres/blobs.ts'
import { makeEventLog, type PostgresEventLog } from './postgres/event-log.ts'
import { makeEventStore } from './postgres/event-store.ts'
import { migrate } from './postgres/migrate.ts'
import { makePool, type PostgresPool } from './postgres/pool.ts'
import { makeSlugRegistry } from './postgres/slug-registry.ts'
import { makeVectors } from './postgres/vectors.ts'
import type { Blobs, Vectors } from '#contracts/events/append.ts'

const POOL_CONNECTIONS_MAX = 8
const DATA_DIR_MODE = 0o700

export type Database = {
  readonly connectionString: string
  readonly pool: PostgresPool
  readonly embedded: boolean
  close(): Promise<void>
}

const openServer = async (
  settings: Settings,
): Promise<{ connectionString: string; embedded: boolean; close: () => Promise<void> }> => {
  if (settings.databaseUrl !== null) {
    return { connectionString: settings.databaseUrl, embedded: false, close: async () => undefined }
  }
  await mkdir(settings.dataDir, { recursive: true, mode: DATA_DIR_MODE })
  const server = await openEmbeddedPostgres({ dataDir: settings.dataDir })
  return { connectionString: server.connectionString, embedded: true, close: () => server.close() }
}

/** The database of these settings, at the current schema. Brings the embedded server up if nobody has. */
export const openDatabase = async (settings: Settings, process: string): Promise<Database> => {
  const server = await openServer(settings)
  try {
    await migrate(server.connectionString)
  } catch (error) {
    await server.close()
    throw error
  }
  const pool = makePool(server.connectionString, {
    applicationName: `pandect ${process}`,
    max: POOL_CONNECTIONS_MAX,
  })
  return {
    connectionString: server.connectionString,
    pool,
    embedded: server.embedded,
    close: async () => {
      await pool.close()
      await server.close()
    },
  }
}

/** Runs work with a database of its own and leaves nothing open behind, however the work ends. */
export const withDatabase = async <T>(
  settings: Settings,
  process: string,
  work: (database: Database) => Promise<T>,
): Promise<T> => {
  const database = await openDatabase(settings, process)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** The truth, as both halves reach it. */
export type Truth = {
  readonly store: EventStore
  readonly log: PostgresEventLog
  readonly blobs: Blobs
  readonly vectors: Vectors
  readonly slugs: SlugRegistry
}

export const truthOf = ({ pool }: Database): Truth => ({
  store: makeEventStore(pool),
  log: makeEventLog(pool),
  blobs: makeBlobs(pool),
  vectors: makeVectors(pool),
  slugs: makeSlugRegistry(pool),
})

type Check = {
  readonly engine: string
  readonly setting: string
  readonly ok: boolean
  readonly version: string | null
  readonly note: string
}

const checkDatabase = async (settings: Settings): Promise<Check> => {
  const embedded = settings.databaseUrl === null
  const setting = embedded ? 'embedded (DATABASE_URL is not set)' : 'DATABASE_URL'
  try {
    const version = await withDatabase(settings, 'doctor', async ({ pool }) => {
      const { rows } = await pool.query<{ version: string }>(
        `select current_setting('server_version') as version`,
      )
      return rows[0]?.version ?? null
    })
    return {
      engine: 'PostgreSQL',
      setting,
      ok: true,
      version,
      note: 'reachable, schema is current',
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const note = `${error.message}${error.mend === undefined ? '' : ` Mend: ${error.mend}`}`
    return { engine: 'PostgreSQL', setting, ok: false, version: null, note }
  }
}

const checkEmbeddings = (settings: Settings): Check => {
  const own = settings.embeddingsModelDir
  const note =
    own === null
      ? 'compares words, not meaning; set EMBEDDINGS_MODEL_DIR to a local ONNX model'
      : `model folder ${own}`
  const setting =
    own === null ? 'built in (EMBEDDINGS_MODEL_DIR is not set)' : 'EMBEDDINGS_MODEL_DIR'
  return { engine: 'embeddings', setting, ok: own === null || existsSync(own), version: null, note }
}

/** Which engines are configured, reachable and at which version. Exit 1 if one that is configured does not answer. */
export const doctor = async (
  settings: Settings,
  { json = false }: { readonly json?: boolean },
): Promise<void> => {
  const checks = [await checkDatabase(settings), checkEmbeddings(settings)]
  if (checks.some(({ ok }) => !ok)) process.exitCode = EXIT.failed
  if (json) return print(JSON.stringify(checks))
  for (const { engine, setting, ok, version, note } of checks) {
    print(
      `${ok ? 'ok     ' : 'MISSING'}  ${engine}${version === null ? '' : ` ${version}`}  ${setting}`,
    )
    print(`         ${note}`)
  }
}
