import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import lockfile from 'proper-lockfile'
import { Fault } from '#contracts/fault.ts'

const LOCK_STALE_MS = 20 * 60_000
const LOCK_RETRY = { retries: 600, factor: 1, minTimeout: 2_000, maxTimeout: 2_000 } as const

/** Big downloads live outside the checkout, so that a fresh clone finds them. */
export const cacheFolder = (environment: Record<string, string | undefined>): string =>
  environment['PANDECT_CACHE_DIR'] ??
  join(environment['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pandect')

/**
 * Fills `<cache>/<name>` once: `build` writes into a temporary folder that takes the name only when
 * it is whole, so a killed download leaves nothing that looks finished. Two processes do not build
 * the same folder twice.
 */
export const cachedFolder = async (
  cache: string,
  name: string,
  build: (folder: string) => Promise<void>,
): Promise<string> => {
  const folder = join(cache, name)
  if (existsSync(folder)) return folder
  // The lock is beside the folder; where it can't be made, it would be tried again for twenty
  // minutes.
  await mkdir(dirname(folder), { recursive: true })
  // Locks are known by the path that they are for: two folders of one cache need two.
  const release = await lockfile.lock(folder, {
    realpath: false,
    stale: LOCK_STALE_MS,
    retries: LOCK_RETRY,
  })
  try {
    if (existsSync(folder)) return folder
    const unfinished = `${folder}.unfinished`
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { recursive: true })
    await build(unfinished)
    await rename(unfinished, folder)
    return folder
  } finally {
    await release()
  }
}

/**
 * Runs a tool to its end; its last words go into the Fault's cause. Throws Fault
 * `engine-setup-failed`.
 */
export const runTool = async (
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string | undefined>; hint: string },
): Promise<string> => {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  const status = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', resolve)
  })
  const output = Buffer.concat(chunks).toString('utf8')
  if (status === 0) return output
  throw new Fault(
    'engine-setup-failed',
    `${command} ${args[0] ?? ''} ended with ${status ?? 'no start'}`,
    {
      cause: output.slice(-2_000),
      hint: options.hint,
    },
  )
}
