/**
 * Waiting for an engine that is not there yet: with growing pauses, for a bounded time, and never
 * in silence.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './terminal.ts'

export const WAITING = {
  firstPauseMs: 500,
  pauseMsMax: 10_000,
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
  /** Told before each pause, in milliseconds. */
  readonly onWaiting: (error: unknown, pauseMs: number) => void
}

/** Tries until it works, or until the time is over: then the last error is thrown. */
export const untilThere = async <T>(
  attempt: () => Promise<T>,
  { waitMs, signal, isAway, onWaiting }: Waiting,
): Promise<T> => {
  const deadline = performance.now() + waitMs
  for (let pauseMs: number = WAITING.firstPauseMs; ; pauseMs *= 2) {
    try {
      return await attempt()
    } catch (error) {
      const pause = Math.min(pauseMs, WAITING.pauseMsMax)
      const isOver = signal?.aborted === true || performance.now() + pause > deadline
      if (isOver || !isAway(error)) throw error
      onWaiting(error, pause)
      await sleep(pause, undefined, signal === undefined ? {} : { signal }).catch(() => undefined)
    }
  }
}

/** One line on stderr: who waits for what, and how long until the next try. */
export const sayWaiting = (who: string, message: string, pauseMs: number): void =>
  say(`${who}: ${message}; trying again in ${pauseMs / MS_PER_SECOND} s`)
