import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '../fault.ts'

/** How the pauses between attempts grow, for `retry`, `follow` and other loops. */
export type Backoff = {
  readonly firstPauseMs: number
  readonly pauseMsMax: number
  /** Shortens each pause by up to a half, so that many processes do not retry at once. */
  readonly isJittered?: boolean
}

/** More doublings would exceed any limit. */
const DOUBLINGS_MAX = 30

/**
 * Doubles the pause after each failure. It is never shorter than the `retryAfterMs` of the fault.
 */
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

/** Returns after the time, or at once when aborted. Never throws: check the signal afterwards. */
export const pauseFor = async (pauseMs: number, signal?: AbortSignal): Promise<void> => {
  if (pauseMs > 0) await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
}
