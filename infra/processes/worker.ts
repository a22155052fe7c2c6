/** Wires the worker, which carries out the activities of workflows from Temporal. */
import { fileURLToPath } from 'node:url'
import {
  bundleWorkflowCode,
  DefaultLogger,
  type InjectedSinks,
  makeTelemetryFilterString,
  type NativeConnection,
  Runtime,
  Worker,
  type WorkflowBundle,
} from '@temporalio/worker'
import { z } from 'zod'
import { Actor } from '#contracts/audit.ts'
import { Fault } from '#contracts/fault.ts'
import type { Instant } from '#contracts/ids.ts'
import { openEmbedder } from './wiring/embedder.ts'
import { type Database, openDatabase, truthOf } from './wiring/database.ts'
import { makeOfficialFolders } from '../postgres/log/official-folders.ts'
import { makeMetrics, type Metrics } from '../metrics/metrics.ts'
import { type MetricsServer, serveMetrics } from '../metrics/server.ts'
import { makePublisherDocuments } from '../postgres/log/publisher-documents.ts'
import { makeWriteAudit } from '../postgres/platform/audit.ts'
import { makeProcessLog } from '../process-log.ts'
import type { Settings } from '../settings.ts'
import { aborted } from '../stop-signal.ts'
import { connectTemporalClient, connectTemporalWorker, TEMPORAL } from '../temporal/connection.ts'
import { openLineStarts, readRange } from '../temporal/file-ranges.ts'
import { say } from '../terminal.ts'
import type { ReadDocument } from '#ingest/sources/documents.ts'
import { openBoundedReader } from './reading/bounded-reader.ts'
import type { PublicTexts } from '#ingest/groundedness/ports.ts'
import type { ImportDeps, WriteDeps } from '#ingest/command-handler/write-deps.ts'
import { reportUsage } from '#query-api/billing/meter/send.ts'
import { makeReplay } from '#query-api/replay/replay.ts'
import { type CorpusDeps, corpusActivities } from '#workflows/temporal/corpus-activities.ts'
import type { ReplayActivities } from '#workflows/temporal/corpus-workflows.ts'
import { editorialActivities, type OnAct } from '#workflows/temporal/editorial-activities.ts'
import { groundednessActivities } from '#workflows/temporal/groundedness-activities.ts'
import { activityOf } from '#workflows/temporal/heartbeat.ts'
import { publicationActivities } from '#workflows/temporal/publication-activities.ts'
import { TASK_QUEUE } from '#workflows/temporal/names.ts'
import type { OutcomeSinks } from '#workflows/temporal/outcomes.ts'
import { ReplayTask } from '#workflows/temporal/payloads.ts'
import { type ReembedDeps, reembedActivities } from '#workflows/temporal/reembed-activities.ts'
import { scheduleUsage, usageActivities } from '#workflows/temporal/usage-activities.ts'
import type { UsageActivities } from '#workflows/temporal/usage-workflows.ts'
import { meterDepsOf } from './wiring/meter.ts'
import { replayDepsOf } from './wiring/replay.ts'
import { openAssessor } from './wiring/assessor.ts'
import { openVerifier } from './wiring/verifier.ts'
import { now } from './wiring/context.ts'
import { citedTextsOf, publicTextsOf } from './wiring/cited-texts.ts'

export const WORKER = {
  /** Another worker takes over a dead worker's workflows after this time. */
  stickyQueueScheduleToStartTimeout: '1s',
  /** Running activities may finish within this time; then they are cancelled, then abandoned. */
  shutdownGraceTime: '15s',
  shutdownForceTime: '25s',
  /** Embedding keeps the cores busy; more activities would only use more memory. */
  maxConcurrentActivityTaskExecutions: 4,
  maxConcurrentWorkflowTaskExecutions: 40,
  maxCachedWorkflows: 200,
  /** An activity notices a cancellation with its heartbeat. */
  maxHeartbeatThrottleInterval: '1s',
  defaultHeartbeatThrottleInterval: '1s',
} as const

const definition = (file: string): string =>
  fileURLToPath(new URL(`../../workflows/temporal/${file}`, import.meta.url))

const silent = new DefaultLogger('ERROR', () => undefined)

/**
 * Bundles the workflows for the sandbox. That takes some seconds, so workers of one process share
 * it.
 */
export const workflowBundle = (): Promise<WorkflowBundle> =>
  bundleWorkflowCode({
    workflowsPath: definition('workflows.ts'),
    workflowInterceptorModules: [definition('outcomes.ts')],
    logger: silent,
  })

export type WorkerDeps = {
  readonly write: WriteDeps & ImportDeps
  readonly readDocument: ReadDocument
  /** Called after each imported batch. */
  readonly onImported: CorpusDeps['onImported']
  readonly log: ReembedDeps['log']
  /** Every public text, for assessments of groundedness. */
  readonly texts: PublicTexts
  readonly replay: ReplayActivities
  /** Reports charges to the external meter; null without one. */
  readonly usage: UsageActivities | null
  /** Writes editorial acts into the audit, after the log recorded them. */
  readonly onAct: OnAct
  readonly now: () => Instant
}

/** All activities of a worker. */
export const activitiesOf = ({
  write,
  readDocument,
  log,
  texts,
  replay,
  usage,
  onImported,
  onAct,
  now: clock,
}: WorkerDeps): object => ({
  ...corpusActivities({ write, ranges: { readRange, openLineStarts, readDocument }, onImported }),
  ...editorialActivities(write, onAct),
  ...publicationActivities(write, clock),
  ...reembedActivities({ write, log }),
  ...groundednessActivities({ ...write, texts }),
  ...replay,
  ...usage,
})

export type WorkerOptions = {
  readonly connection: NativeConnection
  readonly activities: object
  readonly bundle: WorkflowBundle
  readonly taskQueue?: string
  /** Called once for each workflow that ends on this worker, and not when it is replayed. */
  readonly onEnded?: Metrics['workflowEnded']
}

const sinksOf = ({ onEnded }: WorkerOptions): InjectedSinks<OutcomeSinks> => ({
  outcomes: {
    ended: {
      fn: ({ workflowType }, outcome) => onEnded?.(workflowType, outcome),
      callDuringReplay: false,
    },
  },
})

export const makeWorker = (options: WorkerOptions): Promise<Worker> =>
  Worker.create({
    ...WORKER,
    connection: options.connection,
    namespace: TEMPORAL.namespace,
    taskQueue: options.taskQueue ?? TASK_QUEUE,
    workflowBundle: options.bundle,
    activities: options.activities,
    sinks: sinksOf(options),
  })

/** Makes the activities of a replay over the read models of a database. */
export const openReplay = async (
  settings: Settings,
  database: Database,
): Promise<{ activities: ReplayActivities; close: () => Promise<void> }> => {
  const { deps, close } = replayDepsOf(settings, database, {
    // The worker itself connects to Temporal, so this process can't count its connections.
    outward: () => 0,
  })
  const replay = makeReplay(deps)
  const chooseGeneration = async (): Promise<number> => {
    const unfinished = await deps.records.unfinished()
    const isLive = unfinished === (await deps.models.generations.live())
    return unfinished === null || isLive ? deps.records.nextGeneration() : unfinished
  }
  const replayInto = activityOf(ReplayTask, async ({ generation, accept }, context) => {
    const isAgain = context.info.attempt > 1
    if (isAgain && (await deps.models.generations.live()) === generation) {
      return { generation, swapped: true, found: null }
    }
    const signal = context.cancellationSignal
    const result = await replay.run({ generation, accept, signal })
    const { equal, swapped, live, rebuilt, differences, sideEffects } = result
    const roots = { liveRoot: live.root, builtRoot: rebuilt.root, position: rebuilt.position }
    const found = { equal, ...roots, differences, sideEffects }
    return { generation, swapped, found }
  })
  const choose = activityOf(z.undefined(), chooseGeneration)
  return { activities: { chooseGeneration: () => choose(undefined), replayInto }, close }
}

/** Makes the activities that report charges, and their schedule; null without an external meter. */
const openUsage = async (
  settings: WorkerSettings,
  database: Database,
  signal: AbortSignal,
): Promise<UsageActivities | null> => {
  if (settings.stripe === null) return null
  const deps = meterDepsOf(settings.stripe, database)
  const waitMs = settings.enginesWaitMs
  const connected = await connectTemporalClient(settings.temporalAddress, {
    waitMs,
    signal,
    onWaiting: () => say('worker: Temporal does not answer; trying again'),
  })
  try {
    await scheduleUsage(connected.client)
  } finally {
    await connected.close()
  }
  return usageActivities((cancelled) => reportUsage(deps, cancelled))
}

/**
 * Prints level and subject of the engine's log lines. Details may contain content and are dropped.
 */
const installRuntime = (): Runtime =>
  Runtime.install({
    shutdownSignals: [], // our own signal drains it
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }) },
    },
    logger: new DefaultLogger('WARN', ({ level, meta }) => {
      const { workflowType, activityType, attempt } = meta ?? {}
      const parts = [workflowType, activityType, attempt === undefined ? null : `try ${attempt}`]
      const about = parts.filter((part) => typeof part === 'string').join(' ')
      say(`worker: ${level.toLowerCase()} ${about === '' ? 'of the engine' : `in ${about}`}`)
    }),
  })

/** Adds the act to the audit table; the log already has it with its actor. */
const audit = async (
  { pool }: Database,
  { kind, actor, outcome: { articleId: subject, version }, isRepeated }: Parameters<OnAct>[0],
): Promise<void> => {
  const who = Actor.safeParse(actor).data ?? 'system'
  await makeWriteAudit(pool)({ kind, actor: who, subject, data: { version } }, isRepeated)
}

const serve = async (
  settings: WorkerSettings,
  database: Database,
  signal: AbortSignal,
): Promise<void> => {
  const connection = await connectTemporalWorker(settings.temporalAddress, {
    waitMs: settings.enginesWaitMs,
    signal,
    onWaiting: (address, pauseMs) =>
      say(`worker: Temporal does not answer at ${address}; trying again in ${pauseMs / 1_000} s`),
  })
  const { store, blobs, vectors, slugs, log } = truthOf(database)
  const replay = await openReplay(settings, database)
  const verifier = await openVerifier(settings)
  const metrics = makeMetrics({ head: () => log.head(), projections: {}, runsWorkflows: true })
  const assessor = openAssessor(settings, database, verifier, {
    onFault: (fault) => metrics.fault('assessor', fault),
  })
  const documents = openBoundedReader()
  let served: MetricsServer | null = null
  try {
    served = await serveMetrics(metrics, { host: settings.host, port: settings.metricsPort })
    say(`metrics: ${served.url}`)
    const embedder = await openEmbedder(settings)
    const cited = citedTextsOf(database)
    const official = makeOfficialFolders(database.pool)
    const stated = makePublisherDocuments(database.pool)
    const truth = { store, blobs, vectors, slugs, documents: stated }
    const write = { ...truth, embedder, official, cited, verifier }
    const processLog = makeProcessLog(settings, 'worker')
    const activities = activitiesOf({
      write,
      readDocument: documents.readDocument,
      log,
      texts: publicTextsOf(database),
      replay: replay.activities,
      usage: await openUsage(settings, database, signal),
      onAct: (act) => audit(database, act),
      now,
      onImported: ({ correlationId, attempt, texts }) =>
        processLog.info('imported', { correlationIds: [correlationId], attempt, texts }),
    })
    const worker = await makeWorker({
      connection,
      activities,
      bundle: await workflowBundle(),
      onEnded: (workflow, outcome) => metrics.workflowEnded(workflow, outcome),
    })
    say(`worker: ready, on ${settings.temporalAddress}`)
    const stopped = new AbortController()
    const assessing = assessor.follow(AbortSignal.any([signal, stopped.signal]))
    try {
      await worker.runUntil(aborted(signal))
    } finally {
      stopped.abort()
      await assessing
    }
    say('worker: drained')
  } finally {
    await served?.close()
    await documents.close()
    await replay.close()
    await assessor.close()
    await log.close()
    await connection.close()
  }
}

export type WorkerSettings = Settings & { readonly temporalAddress: string }

/**
 * `pandect worker`: works until the signal, then accepts nothing new and finishes its running
 * activities. Waits for a server that is still starting. Throws Faults: `temporal-missing` without
 * the setting, `orchestration-unavailable`, and those of the database.
 */
export const runWorker = async (
  settings: Settings & { readonly temporalAddress: string | null },
  signal: AbortSignal,
): Promise<void> => {
  const { temporalAddress } = settings
  if (temporalAddress === null) {
    throw new Fault('temporal-missing')
  }
  const runtime = installRuntime()
  const patience = { waitMs: settings.enginesWaitMs, signal }
  try {
    const database = await openDatabase(settings, 'worker', patience)
    try {
      await serve({ ...settings, temporalAddress }, database, signal)
    } finally {
      await database.close()
    }
  } catch (error) {
    // A stop while waiting for an engine is not a failure.
    if (!signal.aborted || !(error instanceof Fault)) throw error
    say('worker: stopped')
  } finally {
    // Without a connection nothing else ends the runtime, and it would keep the process alive.
    await runtime.shutdown()
  }
}
