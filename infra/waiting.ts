/**
 * Waits for an engine that is not available yet: with growing pauses, a time limit, and a line for
 * each wait.
 */
import { retry } from '#contracts/toolkit/retry.ts'
import { say } from './terminal.ts'

export const WAITING = {
  backoff: { firstPauseMs: 500, pauseMsMax: 10_000 },
  /** A person waits for a command. A process waits as long as ENGINES_WAIT_SECONDS says. */
  commandMs: 20_000,
} as const
const MS_PER_SECOND = 1_000

export type Patience = {
  /** How long to wait for an absent engine, milliseconds; 0: one attempt. */
  readonly waitMs: number
  /** An abort ends the wait with the fault of the last attempt. */
  readonly signal?: AbortSignal
}

type Waiting = Patience & {
  /** Whether another attempt can help. Any other error ends the wait at once. */
  readonly isAway: (error: unknown) => boolean
  /** Called before each pause. */
  readonly onWaiting: (error: unknown, pauseMs: number) => void
}

/** Retries until the work succeeds; throws the last error after the time limit. */
export const untilThere = <T>(
  attempt: () => Promise<T>,
  { waitMs, signal, isAway, onWaiting }: Waiting,
): Promise<T> =>
  retry(attempt, {
    ...WAITING.backoff,
    timeMsMax: waitMs,
    isTransient: isAway,
    onRetry: onWaiting,
    signal,
  })

/** Prints one line: who waits for what, and the pause before the next attempt. */
export const sayWaiting = (who: string, message: string, pauseMs: number): void =>
  say(`${who}: ${message}; trying again in ${pauseMs / MS_PER_SECOND} s`)
