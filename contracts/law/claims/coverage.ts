import type { Reading } from './reading.ts'
import type { ClaimSource, EvidenceUnit } from './source.ts'

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
  claim: Reading,
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
