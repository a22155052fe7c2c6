/** The one way to follow something that grows: a log, a ledger, the rows of an index. */
import { type Backoff, pauseAfter, pauseFor } from './pause.ts'

/** How far a step came, and whether that was all there is. */
export type Step<Place> = {
  readonly place: Place
  readonly isCaughtUp: boolean
  /** Part of the step failed while another went on: reported and waited out as a first failure. */
  readonly fault?: Error | undefined
}

export type Follower<Place> = {
  /**
   * Takes the lock (or opens the connection), reads where to go on, runs `work` from there, and
   * gives the lock back. Its signal also aborts when the lock is lost.
   */
  readonly hold: (
    signal: AbortSignal,
    work: (place: Place, held: AbortSignal) => Promise<void>,
  ) => Promise<void>
  /** Handles the next stretch. It moves its checkpoint last, since it may be killed anywhere. */
  readonly step: (place: Place, held: AbortSignal) => Promise<Step<Place>>
  /** Returns when there may be more, or when aborted. */
  readonly wait: (place: Place, held: AbortSignal) => Promise<void>
  /** Whether this hold is over although nothing failed. */
  readonly isOver?: (place: Place) => Promise<boolean>
  readonly backoff: Backoff
  /** Called with every error that is survived; what it throws ends the following. */
  readonly onFault?: ((error: unknown) => void) | undefined
}

/** Steps until nothing is left, once; the caller holds the lock. */
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
 * Follows until aborted: take the lock, step, wait for more. After an error the lock is given back
 * and taken again, with growing pauses; a step that works makes them short again.
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
