import { PRODUCT } from '#contracts/service.ts'
import type { EventLog } from '#contracts/events/append.ts'
import { makeMetrics, type Metrics } from '../metrics/metrics.ts'
import { watchSearchable } from '../metrics/searchable.ts'
import type { Settings } from '../settings.ts'
import { print, say } from '../terminal.ts'
import { follow, runProcess, startMetrics, type Stops } from './run-process.ts'
import type { Database } from './wiring/database.ts'
import { openProjections } from './wiring/projections.ts'
import { NO_ENTAILMENT_NOTICE, openEntailment } from './wiring/entailment.ts'
import { listen, openIndex, openQueryApi, type QueryApi } from './wiring/query-api.ts'
import { waitForSearch } from './wiring/search-index.ts'

export const startApi = async (
  settings: Settings,
  database: Database,
  metrics: Metrics,
  stops: Stops,
  stop: AbortSignal,
): Promise<QueryApi> => {
  const searching = await openIndex(settings, database, (fault) =>
    metrics.fault('search-index', fault),
  )
  const entailment = await openEntailment(settings)
  if (entailment === null) say(NO_ENTAILMENT_NOTICE)
  const models = { entailment, onFault: (fault: unknown) => metrics.fault('api', fault) }
  const { openSandbox } = settings.sandbox
    ? await import('./wiring/sandbox.ts')
    : { openSandbox: async () => null }
  const sandbox = await openSandbox(settings, database, searching.embedder, models, stop)
  if (sandbox !== null) stops.add(() => sandbox.close())
  const app = sandbox?.app ?? null
  const api = await openQueryApi(settings, database, searching, metrics, { models, sandbox: app })
  stops.add(() => api.close())
  return api
}

const clock = (): number => performance.now()

/** Measures how soon the index of this process finds what is recorded. */
export const measureSearchable = (
  log: Pick<EventLog, 'head' | 'wait'>,
  { index }: QueryApi,
  metrics: Metrics,
  stops: Stops,
): void => {
  const observe = (seconds: number) => metrics.searchableAfter(seconds)
  follow(stops, (signal) => watchSearchable({ log, index, clock, observe }, signal))
}

/** `pandect api`: the read API alone. */
export const api = (settings: Settings): Promise<void> =>
  runProcess(settings, 'api', async (database, stops, stop) => {
    await waitForSearch(settings, 'api', { waitMs: settings.enginesWaitMs, signal: stop })
    const { log, models, close } = openProjections({ ...settings, kafkaBrokers: null }, database)
    const { generations } = models
    stops.add(close)
    const metrics = makeMetrics({
      head: () => log.head(),
      projections: {
        'read-models': async () => (await generations.progress(await generations.live())).position,
      },
    })
    const opened = await startApi(settings, database, metrics, stops, stop)
    await startMetrics(settings, metrics, stops)
    measureSearchable(log, opened, metrics, stops)
    print(`${PRODUCT} API is ready: ${await listen(opened.app, settings)}`)
  })
