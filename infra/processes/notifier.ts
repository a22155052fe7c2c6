import { makeMetrics, type Metrics } from '../metrics/metrics.ts'
import type { Settings } from '../settings.ts'
import { print } from '../terminal.ts'
import { follow, runProcess, startMetrics, type Stops } from './run-process.ts'
import type { Database } from './wiring/database.ts'
import { openProjections } from './wiring/projections.ts'
import { notifierPosition, openNotifier } from './wiring/webhooks.ts'

/** Tells endpoints of changes. Several processes may: one of them works, the others wait. */
export const startNotifier = async (
  settings: Settings,
  database: Database,
  metrics: Metrics,
  stops: Stops,
): Promise<void> => {
  const notifier = await openNotifier(settings, database, (fault) =>
    metrics.fault('notifier', fault),
  )
  stops.add(() => notifier.close())
  follow(stops, (signal) => notifier.follow(signal))
}

/** `pandect notifier`: the notifier alone. */
export const notifier = (settings: Settings): Promise<void> =>
  runProcess(settings, 'notifier', async (database, stops) => {
    const { log, close } = openProjections({ ...settings, kafkaBrokers: null }, database)
    stops.add(close)
    const metrics = makeMetrics({
      head: () => log.head(),
      projections: { notifier: notifierPosition(database) },
    })
    await startNotifier(settings, database, metrics, stops)
    await startMetrics(settings, metrics, stops)
    print('notifier: following the changes')
  })
