import { makeMetrics, type Metrics, type MetricSources } from '../metrics/metrics.ts'
import { readLastBackup } from '../postgres/backup/last-backup.ts'
import { makeRelayCheckpoint } from '../postgres/log/relay-checkpoint.ts'
import type { Settings } from '../settings.ts'
import { print } from '../terminal.ts'
import { follow, runProcess, startMetrics, type Stops, waitForTransport } from './run-process.ts'
import type { Database } from './wiring/database.ts'
import { openProjections } from './wiring/projections.ts'
import { waitForSearch } from './wiring/search-index.ts'

/**
 * Starts the projector, and the metrics about it and the relay; `beside`: what else the process
 * measures.
 */
export const startProjector = (
  settings: Settings,
  database: Database,
  stops: Stops,
  beside: Pick<MetricSources, 'projections' | 'dueSince'> = { projections: {} },
) => {
  const started: { metrics?: Metrics } = {}
  const projections = openProjections(settings, database, {
    onBatch: (batch) => started.metrics?.projected(batch),
    onFault: (fault) => started.metrics?.fault('projector', fault),
  })
  stops.add(() => projections.close())
  const { models, log } = projections
  const { generations } = models
  const metrics = makeMetrics({
    ...beside,
    head: () => log.head(),
    projections: {
      ...beside.projections,
      'read-models': async () => (await generations.progress(await generations.live())).position,
    },
    ...(settings.kafkaBrokers === null
      ? {}
      : { relayed: () => makeRelayCheckpoint(database.pool).read() }),
    parked: async () =>
      (await models.parked.list(await generations.live())).map(({ reason }) => reason),
    lastBackup: async () => (await readLastBackup(database.pool))?.madeAtMs ?? null,
  })
  started.metrics = metrics
  follow(stops, (signal) => projections.projector.follow(signal))
  return { ...projections, metrics }
}

/** `pandect projector`: the projector alone. */
export const projector = (settings: Settings): Promise<void> =>
  runProcess(settings, 'projector', async (database, stops, stop) => {
    await waitForTransport(settings, 'projector', stop)
    await waitForSearch(settings, 'projector', { waitMs: settings.enginesWaitMs, signal: stop })
    const { metrics } = startProjector(settings, database, stops)
    await startMetrics(settings, metrics, stops)
    print('projector: following the log')
  })
