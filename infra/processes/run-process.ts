/** A process: it opens its database, starts its parts, runs until a signal and closes all of it. */
import { Fault } from '#contracts/fault.ts'
import { waitForKafka } from '../kafka/probe.ts'
import { type Metrics } from '../metrics/metrics.ts'
import { serveMetrics } from '../metrics/server.ts'
import type { Settings } from '../settings.ts'
import { aborted, stopSignal } from '../stop-signal.ts'
import { say } from '../terminal.ts'
import { type Database, openDatabase } from './wiring/database.ts'

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
export type Stops = ReturnType<typeof makeStops>

/**
 * Runs a process until a signal stops it; everything that it opened is closed, also when it could
 * not start.
 */
export const runProcess = async (
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
export const follow = (stops: Stops, loop: (signal: AbortSignal) => Promise<void>): void => {
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
export const waitForTransport = async (
  { kafkaBrokers, enginesWaitMs }: Settings,
  name: string,
  signal: AbortSignal,
): Promise<void> => {
  if (kafkaBrokers === null) return
  const options = { brokers: kafkaBrokers, clientId: `pandect-${name}` }
  await waitForKafka(name, options, { waitMs: enginesWaitMs, signal })
}

export const startMetrics = async (
  settings: Settings,
  metrics: Metrics,
  stops: Stops,
): Promise<void> => {
  const server = await serveMetrics(metrics, { host: settings.host, port: settings.metricsPort })
  stops.add(() => server.close())
  say(`metrics: ${server.url}`)
}
