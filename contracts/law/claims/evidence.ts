/** Finds the passages that come nearest to a claim and sets them beside it. */
import { withoutAttribution } from './attribution.ts'
import { type CitationRecogniser, numberedAuthorities } from './authorities.ts'
import type { ClaimSource, EvidenceUnit } from './claim-source.ts'
import {
  type Conflict,
  figuresFound,
  partyConflicts,
  polarityConflicts,
  swapConflict,
} from './conflicts.ts'
import { bestOf, coveragesIn, type Weights } from './coverage.ts'
import { claimFrame, type FrameComparison, compareFrames } from './frames/comparison.ts'
import type { Difference } from './frames/differences.ts'
import { MODAL } from './lexicon.ts'
import { otherModals, unprovenMarks } from './overstatement.ts'
import { numberConflicts, scopeDifferences } from './rebinding.ts'
import { type SentenceAnalysis, analyseSentence } from './sentence-analysis.ts'
import { wordsOf } from './words.ts'

/** A source with the key that the caller uses for it. */
export type KeyedSource = { readonly key: string; readonly source: ClaimSource }

type Coverage = {
  /**
   * Weighted share, 0 to 1, of the claim's meaningful words that the passage or its context
   * contains.
   */
  readonly coverage: number
  /** The same for the passage without its context. */
  readonly core: number
}

const WEIGHT = { modal: 0.3, min: 0.6, max: 2.5, unknown: 1.4 } as const

/**
 * Rare concepts weigh more. A concept that no source has gets a medium weight, because it may be
 * expressed in other words.
 */
const weightsOver = (sources: readonly KeyedSource[]): Weights => {
  const total = sources.reduce((sum, { source }) => sum + source.units.length, 0)
  const known = new Map<string, number>()
  const weigh = (concept: string): number => {
    if (MODAL.has(concept)) return WEIGHT.modal
    const count = sources.reduce((sum, { source }) => sum + (source.counts.get(concept) ?? 0), 0)
    if (count === 0) return WEIGHT.unknown
    const rarity = Math.log((1 + total) / (1 + count)) / Math.log(2 + total)
    return WEIGHT.min + (WEIGHT.max - WEIGHT.min) * rarity
  }
  return (concept) => {
    const weight = known.get(concept) ?? weigh(concept)
    known.set(concept, weight)
    return weight
  }
}

/** A passage beside a claim. */
export type Passage = Coverage & {
  readonly key: string
  readonly source: ClaimSource
  readonly unit: EvidenceUnit
}

/** A passage read closely: what it contradicts, and what sets it apart from the claim. */
export type ComparedPassage = Passage &
  FrameComparison & {
    /** The claim is this passage, word for word. */
    readonly isCopy: boolean
    readonly conflicts: readonly Conflict[]
    /** What the claim states exactly and the source lacks: a number, a date, a citation, a name. */
    readonly missing: readonly string[]
    /** Verbs with another modal in the claim, and marks such as `seul` that the passage lacks. */
    readonly overstated: readonly string[]
    /** What makes the rule of the passage one for something else than that of the claim. */
    readonly otherScope: readonly Difference[]
  }

const byCoverage = (a: Passage, b: Passage): number =>
  b.coverage - a.coverage ||
  b.core - a.core ||
  a.unit.text.length - b.unit.text.length ||
  (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) ||
  a.unit.span.start - b.unit.span.start

/**
 * A passage of two sentences counts only if it covers clearly more than the better sentence alone.
 */
const GAIN_MIN = 0.1
const withoutIdleWindows = (ranked: readonly Passage[]): Passage[] =>
  ranked.filter(
    (one) =>
      !ranked.some(
        (other) =>
          other !== one &&
          other.source === one.source &&
          other.unit.kind === one.unit.kind &&
          other.unit.span.start >= one.unit.span.start &&
          other.unit.span.end <= one.unit.span.end &&
          other.unit.text.length < one.unit.text.length &&
          other.coverage > one.coverage - GAIN_MIN,
      ),
  )

export const EVIDENCE = {
  /** Passages that are ranked. */
  rankedMax: 24,
  /** Passages that are read closely. */
  readMax: 6,
} as const

/** The words of a sentence, without punctuation and accents. */
const copyKey = (text: string): string =>
  wordsOf(text)
    .map(({ folded }) => folded)
    .join(' ')

const compare = (
  text: string,
  claim: SentenceAnalysis,
  frame: ReturnType<typeof claimFrame>,
  passage: Passage,
): Omit<ComparedPassage, 'isCopy'> => {
  const { source } = passage
  // Computes the analysis once.
  const unit = { ...passage.unit, reading: passage.unit.reading }
  const { reading } = unit
  const found = figuresFound(text, claim, unit, source)
  const said = { text, reading: claim }
  return {
    ...passage,
    ...compareFrames(frame, passage.unit),
    conflicts: [
      ...found.flatMap((one) => one.conflicts),
      ...numberConflicts(said, unit),
      ...polarityConflicts(said, unit),
      ...partyConflicts(claim, unit),
      ...swapConflict(claim, reading),
    ],
    missing: found.flatMap((one) => one.missing),
    overstated: [...unprovenMarks(claim, reading), ...otherModals(claim, reading)],
    otherScope: scopeDifferences(said, unit),
  }
}

/**
 * The passages of the sources that share most with a claim, best first. Deterministic. Linear in
 * the passages of the sources.
 */
export const gatherEvidence = (
  text: string,
  sources: readonly KeyedSource[],
  recognise: CitationRecogniser = numberedAuthorities,
): ComparedPassage[] => {
  const claim = analyseSentence(text, recognise)
  const weigh = weightsOver(sources)
  const found: Passage[] = []
  for (const { key, source } of sources) {
    const { coverage: coverages, core: cores } = coveragesIn(claim.concepts, source, weigh)
    for (const [index, unit] of source.units.entries()) {
      const [coverage, core] = [coverages[index] ?? 0, cores[index] ?? 0]
      if (coverage > 0) found.push({ key, source, unit, coverage, core })
    }
  }
  const ranked = bestOf(found, EVIDENCE.rankedMax, (one, other) => byCoverage(one, other) < 0)
  const said = withoutAttribution(text, claim.authorities)
  const frame = claimFrame(said, said === text ? claim : analyseSentence(said, recognise))
  return withoutIdleWindows(ranked)
    .slice(0, EVIDENCE.readMax)
    .map((passage) => ({
      ...compare(text, claim, frame, passage),
      isCopy: copyKey(said) === copyKey(passage.unit.text),
    }))
}
