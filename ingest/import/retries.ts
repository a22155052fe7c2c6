import { retry } from '#contracts/toolkit/retry.ts'
import type { ImportActivities } from './activities.ts'

/** How long a step is tried again while an engine is away: about half a minute. */
export const STEP_RETRIES = { attemptsMax: 8, firstPauseMs: 250, pauseMsMax: 10_000 } as const

/**
 * The steps that may be repeated, each retried by itself. Reading goes on where it stopped and
 * cleaning counts occurrences, so neither is done twice; neither asks an engine.
 */
export const withRetries = (activities: ImportActivities): ImportActivities => ({
  ...activities,
  decide: (batch) => retry(() => activities.decide(batch), STEP_RETRIES),
  embed: (batch) => retry(() => activities.embed(batch), STEP_RETRIES),
  record: (batch) => retry(() => activities.record(batch), STEP_RETRIES),
})
