import type { Conflict } from './conflict.ts'
import { type Coverage, coverageOf, type Weights } from './coverage.ts'
import { figuresFound } from './figures.ts'
import { MODAL } from './lexicon.ts'
import { otherModals, unprovenMarks } from './overstated.ts'
import { partyConflicts, swapConflict } from './parties.ts'
import { polarityConflicts } from './polarity.ts'
import type { Reading } from './reading.ts'
import type { ClaimSource, EvidenceUnit } from './source.ts'

/** A claim held against one stretch of a source. */
export type Comparison = Coverage & {
  readonly unit: EvidenceUnit
  readonly source: ClaimSource
  readonly conflicts: readonly Conflict[]
  /**
   * What the claim says and the source does not: a number, a date, a citation, a name, `jamais`.
   */
  readonly missing: readonly string[]
  /**
   * Concepts over which the claim has another modal: `doit X` where the stretch has `peut X`; they
   * are missing, too.
   */
  readonly otherModals: readonly string[]
}

/** Below this share nothing is said of the claim, and what differs is no conflict. */
export const CONFLICT_COVERAGE_MIN = 0.5

/** Holds a claim against a stretch of a source. `text` is the claim as written. */
export const compare = (
  text: string,
  claim: Reading,
  unit: EvidenceUnit,
  source: ClaimSource,
  weigh: Weights,
): Comparison => {
  const { coverage, core } = coverageOf(claim, unit, source, weigh)
  if (coverage < CONFLICT_COVERAGE_MIN / 2)
    return { unit, source, coverage, core, conflicts: [], missing: [], otherModals: [] }
  const { reading } = unit
  const found = figuresFound(text, claim, unit, source)
  const conflicts = [
    ...found.flatMap((one) => one.conflicts),
    ...polarityConflicts(claim, reading),
    ...partyConflicts(claim, unit),
    ...swapConflict(claim, reading),
  ]
  const modals = otherModals(claim, reading)
  const missing = found.flatMap((one) => one.missing)
  // Another modal is a word that the stretch says otherwise, as one in conflict is: it speaks of
  // it.
  const disputed =
    conflicts.length === 0 && modals.length > 0
      ? [...MODAL]
      : conflicts.flatMap((one) => one.concept ?? [])
  const measured =
    disputed.length === 0 ? { coverage, core } : coverageOf(claim, unit, source, weigh, disputed)
  return {
    unit,
    source,
    ...measured,
    conflicts: measured.coverage < CONFLICT_COVERAGE_MIN ? [] : conflicts,
    missing: [...missing, ...unprovenMarks(claim, reading), ...modals],
    otherModals: modals,
  }
}
