import { randomUUID } from 'node:crypto'
import { Fault } from '#contracts/fault.ts'
import { PRODUCT } from '#contracts/service.ts'
import type { WriteDeps } from '#ingest/command-handler/write-deps.ts'
import { publishDue } from '#ingest/editorial/carry-out.ts'
import { requireModelOfIndex } from '../embeddings/index-model.ts'
import { makeMetrics, type Metrics } from '../metrics/metrics.ts'
import type { Settings } from '../settings.ts'
import { print, say } from '../terminal.ts'
import { openEditing } from './editing/open.ts'
import { follow, runProcess, startMetrics, type Stops } from './run-process.ts'
import type { Database } from './wiring/database.ts'
import { listenDesk, openDesk } from './wiring/desk.ts'
import { deskSources, openDeskFollowers } from './wiring/desk-followers.ts'
import { openEntailment } from './wiring/entailment.ts'
import { followErasures } from './wiring/erasure.ts'
import { openProjections } from './wiring/projections.ts'
import { openWriteDeps } from './wiring/write-deps.ts'

/**
 * Keeps the lists of the desk current, publishes what is due and finishes erasures, until the
 * process stops. Several processes may do it: one of them works at a time.
 */
export const startDeskFollowers = (
  settings: Settings,
  database: Database,
  metrics: Metrics,
  stops: Stops,
): void => {
  // Opened for the first publication: its model is large, and many installations schedule nothing.
  let write: WriteDeps | null = null
  const openAssessing = async (): Promise<WriteDeps> => {
    const opened = await openWriteDeps(settings, database)
    const editing = openEditing({ cited: opened.cited, entailment: await openEntailment(settings) })
    stops.add(() => editing.close())
    return { ...opened, assess: editing.assess }
  }
  const followers = openDeskFollowers(database, {
    temporalAddress: settings.temporalAddress,
    publishDue: async (slug, time) => {
      write ??= await openAssessing()
      await requireModelOfIndex(database.pool, write.embedder)
      return publishDue(write, slug, { time, correlationId: randomUUID() })
    },
    onFault: (fault) => metrics.fault('desk', fault),
  })
  stops.add(() => followers.close())
  follow(stops, (signal) => followers.follow(signal))
  follow(stops, (signal) =>
    followErasures(
      settings,
      database,
      (fault) => {
        say(
          `erasure: ${fault instanceof Fault ? `${fault.code}: ${fault.message}` : 'internal-error'}; trying again`,
        )
        metrics.fault('desk', fault)
      },
      signal,
    ),
  )
}

/** `pandect desk`: the desk of the editorial team alone. */
export const desk = (settings: Settings): Promise<void> =>
  runProcess(settings, 'desk', async (database, stops) => {
    const { log, models, close } = openProjections({ ...settings, kafkaBrokers: null }, database)
    const { generations } = models
    stops.add(close)
    const own = deskSources(database)
    const metrics = makeMetrics({
      ...own,
      head: () => log.head(),
      projections: {
        ...own.projections,
        'read-models': async () => (await generations.progress(await generations.live())).position,
      },
    })
    const opened = await openDesk(settings, database, metrics)
    stops.add(() => opened.close())
    startDeskFollowers(settings, database, metrics, stops)
    await startMetrics(settings, metrics, stops)
    print(`${PRODUCT} desk is ready: ${await listenDesk(opened, settings)}`)
  })
