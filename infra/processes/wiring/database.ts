/** Chooses the engines of a process from its settings. */
import type { EventStore, SlugRegistry } from '#ingest/ports.ts'
import { Fault } from '#contracts/fault.ts'
import { pauseFor } from '#contracts/toolkit/pause.ts'
import type { Settings } from '../../settings.ts'
import { openEmbeddedPostgres } from '../../embedded/postgres.ts'
import { makeBlobs } from '../../postgres/log/blobs.ts'
import { makeEventLog, type PostgresEventLog } from '../../postgres/log/event-log.ts'
import { makeEventStore } from '../../postgres/log/event-store.ts'
import { migrate } from '../../postgres/platform/migrate.ts'
import { makePool, type PostgresPool } from '../../postgres/platform/pool.ts'
import { makeSlugRegistry } from '../../postgres/log/slug-registry.ts'
import { makeVectors } from '../../postgres/log/vectors.ts'
import { requireServerVersion } from '../../postgres/platform/server-version.ts'
import { aborted, stopSignal } from '../../stop-signal.ts'
import { knownPepper } from '../../key-check.ts'
import { keyPepper } from '../../secrets.ts'
import { say } from '../../terminal.ts'
import { type Patience, sayWaiting, untilThere, WAITING } from '../../waiting.ts'
import type { Blobs, Vectors } from '#contracts/events/append.ts'

const POOL_CONNECTIONS_MAX = 8
/** How long work may take to end by itself after Ctrl-C; then the database is left under it. */
const STOP_GRACE_MS = 5_000

export type Database = {
  readonly connectionString: string
  readonly pool: PostgresPool
  /** Of the settings; null: this process was not given one. */
  readonly pepper: string | null
  readonly embedded: boolean
  close(): Promise<void>
  /** Leaves the server at once, under work that still runs: nothing half-done is recorded. */
  abandon(): Promise<void>
}

const openServer = async (
  settings: Settings,
): Promise<{ connectionString: string; embedded: boolean; close: () => Promise<void> }> => {
  if (settings.databaseUrl !== null) {
    return { connectionString: settings.databaseUrl, embedded: false, close: async () => undefined }
  }
  const server = await openEmbeddedPostgres({ dataDir: settings.dataDir })
  return { connectionString: server.connectionString, embedded: true, close: () => server.close() }
}

/** Errors that pass by themselves: the server is starting or about to. */
const isAway = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'store-unavailable'

/** Rewords the fault of a server so that it names the setting. */
const namedFault = (error: unknown, { databaseUrl }: Settings): unknown => {
  if (!(error instanceof Fault) || databaseUrl === null) return error
  const { code, retryAfterMs, hint } = error
  const message = isAway(error)
    ? `the database of DATABASE_URL (${hostOf(databaseUrl)}) does not answer`
    : code === 'store-access-denied'
      ? 'the database of DATABASE_URL refuses this user, or there is no such database'
      : error.message
  return new Fault(code, message, {
    cause: error,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(hint === undefined ? {} : { hint }),
  })
}

/** The host of the server; the rest of the address is confidential. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'no address')

/** Checks the server of the setting and applies the migrations. */
const prepare = async (settings: Settings, connectionString: string): Promise<void> => {
  try {
    if (settings.databaseUrl !== null) await requireServerVersion(connectionString)
    await migrate(connectionString)
  } catch (error) {
    throw namedFault(error, settings)
  }
}

const sayWhoWaits =
  (process: string) =>
  (error: unknown, pauseMs: number): void =>
    sayWaiting(process, error instanceof Fault ? error.message : '', pauseMs)

const patienceOf = ({ enginesWaitMs }: Settings): Patience => ({
  waitMs: Math.min(enginesWaitMs, WAITING.commandMs),
})

/**
 * Repeats what reads the database, or may be recorded twice as once, while the server does not
 * answer: it may restart at any moment of a command. Throws the last Fault when a command has
 * waited long enough.
 */
export const whileAway = <T>(
  settings: Settings,
  process: string,
  attempt: () => Promise<T>,
): Promise<T> =>
  untilThere(attempt, { ...patienceOf(settings), isAway, onWaiting: sayWhoWaits(process) })

/** Whether the database has anything that a pepper protects. */
const isPeppered = async (connectionString: string): Promise<boolean> => {
  const pool = makePool(connectionString, { applicationName: 'pandect pepper', max: 1 })
  try {
    const { rows } = await pool.query<{ found: boolean }>(
      'select exists (select from keys.seal_keys) or exists (select from api_keys) as found',
    )
    return rows[0]?.found ?? false
  } finally {
    await pool.close()
  }
}

/**
 * Without a pepper a process can do what needs no text. Where it was lost, none is made: a new one
 * would open nothing, and what is sealed under it would not open once the old one is put back.
 */
const pepperOf = async (settings: Settings, connectionString: string): Promise<string | null> => {
  const known = await knownPepper(settings)
  const isLost =
    known === null && (settings.databaseUrl !== null || (await isPeppered(connectionString)))
  return isLost ? null : keyPepper(settings)
}

type Server = { readonly connectionString: string; readonly embedded: boolean }

/**
 * Runs work on the database of these settings as it is: nothing is migrated. Starts the embedded
 * server if necessary.
 */
export const withServer = async <T>(
  settings: Settings,
  process: string,
  work: (server: Server) => Promise<T>,
): Promise<T> => {
  const server = await openServer(settings)
  const answers = (): Promise<void> =>
    requireServerVersion(server.connectionString).catch((error: unknown) => {
      throw namedFault(error, settings)
    })
  try {
    await untilThere(answers, { ...patienceOf(settings), isAway, onWaiting: sayWhoWaits(process) })
    return await work(server)
  } finally {
    await server.close()
  }
}

/**
 * Opens the database of these settings at the current schema. Starts the embedded server if
 * necessary. Waits for a server that does not answer yet, by default as long as a command does.
 */
export const openDatabase = async (
  settings: Settings,
  process: string,
  patience: Patience = patienceOf(settings),
): Promise<Database> => {
  const server = await openServer(settings)
  try {
    await untilThere(() => prepare(settings, server.connectionString), {
      ...patience,
      isAway,
      onWaiting: sayWhoWaits(process),
    })
    return await openPrepared(settings, process, server)
  } catch (error) {
    await server.close()
    throw error
  }
}

const openPrepared = async (
  settings: Settings,
  process: string,
  server: Awaited<ReturnType<typeof openServer>>,
): Promise<Database> => {
  const pepper = await pepperOf(settings, server.connectionString)
  const pool = makePool(server.connectionString, {
    applicationName: `pandect ${process}`,
    max: POOL_CONNECTIONS_MAX,
    ...(pepper === null ? {} : { pepper }),
  })
  return {
    connectionString: server.connectionString,
    pool,
    pepper,
    embedded: server.embedded,
    close: async () => {
      await pool.close()
      await server.close()
    },
    abandon: () => server.close(),
  }
}

/** Throws Fault `aborted` some time after a signal, unless the work ends by itself before. */
const stoppedAfterGrace = async (stop: AbortSignal, ended: AbortSignal): Promise<never> => {
  await aborted(stop)
  say('stopping …')
  await pauseFor(STOP_GRACE_MS, ended)
  throw new Fault('aborted')
}

/**
 * Runs work with its own database and closes it, however the work ends: a server that this command
 * started ends with it, also after Ctrl-C. Then Fault `aborted` is thrown, and the process has to
 * exit, since the work may still run.
 */
export const withDatabase = async <T>(
  settings: Settings,
  process: string,
  work: (database: Database) => Promise<T>,
  patience: Patience = patienceOf(settings),
): Promise<T> => {
  const stop = stopSignal()
  const database = await openDatabase(settings, process, { ...patience, signal: stop })
  const ended = new AbortController()
  const working = stop.aborted ? Promise.reject(new Fault('aborted')) : work(database)
  let close = (): Promise<void> => database.close()
  try {
    return await Promise.race([working, stoppedAfterGrace(stop, ended.signal)])
  } catch (error) {
    // Its pool waits for the statements of work that may go on.
    if (error instanceof Fault && error.code === 'aborted') close = () => database.abandon()
    throw error
  } finally {
    ended.abort()
    await close()
  }
}

/** The event log and the values stored beside it. */
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
