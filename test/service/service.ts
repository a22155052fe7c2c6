import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { refuseInFastTests } from '../engines/required.ts'
import { type CommandResult, runInHost } from './quick-commands.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** A busy machine needs a minute and a half for what a quiet one does in fifteen seconds. */
const READY_TIMEOUT_MS = 180_000
const COMMAND_TIMEOUT_MS = 1_800_000

/** A data folder of its own for one test file; `remove` deletes it. */
export const makeDataDir = async (): Promise<{ dataDir: string; remove: () => Promise<void> }> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pandect-test-'))
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

type Environment = Record<string, string>

const environmentFor = (dataDir: string, extra: Environment): NodeJS.ProcessEnv => {
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^(DATABASE_URL|TYPESENSE_|PANDECT_|LIMIT_|PORT$|HOST$|VITEST|NODE_OPTIONS)/.test(name),
  )
  // Services of several tests run at once.
  const own = { PANDECT_DATA_DIR: dataDir, DESK_PORT: '0' }
  return { ...Object.fromEntries(inherited), ...own, ...extra }
}

export type { CommandResult } from './quick-commands.ts'

/** Starts a command of Pandect; the caller may kill it. */
export const spawnPandect = (
  args: readonly string[],
  dataDir: string,
  extra: Environment = {},
  options: { detached?: boolean } = {},
): ChildProcess => {
  refuseInFastTests('a process of Pandect')
  return spawn(process.execPath, [join(ROOT, 'pandect.ts'), ...args], {
    cwd: ROOT,
    env: environmentFor(dataDir, extra),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: options.detached ?? false,
  })
}

/** `timeoutMs`: after it the process is killed. */
const collect = (child: ChildProcess, timeoutMs?: number): Promise<CommandResult> =>
  new Promise((resolveResult) => {
    let stdout = ''
    let stderr = ''
    child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')))
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')))
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolveResult({ code, stdout, stderr })
    })
  })

/** Runs a command to its end. */
export const runPandect = (
  args: readonly string[],
  dataDir: string,
  options: { env?: Environment; input?: string } = {},
): Promise<CommandResult> => {
  const child = spawnPandect(args, dataDir, options.env)
  child.stdin?.end(options.input ?? '')
  return collect(child, COMMAND_TIMEOUT_MS)
}

/**
 * The same for a command that only prepares or reads what a test is about: it runs in a process
 * that is kept for the commands of many tests, without the processor that a start takes. What a
 * command does as a process (its end, its signals, its streams) takes `runPandect`.
 */
export const runQuickly = (
  args: readonly string[],
  dataDir: string,
  options: { env?: Environment; input?: string } = {},
): Promise<CommandResult> => {
  refuseInFastTests('a process of Pandect')
  const environment = environmentFor(dataDir, options.env ?? {})
  return runInHost({ args, environment, input: options.input ?? '' })
}

/** Gives the first run of each command a process of its own, and runs it quickly afterwards. */
export const firstAlone = (): typeof runPandect => {
  const known = new Set<string>()
  return (args, dataDir, options) => {
    const command = args.slice(0, 2).join(' ')
    const run = known.has(command) ? runQuickly : runPandect
    known.add(command)
    return run(args, dataDir, options)
  }
}

/** Makes a folder an official source: `import --publish` publishes the texts of its files. */
export const makeOfficial = async (
  folder: string,
  dataDir: string,
  env: Environment = {},
): Promise<void> => {
  const words = ['sources', 'add', folder, '--publisher', 'Test']
  const { code, stderr } = await runQuickly(words, dataDir, { env })
  if (code !== 0 && !stderr.includes('source-known')) throw new Error(stderr)
}

export type Service = {
  readonly baseUrl: string
  readonly origin: string
  /** The address of the editors' desk. */
  readonly desk: string
  readonly key: string
  readonly child: ChildProcess
  readonly readyAfterMs: number
  readonly result: Promise<CommandResult>
  /** What it printed so far. */
  printed(): string
  /** What it printed for operators so far. */
  said(): string
  stop(signal?: NodeJS.Signals): Promise<CommandResult>
}

/** A key of a new account; each start has another, since an account has only so many. */
const makeKey = async (dataDir: string, env: Environment): Promise<string> => {
  const words = ['keys', 'create', '--account', `Test ${randomUUID()}`, '--plan', 'firm']
  const made = await runQuickly(words, dataDir, { env })
  if (made.code !== 0) throw new Error(`no key: ${made.stderr}`)
  return made.stdout.trim()
}

/** Tests call from many clients at once; what is refused then is tested by itself. */
export const NO_OVERLOAD = { CALLS_IN_FLIGHT: '1000', COMPUTATIONS_IN_FLIGHT: '1000' } as const

/**
 * `pandect serve` on a free port, ready for requests. It prints a key with the demonstration on an
 * embedded database only; without the demonstration one is made, and on another database `knownKey`
 * is needed.
 */
export const startService = async (
  dataDir: string,
  extra: Environment = {},
  knownKey?: string,
): Promise<Service> => {
  const started = performance.now()
  const child = spawnPandect(
    ['serve'],
    dataDir,
    { PORT: '0', METRICS_PORT: '0', ...NO_OVERLOAD, ...extra },
    { detached: true },
  )
  const result = collect(child)
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')))
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
  const isKeyPrinted = knownKey === undefined && extra['PANDECT_DEMONSTRATION'] !== 'off'
  const ready = new Promise<{ baseUrl: string; desk: string; key: string | null }>(
    (resolveReady, reject) => {
      let baseUrl = ''
      let desk = ''
      const stdout = child.stdout
      if (stdout === null) return reject(new Error('no stdout'))
      createInterface({ input: stdout }).on('line', (line) => {
        baseUrl = /(http:\/\/\S+\/api\/v1)/.exec(line)?.[1] ?? baseUrl
        desk = /desk +(http:\/\/\S+)\/$/.exec(line)?.[1] ?? desk
        const key = /(svc_(?:live|test)_[0-9A-Za-z]{36})/.exec(line)?.[1] ?? null
        if (desk !== '' && (key !== null || !isKeyPrinted)) resolveReady({ baseUrl, desk, key })
      })
      setTimeout(
        () => reject(new Error(`not ready in time; printed: ${(printed + said).slice(-2_000)}`)),
        READY_TIMEOUT_MS,
      ).unref()
      void result.then(({ stderr }) => reject(new Error(`serve ended: ${stderr.slice(-2_000)}`)))
    },
  )
  const { baseUrl, desk, key: printedKey } = await ready
  const readyAfterMs = performance.now() - started
  const key = knownKey ?? printedKey ?? (await makeKey(dataDir, extra))
  return {
    baseUrl,
    key,
    origin: new URL(baseUrl).origin,
    desk,
    child,
    result,
    readyAfterMs,
    printed: () => printed,
    said: () => said,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return result
    },
  }
}

export type Answer<Body> = { status: number; headers: Headers; body: Body; text: string }

/** One request with the key of the service (or another, or none). */
export const ask = async <Body = Record<string, unknown>>(
  service: Pick<Service, 'baseUrl' | 'key'>,
  path: string,
  options: { body?: unknown; key?: string | null; headers?: Environment; method?: string } = {},
): Promise<Answer<Body>> => {
  const key = options.key === undefined ? service.key : options.key
  const response = await fetch(`${service.baseUrl}${path}`, {
    method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  })
  const text = await response.text()
  const json = response.headers.get('content-type')?.includes('json') === true
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (json && text !== '' ? JSON.parse(text) : null) as Body,
  }
}
