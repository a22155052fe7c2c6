/** The one way to wait for a condition that nobody announces. */
import { pauseFor } from './pause.ts'

export type PollOptions = {
  readonly everyMs: number
  readonly timeMsMax: number
  readonly signal?: AbortSignal | undefined
}

/** Looks until it is true; false once the time is over or the signal aborts. */
export const pollUntil = async (
  isTrue: () => Promise<boolean> | boolean,
  { everyMs, timeMsMax, signal }: PollOptions,
): Promise<boolean> => {
  const deadline = performance.now() + timeMsMax
  for (;;) {
    if (await isTrue()) return true
    if (signal?.aborted === true || performance.now() >= deadline) return false
    await pauseFor(everyMs, signal)
  }
}
