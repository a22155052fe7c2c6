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

/** The weight of a word: rare words count more. */
export type Weights = (concept: string) => number

/**
 * How much a word counts if only the context of the passage, or only another part of the source,
 * contains it.
 */
const WORTH = { around: 0.5, elsewhere: 0.1 } as const
export type Coverage = {
  /**
   * Weighted share, 0 to 1, of the claim's meaningful words that the passage or its context
   * contains.
   */
  readonly coverage: number
  /** The same for the passage without its context. */
  readonly core: number
}

/** `disputed`: words that the passage contradicts; they count as present. */
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

/** The comparison of a claim with one passage of a source. */
export type Comparison = Coverage & {
  readonly unit: EvidenceUnit
  readonly source: ClaimSource
  readonly conflicts: readonly Conflict[]
  /** What the claim states and the source lacks: a number, a date, a citation, a name, `jamais`. */
  readonly missing: readonly string[]
  /**
   * Concepts with another modal in the claim: `doit X` where the passage has `peut X`. They also
   * count as missing.
   */
  readonly otherModals: readonly string[]
}

/** Below this share the passage is about something else, so a difference is no conflict. */
export const CONFLICT_COVERAGE_MIN = 0.5

/** Compares a claim with a passage of a source. `text` is the claim as written. */
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
  // A different modal counts like a contradicted word: the passage does mention it.
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
