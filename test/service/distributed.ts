/**
 * Pandect as a deployment runs it: each process apart, over engines of its own; any of them may be
 * killed.
 */
import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type KillablePostgres, openKillablePostgres } from '../engines/killable-postgres.ts'
import { openTestKafka, type TestKafka } from '../engines/kafka.ts'
import { openTestTemporal, type TestTemporal } from '../engines/temporal.ts'
import { makeDataDir, spawnPandect } from './service.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

export const PARTS = ['worker', 'relay', 'projector', 'projector'] as const
export type Part = (typeof PARTS)[number]

const TAIL_CHARACTERS = 4_000
const PORTS = { METRICS_PORT: '0', PORT: '0' } as const

/** One process that is started again each time it is killed; what all its lives said is kept. */
export type Kept = {
  readonly part: Part
  said(): string
  /** Exit codes of lives that ended by themselves: there should be none. */
  readonly ownEnds: readonly (number | null)[]
  kill(): Promise<void>
  start(): void
  /** SIGTERM; its exit code. */
  stop(): Promise<number | null>
}

export const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

export const keep = (part: Part, dataDir: string, env: Record<string, string>): Kept => {
  let said = ''
  let child: ChildProcess
  const ownEnds: (number | null)[] = []
  const stopped = new Set<ChildProcess>()
  const hear = (chunk: Buffer): void => {
    said = (said + chunk.toString('utf8')).slice(-TAIL_CHARACTERS)
  }
  const start = (): void => {
    const born = spawnPandect([part], dataDir, env)
    child = born
    born.on('exit', (code) => {
      if (!stopped.has(born)) ownEnds.push(code)
    })
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
  }
  start()
  return {
    part,
    said: () => said,
    ownEnds,
    start,
    kill: async () => {
      stopped.add(child)
      child.kill('SIGKILL')
      await ended(child)
    },
    stop: async () => {
      stopped.add(child)
      child.kill('SIGTERM')
      await ended(child)
      return child.exitCode
    },
  }
}

export type Distributed = {
  readonly dataDir: string
  readonly env: Record<string, string>
  readonly database: KillablePostgres
  readonly kafka: TestKafka
  readonly temporal: TestTemporal
  readonly processes: readonly Kept[]
  /** The last words of every process, for the message of a failed test. */
  said(): string
  /** Drains the processes; answers their exit codes. */
  drain(): Promise<readonly (number | null)[]>
  close(): Promise<void>
}

/** PostgreSQL, Kafka and Temporal, and over them a worker, a relay and two projectors. */
export const openDistributed = async (parts: readonly Part[] = PARTS): Promise<Distributed> => {
  const { dataDir, remove } = await makeDataDir()
  const [database, kafka, temporal] = await Promise.all([
    openKillablePostgres(),
    openTestKafka(),
    openTestTemporal(),
  ])
  const env = {
    ...PORTS,
    DATABASE_URL: database.connectionString,
    KEY_PEPPER: TEST_PEPPER,
    KAFKA_BROKERS: kafka.brokers,
    TEMPORAL_ADDRESS: temporal.address,
  }
  const processes = parts.map((part) => keep(part, dataDir, env))
  const drain = () => Promise.all(processes.map((one) => one.stop()))
  return {
    dataDir,
    env,
    database,
    kafka,
    temporal,
    processes,
    said: () => processes.map((one) => `── ${one.part}\n${one.said()}`).join('\n'),
    drain,
    close: async () => {
      for (const one of processes) await one.kill()
      await temporal.close()
      await kafka.close()
      await database.close()
      await remove()
    },
  }
}
