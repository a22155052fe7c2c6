import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { Fault } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import { withinTime } from '#contracts/toolkit/wait.ts'
import type { FastifyInstance } from 'fastify'

/**
 * All values that labels can take. Nothing that a caller sends becomes one: no slug, key or text.
 */
export const PROJECTIONS = [
  'read-models',
  'search-index',
  'desk-board',
  'desk-impact',
  'notifier',
] as const
type Projection = (typeof PROJECTIONS)[number]

export const PROCESSES = [
  'projector',
  'relay',
  'search-index',
  'worker',
  'api',
  'meter',
  'assessor',
  'desk',
  'notifier',
] as const
type Process = (typeof PROCESSES)[number]

/** Why streams are parked, and the faults that processes survive. */
const CODES = [
  'event-unreadable',
  'event-unread',
  'stream-gap',
  'version-hash-regression',
  'blob-missing',
  'projection-failed',
  'projection-behind',
  'slug-taken',
  'generation-outdated',
  'generation-unknown',
  'lock-lost',
  'store-unavailable',
  'store-timeout',
  'store-locked',
  'store-contended',
  'store-full',
  'store-access-denied',
  'store-failed',
  'transport-unavailable',
  'search-unavailable',
  'search-index-failed',
  'search-index-missing',
  'index-behind',
  'meter-unavailable',
  'meter-denied',
  'meter-misconfigured',
] as const

/** What the entry of the workflows' bundle exports. */
export const WORKFLOWS = [
  'importCorpus',
  'ingestBatch',
  'ingestDecision',
  'ingestDoctrine',
  'publishArticle',
  'publishScheduled',
  'reassessGroundedness',
  'reembedCorpus',
  'replayCorpus',
  'reportUsage',
  'unpublishArticle',
] as const
const OUTCOMES = ['completed', 'failed', 'cancelled'] as const
type WorkflowOutcome = (typeof OUTCOMES)[number]

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const OTHER = 'other'
const among = (list: readonly string[], text: string): string =>
  list.includes(text) ? text : OTHER

const codeLabel = (code: string): string => among(CODES, code)
const workflowLabel = (workflow: string): string => among(WORKFLOWS, workflow)
const methodLabel = (method: string): string => among(METHODS, method)

const MS_PER_SECOND = 1_000
/** Time limit of reading the gauges before the engines count as down, milliseconds. */
const LOOK_MS = 2_000
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const SEARCHABLE_SECONDS = [0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.2, 0.5, 1, 2, 5, 30]

/**
 * Sources of the gauges, read when somebody requests the metrics. A process omits those it lacks.
 */
export type MetricSources = {
  readonly head: () => Promise<Position>
  readonly projections: Partial<Readonly<Record<Projection, () => Promise<Position>>>>
  readonly relayed?: () => Promise<Position>
  /** One reason for each parked stream of the live generation. */
  readonly parked?: () => Promise<readonly string[]>
  /** The hour of the oldest publication that is due, milliseconds since 1970; null: none is. */
  readonly dueSince?: () => Promise<number | null>
  /** When the last backup was made, milliseconds since 1970; null: none is known. */
  readonly lastBackup?: () => Promise<number | null>
  /** Whether the process carries out workflows. */
  readonly runsWorkflows?: true
}

/**
 * What processes report. Every label value is from a closed list or a route pattern.
 */
export type Metrics = {
  readonly contentType: string
  /**
   * All metrics in the text format of Prometheus. Never throws if an engine is down: then
   * `pandect_engines_up` is 0.
   */
  text(): Promise<string>
  projected(batch: {
    readonly events: number
    readonly texts: number
    readonly parked: readonly { readonly reason: string }[]
  }): void
  relayed(batch: { readonly events: number }): void
  fault(process: Process, fault: unknown): void
  searchableAfter(seconds: number): void
  answered(answer: {
    readonly method: string
    /** Route pattern, such as `/api/v1/articles/:slug`; null without a matching route. */
    readonly route: string | null
    readonly status: number
    readonly seconds: number
  }): void
  workflowEnded(workflow: string, outcome: WorkflowOutcome): void
}

const makeCollectors = (registry: Registry) => {
  const registers = [registry]
  return {
    up: new Gauge({
      name: 'pandect_engines_up',
      help: '1 if the gauges below could be read when these metrics were',
      registers,
    }),
    head: new Gauge({
      name: 'pandect_log_head_position',
      help: 'Last position of the log',
      registers,
    }),
    lag: new Gauge({
      name: 'pandect_projection_lag_events',
      help: 'Events of the log that a projection has not seen',
      labelNames: ['projection'] as const,
      registers,
    }),
    backlog: new Gauge({
      name: 'pandect_relay_backlog_events',
      help: 'Events of the log that the transport has not acknowledged',
      registers,
    }),
    overdue: new Gauge({
      name: 'pandect_schedule_lag_seconds',
      help: 'How late the oldest publication is whose hour has come; 0 if none waits',
      registers,
    }),
    parked: new Gauge({
      name: 'pandect_parked_streams',
      help: 'Streams of the live generation that stand still',
      labelNames: ['reason'] as const,
      registers,
    }),
    lastBackup: new Gauge({
      name: 'pandect_last_backup_timestamp_seconds',
      help: 'When the last backup was made; absent while none is known',
      registers,
    }),
    parkings: new Counter({
      name: 'pandect_parkings_total',
      help: 'Streams that were parked',
      labelNames: ['reason'] as const,
      registers,
    }),
    events: new Counter({
      name: 'pandect_projected_events_total',
      help: 'Events that were projected',
      registers,
    }),
    texts: new Counter({
      name: 'pandect_projected_texts_total',
      help: 'Texts that were written, counted once a batch',
      registers,
    }),
    relayed: new Counter({
      name: 'pandect_relayed_events_total',
      help: 'Events that the transport acknowledged',
      registers,
    }),
    faults: new Counter({
      name: 'pandect_faults_total',
      help: 'Faults that a process survived',
      labelNames: ['process', 'code'] as const,
      registers,
    }),
    searchable: new Histogram({
      name: 'pandect_commit_to_searchable_seconds',
      help: 'From the commit of an append to the moment that a search finds it',
      buckets: SEARCHABLE_SECONDS,
      registers,
    }),
    http: new Histogram({
      name: 'pandect_http_request_seconds',
      help: 'Answers by route pattern and status',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: REQUEST_SECONDS,
      registers,
    }),
    workflows: new Counter({
      name: 'pandect_workflow_outcomes_total',
      help: 'Workflows that ended',
      labelNames: ['workflow', 'outcome'] as const,
      registers,
    }),
  }
}
type Collectors = ReturnType<typeof makeCollectors>

const tooSlow = (): Fault => new Fault('metrics-timeout')

const show = (collectors: Collectors, seen: Awaited<ReturnType<typeof lookAt>>): void => {
  const { head, lags, relayed, parked, lastBackup, overdueMs } = seen
  collectors.head.set(head)
  for (const { projection, position } of lags)
    collectors.lag.set({ projection }, Math.max(0, head - position))
  if (relayed !== null) collectors.backlog.set(Math.max(0, head - relayed))
  if (overdueMs !== null) collectors.overdue.set(overdueMs / MS_PER_SECOND)
  if (lastBackup === null) collectors.lastBackup.remove()
  else collectors.lastBackup.set(lastBackup / MS_PER_SECOND)
  collectors.parked.reset()
  for (const reason of parked) collectors.parked.inc({ reason: codeLabel(reason) })
}

/** The head is read last, so that a lag is never too small for the values read before. */
const lookAt = async ({
  head,
  projections,
  relayed,
  parked,
  lastBackup,
  dueSince,
}: MetricSources) => {
  const lags = await Promise.all(
    PROJECTIONS.flatMap((projection) => {
      const ask = projections[projection]
      return ask === undefined ? [] : [ask().then((position) => ({ projection, position }))]
    }),
  )
  const due = (await dueSince?.()) ?? null
  return {
    lags,
    overdueMs: dueSince === undefined ? null : due === null ? 0 : Math.max(0, Date.now() - due),
    relayed: (await relayed?.()) ?? null,
    parked: (await parked?.()) ?? [],
    lastBackup: (await lastBackup?.()) ?? null,
    head: await head(),
  }
}

/** Removes unknown gauges: old values would look like good ones. */
const forget = ({ head, lag, backlog, parked, lastBackup, overdue }: Collectors): void => {
  overdue.remove()
  head.remove()
  lastBackup.remove()
  backlog.remove()
  lag.reset()
  parked.reset()
}

const codeOf = (fault: unknown): string => (fault instanceof Fault ? fault.code : OTHER)

/**
 * Shows counters that alerts watch from 0 on: Prometheus sees no increase in the first value of a
 * series.
 */
const beginCounters = (
  { parkings, workflows }: Collectors,
  { parked, runsWorkflows }: MetricSources,
): void => {
  if (parked !== undefined) for (const reason of [...CODES, OTHER]) parkings.inc({ reason }, 0)
  if (runsWorkflows !== true) return
  for (const workflow of WORKFLOWS)
    for (const outcome of OUTCOMES) workflows.inc({ workflow, outcome }, 0)
}

/** Metrics of one process, with those of Node itself. */
export const makeMetrics = (sources: MetricSources): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const collectors = makeCollectors(registry)
  beginCounters(collectors, sources)
  if (sources.relayed === undefined) registry.removeSingleMetric('pandect_relay_backlog_events')
  if (sources.dueSince === undefined) registry.removeSingleMetric('pandect_schedule_lag_seconds')
  if (sources.lastBackup === undefined)
    registry.removeSingleMetric('pandect_last_backup_timestamp_seconds')
  const look = async (): Promise<void> => {
    try {
      show(collectors, await withinTime(lookAt(sources), LOOK_MS, tooSlow))
      collectors.up.set(1)
    } catch {
      forget(collectors)
      collectors.up.set(0)
    }
  }
  return {
    contentType: registry.contentType,
    text: async () => {
      await look()
      return registry.metrics()
    },
    projected: ({ events, texts, parked }) => {
      collectors.events.inc(events)
      collectors.texts.inc(texts)
      for (const { reason } of parked) collectors.parkings.inc({ reason: codeLabel(reason) })
    },
    relayed: ({ events }) => collectors.relayed.inc(events),
    fault: (process, fault) => collectors.faults.inc({ process, code: codeLabel(codeOf(fault)) }),
    searchableAfter: (seconds) => collectors.searchable.observe(seconds),
    answered: ({ method, route, status, seconds }) =>
      collectors.http.observe(
        { method: methodLabel(method), route: route ?? 'none', status },
        seconds,
      ),
    workflowEnded: (workflow, outcome) =>
      collectors.workflows.inc({ workflow: workflowLabel(workflow), outcome }),
  }
}

/**
 * Measures every answer of an app by its route pattern, never by its path. Call it before the app
 * listens.
 */
export const measureAnswers = (app: FastifyInstance, metrics: Pick<Metrics, 'answered'>): void => {
  app.addHook('onResponse', async (request, reply) => {
    // How long a client listens says nothing about how fast it is answered.
    if (request.isLeftOpen) return
    metrics.answered({
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      seconds: reply.elapsedTime / MS_PER_SECOND,
    })
  })
}
