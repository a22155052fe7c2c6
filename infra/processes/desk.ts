import { PRODUCT } from '#contracts/service.ts'
import { makeMetrics } from '../metrics/metrics.ts'
import type { Settings } from '../settings.ts'
import { print } from '../terminal.ts'
import { runProcess, startMetrics } from './run-process.ts'
import { listenDesk, openDesk } from './wiring/desk.ts'
import { openProjections } from './wiring/projections.ts'

/** `pandect desk`: the desk of the editorial team alone. */
export const desk = (settings: Settings): Promise<void> =>
  runProcess(settings, 'desk', async (database, stops) => {
    const { log, models, close } = openProjections({ ...settings, kafkaBrokers: null }, database)
    const { generations } = models
    stops.add(close)
    const metrics = makeMetrics({
      head: () => log.head(),
      projections: {
        'read-models': async () => (await generations.progress(await generations.live())).position,
      },
    })
    const opened = await openDesk(settings, database, metrics)
    stops.add(() => opened.close())
    await startMetrics(settings, metrics, stops)
    print(`${PRODUCT} desk is ready: ${await listenDesk(opened, settings)}`)
  })
