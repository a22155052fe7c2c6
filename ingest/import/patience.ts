import { setTimeout as wait } from 'node:timers/promises'
import { Fault } from '#contracts/fault.ts'
import type { ImportActivities } from './activities.ts'

/** How long a step is tried again while an engine is away. */
export const PATIENCE = { attemptsMax: 6, waitMsMax: 10_000 } as const

export type Wait = (milliseconds: number) => Promise<void>

/** Waits as long as the fault asks, twice as long each time, up to the limit. */
const pauseOf = (retryAfterMs: number, attempt: number): number =>
  Math.min(PATIENCE.waitMsMax, retryAfterMs * 2 ** (attempt - 1))

/**
 * Runs work again while it fails with a fault that names a time to try again; gives up with that
 * fault.
 */
export const patiently = async <T>(
  work: () => Promise<T>,
  pause: Wait = (milliseconds) => wait(milliseconds),
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const retryAfterMs = error instanceof Fault ? error.retryAfterMs : undefined
      if (retryAfterMs === undefined || attempt >= PATIENCE.attemptsMax) throw error
      await pause(pauseOf(retryAfterMs, attempt))
    }
  }
}

/**
 * The steps that may be repeated, each retried by itself. Reading goes on where it stopped and
 * cleaning counts occurrences, so neither is done twice; neither asks an engine.
 */
export const patientSteps = (activities: ImportActivities, pause?: Wait): ImportActivities => ({
  ...activities,
  decide: (batch) => patiently(() => activities.decide(batch), pause),
  embed: (batch) => patiently(() => activities.embed(batch), pause),
  record: (batch) => patiently(() => activities.record(batch), pause),
})
