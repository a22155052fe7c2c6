import { retry } from '#contracts/toolkit/retry.ts'
import type { ImportActivities } from './activities.ts'

/** Retries of a step while an engine is unavailable: about half a minute. */
export const STEP_RETRIES = { attemptsMax: 8, firstPauseMs: 250, pauseMsMax: 10_000 } as const

/**
 * Retries each idempotent step. Reading and cleaning keep state and use no engine, so they are not
 * retried.
 */
export const withRetries = (activities: ImportActivities): ImportActivities => ({
  ...activities,
  decide: (batch) => retry(() => activities.decide(batch), STEP_RETRIES),
  embed: (batch) => retry(() => activities.embed(batch), STEP_RETRIES),
  record: (batch) => retry(() => activities.record(batch), STEP_RETRIES),
})
