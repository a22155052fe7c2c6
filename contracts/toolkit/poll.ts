/** Waits for a condition that nothing announces. */
import { pauseFor } from './pause.ts'

export type PollOptions = {
  readonly everyMs: number
  readonly timeMsMax: number
  readonly signal?: AbortSignal | undefined
}

/** Checks until the condition is true. Returns false after the time limit or when aborted. */
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
