/** Follows a source that grows, such as a log, a ledger or the rows of an index. */
import { type Backoff, pauseAfter, pauseFor } from './pause.ts'

/** How far a step came, and whether it reached the end. */
export type Step<Place> = {
  readonly place: Place
  readonly isCaughtUp: boolean
  /** A partial failure: it is reported, and the next step waits as after a first failure. */
  readonly fault?: Error | undefined
}

export type Follower<Place> = {
  /**
   * Takes the lock (or opens the connection), reads the checkpoint, runs `work` from there, and
   * releases the lock. The signal for `work` also aborts when the lock is lost.
   */
  readonly hold: (
    signal: AbortSignal,
    work: (place: Place, held: AbortSignal) => Promise<void>,
  ) => Promise<void>
  /**
   * Handles the next batch. It saves its checkpoint last, since the process may be killed at any
   * point.
   */
  readonly step: (place: Place, held: AbortSignal) => Promise<Step<Place>>
  /** Returns when there may be more to read, or when aborted. */
  readonly wait: (place: Place, held: AbortSignal) => Promise<void>
  /** Whether to release the lock and take it again although nothing failed. */
  readonly isOver?: (place: Place) => Promise<boolean>
  readonly backoff: Backoff
  /**
   * Called with every error before the next attempt. If it throws, following ends with that error.
   */
  readonly onFault?: ((error: unknown) => void) | undefined
}

/** Steps until it has caught up, once. The caller holds the lock. */
export const catchUp = async <Place>(
  { step }: Pick<Follower<Place>, 'step'>,
  from: Place,
  held: AbortSignal,
): Promise<Place> => {
  let place = from
  while (!held.aborted) {
    const { place: reached, isCaughtUp } = await step(place, held)
    place = reached
    if (isCaughtUp) break
  }
  return place
}

/**
 * Follows until aborted: takes the lock, steps, waits for more. After an error it releases the
 * lock, pauses and starts again. Pauses grow until a step succeeds.
 */
export const follow = async <Place>(
  follower: Follower<Place>,
  signal: AbortSignal,
): Promise<void> => {
  const { hold, step, wait, isOver, backoff, onFault } = follower
  let failures = 0
  const work = async (from: Place, held: AbortSignal): Promise<void> => {
    let place = from
    while (!held.aborted) {
      const { place: reached, isCaughtUp, fault } = await step(place, held)
      place = reached
      failures = 0
      if (fault !== undefined) throw fault
      if (!isCaughtUp) continue
      if (await isOver?.(place)) return
      await wait(place, held)
    }
  }
  while (!signal.aborted) {
    try {
      await hold(signal, work)
    } catch (error) {
      if (signal.aborted) return
      onFault?.(error)
      await pauseFor(pauseAfter(backoff, failures, error), signal)
      failures += 1
    }
  }
}
