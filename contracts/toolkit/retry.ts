/** Retries a call that may fail now and succeed a moment later. */
import pRetry from 'p-retry'
import { Fault } from '../fault.ts'
import { type Backoff, pauseAfter, pauseFor } from './pause.ts'

export type RetryOptions = Backoff & {
  /** Attempts in total. At least one of the two limits is required. */
  readonly attemptsMax?: number
  /** No attempt starts later than this after the first one; 0: one attempt. */
  readonly timeMsMax?: number
  /** Whether another attempt can help. Default: the error is a Fault with `retryAfterMs`. */
  readonly isTransient?: (error: unknown) => boolean
  /** Called before each pause, for instance to print a line. */
  readonly onRetry?: (error: unknown, pauseMs: number) => void
  /** After an abort no attempt starts; the last error is thrown. */
  readonly signal?: AbortSignal | undefined
} & ({ readonly attemptsMax: number } | { readonly timeMsMax: number })

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true

export const asksForRetry = (error: unknown): boolean =>
  error instanceof Fault && error.retryAfterMs !== undefined

/**
 * Returns the result of the first attempt that succeeds, else throws the last error. A TypeError is
 * a bug and is thrown at once. p-retry counts and loops. The pauses are ours: a Fault may ask for a
 * minimum pause, and a result that arrives just before an abort must not be lost.
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
