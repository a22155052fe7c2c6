import { LOG_START } from '#contracts/ids.ts'
import { PRODUCT } from '#contracts/service.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { watchSearchable } from '../metrics/searchable.ts'
import type { Settings } from '../settings.ts'
import { print } from '../terminal.ts'
import { startApi } from './api.ts'
import { demonstrationKey, importDemonstration } from './demonstration.ts'
import { startMeter } from './meter.ts'
import { startProjector } from './projector.ts'
import { startRelay } from './relay.ts'
import { follow, runProcess, startMetrics, type Stops } from './run-process.ts'
import { openAssessor } from './wiring/assessor.ts'
import type { Database } from './wiring/database.ts'
import { listen } from './wiring/query-api.ts'
import { waitForSearch } from './wiring/search-index.ts'

const SEARCHABLE_WITHIN_MS = 120_000

/** Reassesses texts when they or their sources change. */
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

/**
 * `pandect serve` (= `npm start`): all processes in one, on embedded engines unless settings name
 * others.
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
    // The API is ready only when it knows everything the log held at the start.
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
