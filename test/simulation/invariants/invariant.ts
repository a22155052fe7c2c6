/** The shape of an invariant that is checked when a world has come to rest. */
import type { Corpus } from '../actors/corpus.ts'
import type { Theme } from '../themes.ts'
import type { World } from '../world.ts'

type Rested = {
  readonly world: World
  readonly corpus: Corpus
  readonly themes: ReadonlySet<Theme>
}

export type Invariant = {
  readonly name: string
  /** The themes that it needs; checked when all of them take part. */
  readonly needs: readonly Theme[]
  /** Says what is wrong by `fail` of the simulation. */
  readonly check: (rested: Rested, fail: (detail: string) => void) => Promise<void> | void
}
