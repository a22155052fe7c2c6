import { spawn, type ChildProcess } from 'node:child_process'
import { open, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { pauseFor } from '#contracts/toolkit/pause.ts'
import { pollUntil } from '#contracts/toolkit/poll.ts'
import { serverAccount } from './account.ts'
import { executable, serverBinaries } from './binaries.ts'
import {
  clusterVersion,
  createCluster,
  restoreOwner,
  reachableName,
  serverEnvironment,
} from './cluster.ts'
import { faultOfOutput } from './faults.ts'
import { serverArguments } from './options.ts'
import { readPassword, type ClusterPlace } from './paths.ts'
import {
  endOrphans,
  readLastPort,
  readPostmaster,
  removePidFile,
  serves,
  signal,
  waitForEnd,
  type Postmaster,
} from './postmaster.ts'

const OWNER_ONLY = 0o600
const START = { attemptsMax: 4, timeMsMax: 120_000, everyMs: 5 } as const
const STOP = { fastMs: 20_000, immediateMs: 5_000 } as const
const LOG_BYTES_MAX = 1024 * 1024
const PORT_TAKEN = /could not bind|could not create any TCP\/IP sockets/
const STILL_HELD = /pre-existing shared memory block|lock file "postmaster.pid" already exists/
const STILL_HELD_WAIT_MS = 1_000

/** The running server of this folder, if any. */
export const runningServer = async (place: ClusterPlace): Promise<Postmaster | null> => {
  const postmaster = await readPostmaster(place.folder)
  return postmaster !== null && (await serves(postmaster, place.folder)) ? postmaster : null
}

const tryPort = async (wanted: number): Promise<number | null> => {
  const server = createServer().listen({ host: '127.0.0.1', port: wanted })
  try {
    await once(server, 'listening')
  } catch {
    return null
  }
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : null
}

/** Prefers the port that other processes may still use; else any free one. */
const choosePort = async (preferred: number | null): Promise<number> =>
  (preferred === null ? null : await tryPort(preferred)) ?? (await tryPort(0)) ?? 0

const openLog = async (
  place: ClusterPlace,
): Promise<{ fd: number; from: number; close(): Promise<void> }> => {
  const size = (await stat(place.log).catch(() => null))?.size ?? 0
  const handle = await open(place.log, 'a', OWNER_ONLY)
  if (size > LOG_BYTES_MAX) await handle.truncate(0)
  return { fd: handle.fd, from: size > LOG_BYTES_MAX ? 0 : size, close: () => handle.close() }
}

type Launch = { readonly binaries: string; readonly preferredPort: number | null }

/**
 * Starts the server detached, in a session of its own: signals to our process group do not reach
 * it, and it outlives us.
 */
const launch = async (place: ClusterPlace, { binaries, preferredPort }: Launch, logFd: number) => {
  const account = await serverAccount(place.folder)
  const major = (await clusterVersion(place.folder)) ?? 0
  const where = await reachableName(place.folder, account)
  const port = await choosePort(preferredPort)
  const child = spawn(
    executable(binaries, 'postgres'),
    ['-D', where, '-p', String(port), ...serverArguments(major, place.settings)],
    {
      cwd: place.folder,
      ...serverEnvironment,
      ...account,
      detached: true,
      stdio: ['ignore', logFd, logFd],
      windowsHide: true,
    },
  )
  child.unref()
  return child
}

/** Rejects if the process could not be created. */
const spawned = (child: ChildProcess): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('spawn', resolve)
  child.once('error', reject)
  return promise
}

/** True once the server accepts connections, false if it ended before or takes too long. */
const waitForReady = async (place: ClusterPlace, child: ChildProcess): Promise<boolean> => {
  await spawned(child)
  const { pid = 0 } = child
  let isReady = false
  await pollUntil(async () => {
    const server = await readPostmaster(place.folder)
    isReady = server?.pid === pid && server.ready
    return isReady || child.exitCode !== null || child.signalCode !== null
  }, START)
  if (!isReady) signal(pid, 'SIGQUIT')
  return isReady
}

/** Makes one attempt to start; returns the server's output if it failed. */
const startOnce = async (place: ClusterPlace, how: Launch): Promise<string | null> => {
  const log = await openLog(place)
  try {
    const child = await launch(place, how, log.fd)
    if (await waitForReady(place, child)) return null
    return (await readFile(place.log)).subarray(log.from).toString()
  } finally {
    await log.close()
  }
}

const retryable = (output: string): boolean => PORT_TAKEN.test(output) || STILL_HELD.test(output)

const prepare = async (place: ClusterPlace): Promise<string> => {
  const account = await serverAccount(place.folder)
  const binaries = place.binaries ?? (await serverBinaries(account))
  if ((await clusterVersion(place.folder)) === null) await createCluster(place, binaries, account)
  else await restoreOwner(place.folder, account)
  // Fail early: nobody could use a server without its password.
  await readPassword(place)
  return binaries
}

/**
 * Removes the pid file and processes of a killed server; returns the port that clients may still
 * know. A server that gave up by itself, as on a full disk, left no pid file.
 */
const clearAway = async (place: ClusterPlace): Promise<number | null> => {
  const left = await readPostmaster(place.folder)
  if (left !== null) await removePidFile(place.folder)
  await endOrphans(place.folder)
  return left?.port ?? (await readLastPort(place.folder))
}

/**
 * Creates the data if there are none, cleans up after a killed server, and starts a server. The
 * caller holds the start lock. Throws Faults `database-start-failed`, `database-disk-full`,
 * `database-folder-unwritable`, `database-version`.
 */
export const startServer = async (place: ClusterPlace, knownPort: number | null): Promise<void> => {
  const binaries = await prepare(place)
  if ((await runningServer(place)) !== null) return
  const leftPort = await clearAway(place)
  let preferredPort = knownPort ?? leftPort
  let output: string | null = null
  for (let attempt = 1; attempt <= START.attemptsMax; attempt += 1) {
    output = await startOnce(place, { binaries, preferredPort })
    if (output === null) return
    if (!retryable(output)) break
    if (PORT_TAKEN.test(output)) preferredPort = null
    else await pauseFor(STILL_HELD_WAIT_MS)
  }
  throw await faultOfOutput(place, output ?? '')
}

/** Stops the server and waits until it is gone: sessions are cut, the data are written. */
export const stopServer = async (place: ClusterPlace): Promise<void> => {
  const server = await runningServer(place)
  if (server === null) return
  // SIGINT is PostgreSQL's fast shutdown. SIGQUIT is the immediate one; the next start then
  // recovers.
  signal(server.pid, 'SIGINT')
  if (await waitForEnd(server.pid, STOP.fastMs)) return
  signal(server.pid, 'SIGQUIT')
  await waitForEnd(server.pid, STOP.immediateMs)
}
