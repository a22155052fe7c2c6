/**
 * Composition root of the processes: `serve` runs all of them in one; a deployment runs them apart.
 */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '#contracts/fault.ts'
import { LOG_START } from '#contracts/ids.ts'
import { PRODUCT } from '#contracts/service.ts'
import { type Database, openDatabase } from '#infra/main.ts'
import { waitForKafka } from '#infra/kafka/probe.ts'
import { makeMetrics, type Metrics } from '#infra/metrics/metrics.ts'
import { watchSearchable } from '#infra/metrics/searchable.ts'
import { serveMetrics } from '#infra/metrics/server.ts'
import { makeRelayCheckpoint } from '#infra/postgres/log/relay-checkpoint.ts'
import type { Settings } from '#infra/settings.ts'
import { aborted, stopSignal } from '#infra/stop-signal.ts'
import { print, say } from '#infra/terminal.ts'
import { waitForSearch } from '#infra/typesense/main.ts'
import { openAssessor } from '#ingest/groundedness/main.ts'
import { importInto } from '#ingest/main.ts'
import { openRelay } from '#ingest/relay/main.ts'
import { demonstrationKey } from '#query-api/auth/main.ts'
import { openMeter } from '#query-api/billing/meter/main.ts'
import { listen, openIndex, openQueryApi, type QueryApi } from '#query-api/main.ts'
import { openProjections } from '#query-api/projections/main.ts'

const DEMONSTRATION_FOLDER = join(import.meta.dirname, 'ingest/sources/demonstration/corpus')
const SEARCHABLE_WITHIN_MS = 120_000

/** What is started, to be stopped in the opposite order, each once, whatever fails on the way. */
const makeStops = () => {
  const stops: (() => Promise<void>)[] = []
  return {
    add: (stop: () => Promise<void>): void => void stops.push(stop),
    run: async (): Promise<void> => {
      for (const stop of stops.toReversed()) await stop()
    },
  }
}
type Stops = ReturnType<typeof makeStops>

/**
 * Runs a process until a signal stops it; everything that it opened is closed, also when it could
 * not start.
 */
const runProcess = async (
  settings: Settings,
  name: string,
  start: (database: Database, stops: Stops, stop: AbortSignal) => Promise<void>,
): Promise<void> => {
  const stop = stopSignal()
  const stops = makeStops()
  try {
    const database = await openDatabase(settings, name, {
      waitMs: settings.enginesWaitMs,
      signal: stop,
    })
    stops.add(() => database.close())
    await start(database, stops, stop)
    await aborted(stop)
    say('stopping …')
  } catch (error) {
    // Told to stop while it still waited for an engine: that is no failure.
    if (!stop.aborted || !(error instanceof Fault)) throw error
    say('stopped')
  } finally {
    await stops.run()
  }
}

/** A loop that follows until it is stopped. */
const follow = (stops: Stops, loop: (signal: AbortSignal) => Promise<void>): void => {
  const ended = new AbortController()
  const running = loop(ended.signal)
  stops.add(async () => {
    ended.abort()
    await running
  })
}

/**
 * A process that lives by its transport waits for it; `serve` has more to do and tries again
 * beside.
 */
const waitForTransport = async (
  { kafkaBrokers, enginesWaitMs }: Settings,
  name: string,
  signal: AbortSignal,
): Promise<void> => {
  if (kafkaBrokers === null) return
  const options = { brokers: kafkaBrokers, clientId: `pandect-${name}` }
  await waitForKafka(name, options, { waitMs: enginesWaitMs, signal })
}

const startRelay = (
  settings: Settings,
  database: Database,
  metrics: Metrics,
  stops: Stops,
): boolean => {
  const opened = openRelay(settings, database, {
    onBatch: (batch) => metrics.relayed(batch),
    onFault: (fault) => metrics.fault('relay', fault),
  })
  if (opened === null) return false
  stops.add(() => opened.close())
  follow(stops, (signal) => opened.relay.follow(signal))
  return true
}

const startMeter = (
  settings: Settings,
  database: Database,
  metrics: Metrics,
  stops: Stops,
): boolean => {
  const loop = openMeter(settings, database, { onFault: (fault) => metrics.fault('meter', fault) })
  if (loop !== null) follow(stops, loop)
  return loop !== null
}

/** Assesses again what was assessed before, when it changes or when what it cites does. */
const startAssessor = (
  settings: Settings,
  database: Database,
  metrics: Metrics,
  stops: Stops,
): void => {
  const assessor = openAssessor(settings, database, {
    onFault: (fault) => metrics.fault('assessor', fault),
  })
  stops.add(() => assessor.close())
  follow(stops, (signal) => assessor.follow(signal))
}

/** The projector, and the metrics that tell of it and of the relay. */
const startProjector = (settings: Settings, database: Database, stops: Stops) => {
  const told: { metrics?: Metrics } = {}
  const projections = openProjections(settings, database, {
    onBatch: (batch) => told.metrics?.projected(batch),
    onFault: (fault) => told.metrics?.fault('projector', fault),
  })
  stops.add(() => projections.close())
  const { store, log } = projections
  const metrics = makeMetrics({
    head: () => log.head(),
    projections: {
      'read-models': async () => (await store.progress(await store.liveGeneration())).position,
    },
    ...(settings.kafkaBrokers === null
      ? {}
      : { relayed: () => makeRelayCheckpoint(database.pool).read() }),
    parked: async () =>
      (await store.parked(await store.liveGeneration())).map(({ reason }) => reason),
  })
  told.metrics = metrics
  follow(stops, (signal) => projections.projector.follow(signal))
  return { ...projections, metrics }
}

const startMetrics = async (settings: Settings, metrics: Metrics, stops: Stops): Promise<void> => {
  const server = await serveMetrics(metrics, { host: settings.host, port: settings.metricsPort })
  stops.add(() => server.close())
  say(`metrics: ${server.url}`)
}

/**
 * The first start on an embedded engine imports the demonstration corpus; one that was killed in
 * the middle goes on. A mark in the data folder says that it is done, so that a text that was
 * deleted later stays deleted.
 */
const importDemonstration = async (settings: Settings, database: Database): Promise<void> => {
  const mark = join(settings.dataDir, 'demonstration-imported')
  if (!settings.demonstration || !database.embedded || existsSync(mark)) return
  say('importing the demonstration corpus …')
  // In this process: nobody has started a worker yet.
  const summary = await importInto({ ...settings, temporalAddress: null }, database, {
    paths: [DEMONSTRATION_FOLDER],
    publish: true,
    actor: 'npm start',
  })
  await writeFile(mark, '')
  say(`demonstration corpus: ${summary.imported} texts, ${summary.revised} revisions`)
}

const startApi = async (
  settings: Settings,
  database: Database,
  metrics: Metrics,
  stops: Stops,
): Promise<QueryApi> => {
  const searching = await openIndex(settings, database, (fault) =>
    metrics.fault('search-index', fault),
  )
  const api = await openQueryApi(settings, database, searching, metrics)
  stops.add(() => api.close())
  return api
}

/**
 * `pandect serve` (= `npm start`): all processes in one, on embedded engines unless settings name
 * real ones.
 */
export const serve = (settings: Settings): Promise<void> =>
  runProcess(settings, 'serve', async (database, stops, stop) => {
    await waitForSearch(settings, 'serve', { waitMs: settings.enginesWaitMs, signal: stop })
    const { metrics, log } = startProjector(settings, database, stops)
    startRelay(settings, database, metrics, stops)
    startMeter(settings, database, metrics, stops)
    startAssessor(settings, database, metrics, stops)
    const [api] = await Promise.all([
      startApi(settings, database, metrics, stops),
      importDemonstration(settings, database),
    ])
    // Nobody finds the API ready before it knows what the log held at its start.
    const head = await log.head()
    if (head > LOG_START) await api.index.waitFor(head, SEARCHABLE_WITHIN_MS)
    await startMetrics(settings, metrics, stops)
    follow(stops, (signal) =>
      watchSearchable(
        {
          log,
          index: api.index,
          clock: () => performance.now(),
          observe: (seconds) => metrics.searchableAfter(seconds),
        },
        signal,
      ),
    )
    print(`${PRODUCT} is ready: ${await listen(api.app, settings)}`)
    if (database.embedded) {
      print(`demonstration key: ${await demonstrationKey(settings, database)}`)
    }
  })

/** `pandect api`: the read API alone. */
export const api = (settings: Settings): Promise<void> =>
  runProcess(settings, 'api', async (database, stops, stop) => {
    await waitForSearch(settings, 'api', { waitMs: settings.enginesWaitMs, signal: stop })
    const { log, store, close } = openProjections({ ...settings, kafkaBrokers: null }, database)
    stops.add(close)
    const metrics = makeMetrics({
      head: () => log.head(),
      projections: {
        'read-models': async () => (await store.progress(await store.liveGeneration())).position,
      },
    })
    const opened = await startApi(settings, database, metrics, stops)
    await startMetrics(settings, metrics, stops)
    print(`${PRODUCT} API is ready: ${await listen(opened.app, settings)}`)
  })

/** `pandect projector`: the projector alone. */
export const projector = (settings: Settings): Promise<void> =>
  runProcess(settings, 'projector', async (database, stops, stop) => {
    await waitForTransport(settings, 'projector', stop)
    await waitForSearch(settings, 'projector', { waitMs: settings.enginesWaitMs, signal: stop })
    const { metrics } = startProjector(settings, database, stops)
    await startMetrics(settings, metrics, stops)
    print('projector: following the log')
  })

/** `pandect relay`: the relay alone. */
export const relay = (settings: Settings): Promise<void> =>
  runProcess(settings, 'relay', async (database, stops, stop) => {
    await waitForTransport(settings, 'relay', stop)
    const { log, close } = openProjections({ ...settings, kafkaBrokers: null }, database)
    stops.add(close)
    const metrics = makeMetrics({
      head: () => log.head(),
      projections: {},
      relayed: () => makeRelayCheckpoint(database.pool).read(),
    })
    if (!startRelay(settings, database, metrics, stops)) {
      throw new Fault('settings-invalid', 'the relay has nowhere to send events', {
        hint: 'set KAFKA_BROKERS',
      })
    }
    await startMetrics(settings, metrics, stops)
    print('relay: following the log')
  })

/** `pandect meter`: the external meter alone. */
export const meter = (settings: Settings): Promise<void> =>
  runProcess(settings, 'meter', async (database, stops) => {
    const { log, close } = openProjections({ ...settings, kafkaBrokers: null }, database)
    stops.add(close)
    const metrics = makeMetrics({ head: () => log.head(), projections: {} })
    if (!startMeter(settings, database, metrics, stops)) {
      throw new Fault('settings-invalid', 'there is no external meter to send charges to', {
        hint: 'set STRIPE_API_KEY',
      })
    }
    await startMetrics(settings, metrics, stops)
    print('meter: following the ledger')
  })
