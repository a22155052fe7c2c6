/**
 * Runs a process: opens its database, starts its parts, waits for a signal and closes everything.
 */
import { Fault } from '#contracts/fault.ts'
import { waitForKafka } from '../kafka/probe.ts'
import { type Metrics } from '../metrics/metrics.ts'
import { serveMetrics } from '../metrics/server.ts'
import type { Settings } from '../settings.ts'
import { aborted, stopSignal } from '../stop-signal.ts'
import { report, say } from '../terminal.ts'
import { type Database, openDatabase } from './wiring/database.ts'

/** Cleanups, run in reverse order, each once, even if one fails; and the failure of the process. */
const makeStops = () => {
  const stops: (() => Promise<void>)[] = []
  const failed = new AbortController()
  /** Ends the process with an error: the first one counts, later ones are only reported. */
  const fail = (error: unknown): void => {
    if (failed.signal.aborted) report(error)
    failed.abort(error)
  }
  return {
    add: (stop: () => Promise<void>): void => void stops.push(stop),
    fail,
    /** Aborts with the error that the process ends with. */
    failed: failed.signal,
    run: async (): Promise<void> => {
      for (const stop of stops.toReversed()) {
        try {
          await stop()
        } catch (error) {
          fail(error)
        }
      }
    },
  }
}
export type Stops = ReturnType<typeof makeStops>

/**
 * Starts work and waits until it is stopped or fails. Closes everything that was opened, even after
 * a failed start, and throws the first error.
 */
export const runUntil = async (
  stop: AbortSignal,
  start: (stops: Stops, ending: AbortSignal) => Promise<void>,
): Promise<void> => {
  const stops = makeStops()
  const ending = AbortSignal.any([stop, stops.failed])
  try {
    await start(stops, ending)
    await aborted(ending)
    say('stopping …')
  } catch (error) {
    // An end while waiting for an engine is not a failure.
    if (ending.aborted && error instanceof Fault) say('stopped')
    else stops.fail(error)
  }
  await stops.run()
  stops.failed.throwIfAborted()
}

/** Runs a process until a signal stops it or one of its loops fails. */
export const runProcess = (
  settings: Settings,
  name: string,
  start: (database: Database, stops: Stops, ending: AbortSignal) => Promise<void>,
): Promise<void> =>
  runUntil(stopSignal(), async (stops, ending) => {
    const database = await openDatabase(settings, name, {
      waitMs: settings.enginesWaitMs,
      signal: ending,
    })
    stops.add(() => database.close())
    await start(database, stops, ending)
  })

/** Runs a loop that follows until the process stops. If it fails, the process stops. */
export const follow = (stops: Stops, loop: (signal: AbortSignal) => Promise<void>): void => {
  const ended = new AbortController()
  const running = loop(ended.signal).catch((error: unknown) => stops.fail(error))
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
