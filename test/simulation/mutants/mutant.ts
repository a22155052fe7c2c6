import type { Theme } from '../themes.ts'

/** A fault planted into the code under test; the simulation must notice it. */
export type Mutant = {
  readonly name: string
  /** Of the repository. */
  readonly file: string
  /** Text that occurs in the file exactly once. */
  readonly find: string
  readonly replace: string
  /** Only seeds with these themes can notice it. */
  readonly needs: readonly Theme[]
  /** The invariants that may notice it. */
  readonly caughtBy: readonly string[]
}
