/**
 * Waiting for an engine that is not there yet: with growing pauses, for a bounded time, and never
 * in silence.
 */
import { retry } from '#contracts/toolkit/retry.ts'
import { say } from './terminal.ts'

export const WAITING = {
  backoff: { firstPauseMs: 500, pauseMsMax: 10_000 },
  /** In front of a command sits a person. A process waits as long as ENGINES_WAIT_SECONDS says. */
  commandMs: 20_000,
} as const
const MS_PER_SECOND = 1_000

export type Patience = {
  /** How long an absent engine is waited for, milliseconds; 0: it is tried once. */
  readonly waitMs: number
  /** Aborted, the wait ends with the fault of the last try. */
  readonly signal?: AbortSignal
}

type Waiting = Patience & {
  /** Whether the next try can help. Whatever else is thrown ends the wait at once. */
  readonly isAway: (error: unknown) => boolean
  /** Called before each pause. */
  readonly onWaiting: (error: unknown, pauseMs: number) => void
}

/** Tries until it works, or until the time is over: then the last error is thrown. */
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

/** One line on stderr: who waits for what, and how long until the next try. */
export const sayWaiting = (who: string, message: string, pauseMs: number): void =>
  say(`${who}: ${message}; trying again in ${pauseMs / MS_PER_SECOND} s`)
