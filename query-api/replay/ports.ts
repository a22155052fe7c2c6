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
   * Makes `to` the live generation and `from` the previous one, in one step. Before that it calls
   * `catchUp` with the furthest position that readers of `from` may have seen, and `from` can't
   * move on meanwhile: `catchUp` brings `to` there. Throws Faults `generation-not-live`,
   * `generation-unknown`, `generation-behind`; then nothing changed.
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

/** `refused`: the build differs from what is served, and nobody accepted that. */
export type ReplayOutcome = 'refused' | 'swapped'

/** The record of builds: which one is unfinished, and how the others ended. No number is reused. */
export type ReplayRecords = {
  /** The last build that was begun and has not ended, because it was stopped or killed. */
  unfinished(): Promise<Generation | null>
  /** A number that no generation ever had. */
  nextGeneration(): Promise<Generation>
  /** Idempotent; a build that was refused is taken up again. */
  begin(generation: Generation): Promise<void>
  /** Marks an unfinished build as given up; one that has ended stays as it is. */
  abandon(generation: Generation): Promise<void>
  /** Keeps the result as JSON. */
  end(generation: Generation, outcome: ReplayOutcome, result: unknown): Promise<void>
}
