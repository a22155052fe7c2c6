/** The one way to try again: for a call that may fail now and work a moment later. */
import pRetry from 'p-retry'
import { Fault } from '../fault.ts'
import { type Backoff, pauseAfter, pauseFor } from './pause.ts'

export type RetryOptions = Backoff & {
  /** Tries in all. At least one of the two limits is needed. */
  readonly attemptsMax?: number
  /** No try begins later than this after the first one; 0: one try. */
  readonly timeMsMax?: number
  /** Whether another try can help. Default: a Fault that says when to try again. */
  readonly isTransient?: (error: unknown) => boolean
  /** Called before each pause, for a line that says who waits for what. */
  readonly onRetry?: (error: unknown, pauseMs: number) => void
  /** Aborted, no further try begins; the last error is thrown. */
  readonly signal?: AbortSignal | undefined
} & ({ readonly attemptsMax: number } | { readonly timeMsMax: number })

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true

export const asksForRetry = (error: unknown): boolean =>
  error instanceof Fault && error.retryAfterMs !== undefined

/**
 * Answers what the first try that works answers, else throws the last error. A TypeError is a bug
 * and is thrown at once. p-retry counts and loops; the pauses are ours, since a Fault says for how
 * long it wants to be left alone, and a result that came just before an abort is not thrown away.
 */
export const retry = <T>(
  work: (attempt: number) => Promise<T>,
  { attemptsMax, timeMsMax = Infinity, ...options }: RetryOptions,
): Promise<T> => {
  const { isTransient = asksForRetry, onRetry, signal } = options
  const deadline = performance.now() + timeMsMax
  return pRetry(work, {
    retries: attemptsMax === undefined ? Infinity : attemptsMax - 1,
    minTimeout: 0,
    shouldRetry: async ({ error, attemptNumber }) => {
      const pauseMs = pauseAfter(options, attemptNumber - 1, error)
      const isOver = isAborted(signal) || performance.now() + pauseMs > deadline
      if (isOver || !isTransient(error)) return false
      onRetry?.(error, pauseMs)
      await pauseFor(pauseMs, signal)
      return !isAborted(signal)
    },
  })
}
