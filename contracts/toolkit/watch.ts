import { setImmediate } from 'node:timers/promises'
import { Fault } from '../fault.ts'

/** Held by a long computation, and asked between its steps. */
export type Watch = {
  /**
   * Counts what the next step costs and lets other work of the thread run from time to time. Throws
   * Fault `aborted` when nobody waits any more, and the error of its budget when that is spent.
   */
  step(cost: number): Promise<void>
}

export type Budget = {
  /** Costs of all steps together. */
  readonly costMax: number
  /** Time until the last step begins. */
  readonly msMax: number
  /** The error of a computation that would cost more. */
  readonly spent: () => Error
}

/** Other work of the thread, such as the news that nobody waits, waits no longer than this. */
const TURN_MS = 20

/** A watch over one computation. `clock` is monotonic, in milliseconds. */
export const makeWatch = (
  { costMax, msMax, spent }: Budget,
  signal?: AbortSignal,
  clock: () => number = () => performance.now(),
): Watch => {
  const end = clock() + msMax
  let cost = 0
  let turnEnds = clock() + TURN_MS
  return {
    step: async (more) => {
      cost += more
      if (clock() >= turnEnds) {
        await setImmediate()
        turnEnds = clock() + TURN_MS
      }
      if (signal?.aborted === true) throw new Fault('aborted')
      if (cost > costMax || clock() > end) throw spent()
    },
  }
}
