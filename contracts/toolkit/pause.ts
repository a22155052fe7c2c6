import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '../fault.ts'

/** How the pauses between tries grow, for `retry`, `follow` and other loops. */
export type Backoff = {
  readonly firstPauseMs: number
  readonly pauseMsMax: number
  /** Shortens each pause by up to a half, so that processes do not come back together. */
  readonly isJittered?: boolean
}

/** From here on the pause would be longer than any limit. */
const DOUBLINGS_MAX = 30

/** Twice as long after each failure, and never shorter than the fault asks for. */
export const pauseAfter = (
  { firstPauseMs, pauseMsMax, isJittered = false }: Backoff,
  failuresBefore: number,
  error?: unknown,
): number => {
  const askedMs = error instanceof Fault ? (error.retryAfterMs ?? 0) : 0
  const grownMs = Math.min(pauseMsMax, firstPauseMs * 2 ** Math.min(failuresBefore, DOUBLINGS_MAX))
  const share = isJittered ? 0.5 + Math.random() / 2 : 1
  return Math.max(askedMs, Math.round(grownMs * share))
}

/** Returns after the time, or at once when aborted. Never throws: look at the signal afterwards. */
export const pauseFor = async (pauseMs: number, signal?: AbortSignal): Promise<void> => {
  if (pauseMs > 0) await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
}
