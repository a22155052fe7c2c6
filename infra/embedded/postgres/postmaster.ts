import { readFile, readdir, readlink, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pollUntil } from '#contracts/toolkit/poll.ts'

/** What `postmaster.pid` says about the server of a data folder. */
export type Postmaster = {
  readonly pid: number
  readonly port: number | null
  /** Whether it accepts connections; before that it starts or recovers. */
  readonly ready: boolean
}

const PID_FILE = 'postmaster.pid'
const LINE = { pid: 0, port: 3, status: 7 } as const
const WAIT_STEP_MS = 10
const ORPHAN_PATIENCE_MS = 3_000

/** Reads the file that the server keeps while it runs; `null` without one. */
export const readPostmaster = async (folder: string): Promise<Postmaster | null> => {
  const text = await readFile(join(folder, PID_FILE), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[LINE.pid])
  const port = Number(lines[LINE.port])
  if (!Number.isSafeInteger(pid) || pid <= 0) return null
  const ready = (lines[LINE.status] ?? '').startsWith('ready')
  return { pid, port: Number.isSafeInteger(port) && port > 0 ? port : null, ready }
}

const OPTIONS_FILE = 'postmaster.opts'
const PORT_OPTION = /"-p" "(?<port>\d+)"/

/** The port of the last server of a data folder, running or not; `null` if there was none. */
export const readLastPort = async (folder: string): Promise<number | null> => {
  const text = await readFile(join(folder, OPTIONS_FILE), 'utf8').catch(() => '')
  const port = PORT_OPTION.exec(text)?.groups?.['port']
  return port === undefined ? null : Number(port)
}

export const removePidFile = (folder: string): Promise<void> =>
  rm(join(folder, PID_FILE), { force: true })

// A zombie still accepts signals, and stays forever if process 1 does not reap it.
const isZombie = async (pid: number): Promise<boolean> => {
  if (process.platform !== 'linux') return false
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return text.slice(text.lastIndexOf(')') + 2).startsWith('Z')
}

/** Whether a process is alive; one of another user counts. */
export const isAlive = async (pid: number): Promise<boolean> => {
  try {
    process.kill(pid, 0)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return !(await isZombie(pid))
}

/** The working directory of a process; `null` if the system does not tell. */
const workingFolder = (pid: number | string): Promise<string | null> =>
  readlink(`/proc/${pid}/cwd`).catch(() => null)

/** The user that a process runs as; `null` if the system does not tell. */
const userOf = async (pid: number): Promise<number | null> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const effective = /^Uid:\t\d+\t(\d+)/m.exec(status)?.[1]
  return effective === undefined ? null : Number(effective)
}

/**
 * Whether that process is a server on this very folder. Process ids are reused, and a copied data
 * folder contains the pid file of the original's server. On Linux we check that the process works
 * in the folder or, where we may not see that, that it runs as the owner of the folder, as
 * PostgreSQL insists.
 */
export const serves = async ({ pid }: Postmaster, folder: string): Promise<boolean> => {
  if (!(await isAlive(pid))) return false
  const working = await workingFolder(pid)
  if (working !== null) return working === (await realpath(folder))
  const user = await userOf(pid)
  return user === null || user === (await stat(folder)).uid
}

/** Waits until a process is gone; false if it is still alive after `timeoutMs`. */
export const waitForEnd = (pid: number, timeoutMs: number): Promise<boolean> =>
  pollUntil(async () => !(await isAlive(pid)), { everyMs: WAIT_STEP_MS, timeMsMax: timeoutMs })

/** Sends a signal; ignores a process that is already gone. */
export const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // It ended in between.
  }
}

const processesIn = async (folder: string): Promise<number[]> => {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const inside = await Promise.all(
    names.map(async (name) => (await workingFolder(name)) === folder),
  )
  const pids = names.filter((_, index) => inside[index]).map(Number)
  return pids.filter((pid) => pid !== process.pid)
}

const SERVER_PROGRAMS = ['postgres', 'initdb']
const isServerProcess = async (pid: number): Promise<boolean> => {
  const name = (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim()
  return SERVER_PROGRAMS.includes(name)
}

/**
 * Ends server processes that outlived their postmaster: they hold shared memory or write into the
 * folder, and no new server starts before they are gone. Idle ones exit by themselves; the rest are
 * killed. Linux only; elsewhere starting is retried.
 */
export const endOrphans = async (folder: string): Promise<void> => {
  const path = await realpath(folder).catch(() => null)
  const inside = path === null ? [] : await processesIn(path)
  for (const pid of inside) {
    if (!(await isServerProcess(pid))) continue
    signal(pid, 'SIGQUIT')
    if (!(await waitForEnd(pid, ORPHAN_PATIENCE_MS))) signal(pid, 'SIGKILL')
    await waitForEnd(pid, ORPHAN_PATIENCE_MS)
  }
}
