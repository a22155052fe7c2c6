import { Fault } from '#contracts/fault.ts'
import { retry } from '#contracts/toolkit/retry.ts'
import type { ImportActivities } from './activities.ts'

/** Retries of a step while an engine is unavailable: about half a minute. */
export const STEP_RETRIES = { attemptsMax: 8, firstPauseMs: 250, pauseMsMax: 10_000 } as const

/** A shorter pause is over before anybody could act on it. */
const TOLD_PAUSE_MS = 1_000

/**
 * Retries each idempotent step, and names the fault before a longer pause. Reading and cleaning
 * keep state and use no engine, so they are not retried.
 */
export const withRetries = (
  activities: ImportActivities,
  onWaiting: (fault: Fault) => void = () => undefined,
): ImportActivities => {
  const options = {
    ...STEP_RETRIES,
    onRetry: (error: unknown, pauseMs: number): void => {
      if (pauseMs >= TOLD_PAUSE_MS && error instanceof Fault) onWaiting(error)
    },
  }
  return {
    ...activities,
    decide: (batch) => retry(() => activities.decide(batch), options),
    embed: (batch) => retry(() => activities.embed(batch), options),
    record: (batch) => retry(() => activities.record(batch), options),
  }
}
