import type { Position } from '#contracts/ids.ts'
import type { Generation } from '../ports.ts'
import type { Generations, GenerationSetup } from '../projections/ports.ts'

/** Generations as a replay opens, swaps and removes them. */
export type GenerationCatalogue = Generations & {
  /** Opens a generation beside the live one; one that is open already is left as it is. */
  open(generation: Generation, setup: GenerationSetup): Promise<void>
  /** Every generation that is not removed yet, ascending. */
  list(): Promise<readonly Generation[]>
  /** The one that was served before the live one, if it is still kept. */
  previous(): Promise<Generation | null>
  /**
   * Makes `to` live and `from` the previous generation, atomically. First blocks `from` and calls
   * `catchUp` with the furthest position that its readers may have seen, which brings `to` there.
   * Throws Faults `generation-not-live`, `generation-unknown`, `generation-behind`, without a
   * change.
   */
  swap(
    from: Generation,
    to: Generation,
    catchUp: (reached: Position) => Promise<void>,
  ): Promise<void>
  /** It can no longer be served or built on. Throws Fault `generation-live`. Idempotent. */
  retire(generation: Generation): Promise<void>
  /** Forgets one that was retired and emptied. Throws Fault `generation-live`. Idempotent. */
  forget(generation: Generation): Promise<void>
}

/** `refused`: the build differs from the live generation, and the difference was not accepted. */
export type ReplayOutcome = 'refused' | 'swapped'

/** The record of builds and how they ended. No number is reused. */
export type ReplayRecords = {
  /** The last build that was stopped or killed before its end. */
  unfinished(): Promise<Generation | null>
  /** A number that no generation ever had. */
  nextGeneration(): Promise<Generation>
  /** Idempotent; a refused build is resumed. */
  begin(generation: Generation): Promise<void>
  /** Marks an unfinished build as given up; one that has ended stays as it is. */
  abandon(generation: Generation): Promise<void>
  /** Keeps the result as JSON. */
  end(generation: Generation, outcome: ReplayOutcome, result: unknown): Promise<void>
}
