import {
  type Conflict,
  figuresFound,
  partyConflicts,
  polarityConflicts,
  swapConflict,
} from './conflicts.ts'
import { MODAL } from './lexicon.ts'
import { otherModals, unprovenMarks } from './overstatement.ts'
import type { SentenceAnalysis } from './sentence-analysis.ts'
import type { ClaimSource, EvidenceUnit } from './claim-source.ts'

/** What a word weighs: rare ones tell more. */
export type Weights = (concept: string) => number

/** Worth of a word that stands beside the stretch, or elsewhere in the source. */
const WORTH = { around: 0.5, elsewhere: 0.1 } as const
export type Coverage = {
  /**
   * Weighted share of the claim's telling words that the stretch and what stands around it say,
   * 0–1.
   */
  readonly coverage: number
  /** The same, of the stretch alone. */
  readonly core: number
}

/** `disputed`: words that the stretch says otherwise; it speaks of them. */
export const coverageOf = (
  claim: SentenceAnalysis,
  unit: EvidenceUnit,
  source: ClaimSource,
  weigh: Weights,
  disputed: readonly string[] = [],
): Coverage => {
  const here = disputed.length === 0 ? unit.concepts : new Set([...unit.concepts, ...disputed])
  const concepts = claim.concepts
  let all = 0
  let found = 0
  let own = 0
  for (const concept of concepts) {
    const weight = weigh(concept)
    all += weight
    if (here.has(concept)) {
      found += weight
      own += weight
    } else if (unit.around.has(concept)) found += weight * WORTH.around
    else if (source.concepts.has(concept)) found += weight * WORTH.elsewhere
  }
  return all === 0 ? { coverage: 0, core: 0 } : { coverage: found / all, core: own / all }
}

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
  claim: SentenceAnalysis,
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
