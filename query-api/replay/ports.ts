import type { Generation } from '../ports.ts'

/** What came of a build. `refused`: it differs from what is served, and nobody accepted that. */
export type ReplayOutcome = 'refused' | 'swapped'

/**
 * The record of builds: which one is under way, and what the others came to. Numbers are never used
 * twice.
 */
export type ReplayRecords = {
  /** The build that was begun last and has not ended, because it was stopped or killed. */
  unfinished(): Promise<Generation | null>
  /** A number that no generation ever had. */
  nextGeneration(): Promise<Generation>
  /** Idempotent; a build that was refused is taken up again. */
  begin(generation: Generation): Promise<void>
  /** Nobody goes on with it; nothing changes where it has ended. */
  abandon(generation: Generation): Promise<void>
  /** Keeps the result as JSON. */
  end(generation: Generation, outcome: ReplayOutcome, result: unknown): Promise<void>
}
