/** What benchmarks share that compare a checkout with another one, in one run. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sharedPath } from '../corpus/shared.ts'
import type * as here from '../service/service.ts'
import { quantile } from './figures.ts'

/** The corpus that both sides import. */
export const CORPUS = sharedPath('corpus', 'import')
const NO_LIMIT = '1000000'
const SETTINGS = {
  LIMIT_REST: NO_LIMIT,
  LIMIT_ANONYMOUS: NO_LIMIT,
  PANDECT_DEMONSTRATION: 'off',
  LOG_LEVEL: 'warn',
}

/** Starts and commands of one checkout: its `test/service/service.ts`. */
export type Side = typeof here
export type OpenSide = here.Service & { readonly remove: () => Promise<void> }

/** `test/service/service.ts` of another checkout, whose processes are those of that checkout. */
export const sideOf = async (checkout: string): Promise<Side> =>
  (await import(join(resolve(checkout), 'test/service/service.ts'))) as Side

/** A service that holds the corpus, ready for calls without limits. */
export const openWithCorpus = async (side: Side): Promise<OpenSide> => {
  const { dataDir, remove } = await side.makeDataDir()
  const service = await side.startService(dataDir, SETTINGS)
  await side.makeOfficial(CORPUS, dataDir)
  const { code, stderr } = await side.runPandect(['import', CORPUS, '--publish'], dataDir)
  if (code !== 0) throw new Error(stderr.slice(-2_000))
  await side.runPandect(['digest'], dataDir)
  return { ...service, remove }
}

/** Minimum, median and maximum of the ratios of pairs. */
export const ratiosOf = (pairs: readonly (readonly [before: number, after: number])[]): string => {
  const sorted = pairs.map(([before, after]) => after / before).toSorted((a, b) => a - b)
  const [minimum, median, maximum] = [sorted[0], quantile(sorted, 1 / 2), sorted.at(-1)]
  return [minimum, median, maximum].map((one) => (one ?? Number.NaN).toFixed(3)).join(' / ')
}

export const medianOf = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    1 / 2,
  )

/** What a run of a command took, in seconds. */
export type Took = { readonly wall: number; readonly processor: number; readonly stdout: string }

/** As `times` of a shell prints it: the shell in the first line, its children in the second. */
const TIMES = /^(\d+)m([\d.]+)s (\d+)m([\d.]+)s$/gmu
const SECONDS_PER_MINUTE = 60
const processorOf = (printed: string): number => {
  const children = [...printed.matchAll(TIMES)].at(-1)
  if (children === undefined) throw new Error(`no times in: ${printed.slice(-500)}`)
  const [minutes = 0, seconds = 0, systemMinutes = 0, systemSeconds = 0] = children
    .slice(1)
    .map(Number)
  return (minutes + systemMinutes) * SECONDS_PER_MINUTE + seconds + systemSeconds
}

/**
 * Runs a command of a checkout and tells what it took. The processor time is that of the command
 * and of what it started and waited for, the embedded database among it.
 */
export const timed = (
  checkout: string,
  args: readonly string[],
  dataDir: string,
): Promise<Took> => {
  const started = performance.now()
  const script = '"$@"; code=$?; times >&2; exit $code'
  const child = spawn(
    'sh',
    ['-c', script, 'sh', process.execPath, join(resolve(checkout), 'pandect.ts'), ...args],
    {
      cwd: resolve(checkout),
      env: { ...process.env, PANDECT_DATA_DIR: dataDir, PANDECT_DEMONSTRATION: 'off' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')))
  return new Promise((done, fail) => {
    child.on('close', (code) => {
      const wall = (performance.now() - started) / 1_000
      if (code === 0) done({ wall, processor: processorOf(stderr), stdout })
      else fail(new Error(stderr.slice(-2_000)))
    })
  })
}

const TICKS_PER_SECOND = 100
/** Fields of /proc/<pid>/stat after the name: user and system time are the 12th and 13th. */
const TIME_FIELDS = [11, 12] as const

/** Processor time that a process has used so far, in milliseconds; only Linux tells it. */
export const processorMsOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  const ticks = TIME_FIELDS.reduce((sum, field) => sum + Number(fields[field]), 0)
  return (ticks * 1_000) / TICKS_PER_SECOND
}
