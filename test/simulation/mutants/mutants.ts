/** All planted faults; add one to the list of its part. */
import { ERASURE_MUTANTS } from './erasure.ts'
import { FOLLOWER_MUTANTS } from './followers.ts'
import { MONEY_MUTANTS } from './money.ts'
import type { Mutant } from './mutant.ts'
import { NOTIFIER_MUTANTS } from './notifier.ts'
import { READ_SIDE_MUTANTS } from './read-side.ts'
import { WRITE_SIDE_MUTANTS } from './write-side.ts'

export const MUTANTS: readonly Mutant[] = [
  ...WRITE_SIDE_MUTANTS,
  ...FOLLOWER_MUTANTS,
  ...READ_SIDE_MUTANTS,
  ...MONEY_MUTANTS,
  ...ERASURE_MUTANTS,
  ...NOTIFIER_MUTANTS,
]
