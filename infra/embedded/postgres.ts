import { lock } from 'proper-lockfile'
import { retry } from '#contracts/toolkit/retry.ts'
import { makeFolder } from '../make-folder.ts'
import { faultOfError, faultOfFolder } from './postgres/faults.ts'
import {
  connectionStringOf,
  DATABASE,
  placeOf,
  readPassword,
  type EmbeddedOptions,
  type ClusterPlace,
} from './postgres/paths.ts'
import { joinRunning, type Presence } from './postgres/presence.ts'
import { startServer, stopServer } from './postgres/server.ts'

export type { EmbeddedOptions } from './postgres/paths.ts'

/** An embedded PostgreSQL that this process uses and may share with others. */
export type EmbeddedPostgres = {
  /** Address of Pandect's database, with the password: never print it. */
  readonly connectionString: string
  /** Whether this process started the server; false if it joined a running one. */
  readonly startedHere: boolean
  /** Leaves; the last process stops the server and waits for its end. May be called twice. */
  close(): Promise<void>
}

// A living holder refreshes the lock; the lock of a killed one expires after this time. If it is
// broken under a living holder, PostgreSQL itself still refuses a second server on the same data.
const LOCK = { staleMs: 3_000, updateMs: 1_000 } as const
const LOCK_WAIT = { timeMsMax: 150_000, firstPauseMs: 50, pauseMsMax: 50 } as const
const DATA_DIR_MODE = 0o700
const ENTER = { attemptsMax: 5, firstPauseMs: 0, pauseMsMax: 0 } as const
// Without an end: a server that a full disk stopped can start once there is room again.
const HEAL = { attemptsMax: Infinity, firstPauseMs: 200, pauseMsMax: 5_000 } as const

// A write beyond the file size limit then fails, as on a full disk, and does not end the process.
const noop = (): void => undefined

type Opened = { readonly presence: Presence; readonly startedHere: boolean }

/** Whether another process holds the lock; a folder that may not be written is no such thing. */
const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ELOCKED'

const takeStartLock = (place: ClusterPlace): Promise<() => Promise<void>> =>
  retry(
    () =>
      lock(place.dataDir, {
        lockfilePath: place.lock,
        stale: LOCK.staleMs,
        update: LOCK.updateMs,
        // See above: the lock avoids work, it does not protect the data.
        onCompromised: () => undefined,
      }),
    { ...LOCK_WAIT, isTransient: isLocked },
  )

const withStartLock = async <T>(place: ClusterPlace, work: () => Promise<T>): Promise<T> => {
  const release = await takeStartLock(place)
  try {
    return await work()
  } finally {
    await release().catch(() => undefined)
  }
}

/** Joins the server that was just started, and stops it again if that fails. */
const joinStarted = async (place: ClusterPlace): Promise<Presence | null> => {
  try {
    return await joinRunning(place)
  } catch (cause) {
    await stopServer(place)
    throw cause
  }
}

const startAndJoin = (place: ClusterPlace, knownPort: number | null): Promise<Opened | null> =>
  withStartLock(place, async () => {
    const other = await joinRunning(place)
    if (other !== null) return { presence: other, startedHere: false }
    await startServer(place, knownPort)
    const presence = await joinStarted(place)
    return presence === null ? null : { presence, startedHere: true }
  })

/**
 * Joins the server of this folder or starts it. Retries a few times, since another process may stop
 * the server between our steps.
 */
const enter = (place: ClusterPlace, knownPort: number | null): Promise<Opened> => {
  const ended = faultOfError(place, new Error('the server ended each time right after its start'))
  const joinOrStart = async (): Promise<Opened> => {
    const running = await joinRunning(place)
    const opened =
      running === null
        ? await startAndJoin(place, knownPort)
        : { presence: running, startedHere: false }
    if (opened === null) throw ended
    return opened
  }
  return retry(joinOrStart, { ...ENTER, isTransient: (error) => error === ended })
}

/** Joins again, with growing pauses; null once this process leaves. */
const reenter = (
  place: ClusterPlace,
  port: number,
  signal: AbortSignal,
): Promise<Presence | null> =>
  retry(async () => (await enter(place, port)).presence, {
    ...HEAL,
    isTransient: () => true,
    signal,
  }).catch(() => null)

/**
 * Keeps this process connected: restarts a server that was killed, on the same port if it is free.
 */
const stayPresent = (place: ClusterPlace, first: Presence) => {
  const closing = new AbortController()
  let presence: Promise<Presence | null>
  const keep = (next: Presence | null): Presence | null => {
    next?.onLost(() => {
      if (!closing.signal.aborted) presence = reenter(place, first.port, closing.signal).then(keep)
    })
    return next
  }
  presence = Promise.resolve(keep(first))
  return {
    /** Stops restarting; returns the current presence, if any. */
    stop: (): Promise<Presence | null> => {
      closing.abort()
      return presence
    },
  }
}

/**
 * Leaves, and stops a server that nobody else uses. Returns false if the connection broke first.
 */
const leave = async (place: ClusterPlace, presence: Presence): Promise<boolean> => {
  // While this session holds the lock exclusively, nobody can join a server that is about to stop.
  const outcome = await presence.leave().catch(() => null)
  if (outcome === 'last') await stopServer(place)
  await presence.end()
  return outcome !== null
}

/** Joins again if the connection broke, so that no server keeps running without users. */
const leaveSurely = async (place: ClusterPlace, presence: Presence | null): Promise<void> => {
  if (presence !== null && (await leave(place, presence))) return
  const again = await joinRunning(place).catch(() => null)
  if (again !== null) await leave(place, again)
}

const open = async (place: ClusterPlace): Promise<EmbeddedPostgres> => {
  try {
    await makeFolder(place.dataDir, DATA_DIR_MODE)
  } catch (cause) {
    throw faultOfFolder(place, cause)
  }
  const { presence, startedHere } = await enter(place, null)
  const present = stayPresent(place, presence)
  let closing: Promise<void> | null = null
  const close = async (): Promise<void> => leaveSurely(place, await present.stop())
  return {
    connectionString: connectionStringOf(presence.port, await readPassword(place), DATABASE),
    startedHere,
    close: () => (closing ??= close()),
  }
}

/**
 * Opens a PostgreSQL for this data folder that needs no installation. The first use creates it, the
 * first process that opens it starts it, all others share it, and the last one that closes it stops
 * it. It runs in a session of its own, so that Ctrl-C does not end it under its users. It survives
 * a killed process; the next one that opens it takes it over.
 *
 * Throws Faults: `database-disk-full`, `database-folder-unwritable`, `database-folder-unreachable`,
 * `database-binaries-missing`, `database-no-account`, `database-no-cache`,
 * `database-password-missing`, `database-version`, `database-start-failed`.
 */
export const openEmbeddedPostgres = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const place = placeOf(options)
  process.on('SIGXFSZ', noop)
  try {
    return await open(place)
  } catch (cause) {
    throw faultOfError(place, cause)
  } finally {
    process.off('SIGXFSZ', noop)
  }
}
