/**
 * Runs a process: opens its database, starts its parts, waits for a signal and closes everything.
 */
import { Fault } from '#contracts/fault.ts'
import { waitForKafka } from '../kafka/probe.ts'
import { type Metrics } from '../metrics/metrics.ts'
import { serveMetrics } from '../metrics/server.ts'
import type { Settings } from '../settings.ts'
import { aborted, stopSignal } from '../stop-signal.ts'
import { say } from '../terminal.ts'
import { type Database, openDatabase } from './wiring/database.ts'

/** Cleanups, run in reverse order, each once, even if one fails. */
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
 * Runs a process until a signal stops it. It closes everything it opened, even after a failed
 * start.
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
    // A stop while waiting for an engine is not a failure.
    if (!stop.aborted || !(error instanceof Fault)) throw error
    say('stopped')
  } finally {
    await stops.run()
  }
}

/** Runs a loop that follows until the process stops. */
export const follow = (stops: Stops, loop: (signal: AbortSignal) => Promise<void>): void => {
  const ended = new AbortController()
  const running = loop(ended.signal)
  stops.add(async () => {
    ended.abort()
    await running
  })
}

/**
 * Waits for the transport that a process depends on; `serve` has other work and retries meanwhile.
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
