import { Fault } from '#contracts/fault.ts'
import { LOG_START, type Position } from '#contracts/ids.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { holdAlone } from '../postgres/platform/sole-holder.ts'
import type { Settings } from '../settings.ts'
import { print, say } from '../terminal.ts'
import { INDEX_MISSING } from '../typesense/faults.ts'
import { measureSearchable, startApi } from './api.ts'
import { demonstrationKey, importDemonstration } from './demonstration.ts'
import { startDeskFollowers } from './desk.ts'
import { demonstrationStaff } from './demonstration-staff.ts'
import { startMeter } from './meter.ts'
import { startNotifier } from './notifier.ts'
import { startProjector } from './projector.ts'
import { startRelay } from './relay.ts'
import { follow, runProcess, startMetrics, type Stops } from './run-process.ts'
import { startBlock } from './start-block.ts'
import { openAssessor } from './wiring/assessor.ts'
import { requireFreePorts } from './taken-ports.ts'
import { untilIndexed } from './until-indexed.ts'
import type { Database } from './wiring/database.ts'
import { listenDesk, openDesk } from './wiring/desk.ts'
import { deskSources } from './wiring/desk-followers.ts'
import { listen, type QueryApi } from './wiring/query-api.ts'
import { notifierPosition } from './wiring/webhooks.ts'
import { openVerifier } from './wiring/verifier.ts'
import { waitForSearch } from './wiring/search-index.ts'

/** Reassesses texts when they or their sources change. */
const startAssessor = async (
  settings: Settings,
  database: Database,
  metrics: Metrics,
  stops: Stops,
): Promise<void> => {
  const assessor = openAssessor(settings, database, await openVerifier(settings), {
    onFault: (fault) => metrics.fault('assessor', fault),
  })
  stops.add(() => assessor.close())
  follow(stops, (signal) => assessor.follow(signal))
}

/** Two services on one data folder would do everything twice; the second one names the first. */
const startAlone = async ({ connectionString, embedded }: Database, stops: Stops) => {
  if (!embedded) return null
  const found = await holdAlone(connectionString, 'serve')
  if ('held' in found) {
    stops.add(() => found.held.release())
    return found.held
  }
  const { pid, address } = found.other
  const where = address ?? 'it is still starting'
  throw new Fault(
    'already-running',
    `Pandect already runs on this data folder: pid ${pid ?? 'unknown'}, ${where}`,
    {
      hint: `use that one${pid === null ? '' : `, or end it (kill ${pid})`}; for a second one set PANDECT_DATA_DIR, PORT, DESK_PORT and METRICS_PORT`,
    },
  )
}

/**
 * Waits until the index knows a position. Where the engine lost the index, the service starts at
 * once: everything but searches answers, and the projector builds the index anew.
 */
const untilSearchable = async (
  { index }: QueryApi,
  head: Position,
  stop: AbortSignal,
): Promise<void> => {
  try {
    await untilIndexed(index, head, stop)
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== INDEX_MISSING) throw error
    say(`serve: ${error.message}; searches answer 503 until it is built`)
  }
}

/** How far what runs beside the projector is, for the metrics. */
const sourcesOf = (database: Database): ReturnType<typeof deskSources> => {
  const desk = deskSources(database)
  return { ...desk, projections: { ...desk.projections, notifier: notifierPosition(database) } }
}

/**
 * `pandect serve` (= `npm start`): all processes in one, on embedded engines unless settings name
 * others.
 */
export const serve = (settings: Settings): Promise<void> =>
  runProcess(settings, 'serve', async (database, stops, stop) => {
    const alone = await startAlone(database, stops)
    await requireFreePorts(settings)
    await waitForSearch(settings, 'serve', { waitMs: settings.enginesWaitMs, signal: stop })
    const { metrics, log } = startProjector(settings, database, stops, sourcesOf(database))
    startRelay(settings, database, metrics, stops)
    startMeter(settings, database, metrics, stops)
    await startNotifier(settings, database, metrics, stops)
    await startAssessor(settings, database, metrics, stops)
    startDeskFollowers(settings, database, metrics, stops)
    const [api] = await Promise.all([
      startApi(settings, database, metrics, stops, stop),
      importDemonstration(settings, database, stop),
    ])
    const desk = await openDesk(settings, database, metrics, api.index)
    stops.add(() => desk.close())
    // The API is ready only when it knows everything the log held at the start.
    const head = await log.head()
    if (head > LOG_START) await untilSearchable(api, head, stop)
    await startMetrics(settings, metrics, stops)
    measureSearchable(log, api, metrics, stops)
    const key =
      database.embedded && settings.demonstration
        ? await demonstrationKey(settings, database)
        : null
    const people = await demonstrationStaff(settings, database)
    const address = await listen(api.app, settings)
    const deskAddress = await listenDesk(desk, settings)
    await alone?.announce(address)
    print(startBlock({ api: address, desk: deskAddress, key, people }))
  })
