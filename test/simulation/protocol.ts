/** What the command asks of a worker, and what that tells. */
import type { SeedResult } from './scenario.ts'

export type Asked = {
  readonly first: number
  /** The range of seeds, of which this worker runs every `step`th. */
  readonly seeds: number
  readonly step: number
  /** Seeds to run before those of the range. */
  readonly before: readonly number[]
  /** The fault to plant; null: none. */
  readonly mutant: string | null
}

/** `ready`: it waits to be asked; `done`: with what was asked. */
export type Told = SeedResult | 'ready' | 'done'
