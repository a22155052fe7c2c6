import type { Verdict } from '../../claim.ts'
import { type CitationRecogniser, numberedAuthorities } from './authorities.ts'
import {
  type Conflict,
  figuresFound,
  partyConflicts,
  polarityConflicts,
  swapConflict,
} from './conflicts.ts'
import { bestOf, coveragesIn, type Weights, WORTH } from './coverage.ts'
import { MODAL } from './lexicon.ts'
import { type SentenceAnalysis, analyseSentence } from './sentence-analysis.ts'
import type { ClaimSource, EvidenceUnit } from './claim-source.ts'
import { claimFrame, compareFrames } from './frames/comparison.ts'
import { type Difference, hardDifferences, ofConflict } from './frames/differences.ts'
import { otherModals, unprovenMarks } from './overstatement.ts'

type Coverage = {
  /**
   * Weighted share, 0 to 1, of the claim's meaningful words that the passage or its context
   * contains.
   */
  readonly coverage: number
  /** The same for the passage without its context. */
  readonly core: number
}

/** `disputed`: words that the passage contradicts; they count as present. */
const coverageOf = (
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
type Comparison = Coverage & {
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
const CONFLICT_COVERAGE_MIN = 0.5

/** Compares a claim with a passage of a source. `text` is the claim as written. */
const compare = (
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

/** Version of the rules. Raise the number with every change that can alter a verdict. */
export const CLAIM_METHOD = 'det-3'

/** Thresholds between verdicts, tuned on half of the labels (`test/claims/RESULTS.md`). */
export const DECISION = {
  /** Default of the request's `threshold` (contracts/conventions/verify.md). */
  threshold: 0.6,
  /** From this share on, a claim is partially supported. */
  partial: 0.45,
  /** A conflict counts only if the passage covers this much of the claim in its context. */
  conflict: 0.65,
  /** … and this much in its own words, which is nearly all where only a negation differs. */
  core: 0.55,
  /** … more of it in a source that only a search found, since it may be about something else … */
  coreFound: 0.75,
  /** … and nearly all where only a negation differs there. */
  coreDenied: 0.85,
  /** A support that is weaker than a conflict by more than this does not outweigh it. */
  margin: 0.05,
  /** A supporting passage covers at least this much of the claim in its own words. */
  ownMin: 0.4,
  /**
   * A conflict this close prevails even over a better support that does not mention the disputed
   * word.
   */
  silence: 0.8,
  evidenceMax: 3,
} as const

/** A passage that supports or contradicts a claim. */
export type Evidence = {
  readonly key: string
  readonly stance: 'supports' | 'contradicts'
  readonly comparison: Comparison
}
export type Judgement = {
  readonly verdict: Verdict
  /** 0 to 1: how much of the claim the best passage covers; low if it contradicts the claim. */
  readonly score: number
  readonly evidence: readonly Evidence[]
  readonly conflicts: readonly Conflict[]
  /** What sets the claim apart from the nearest passage, where it is not supported. */
  readonly differences: readonly Difference[]
}

/** A source with the key that the caller uses for it. */
type KeyedSource = { readonly key: string; readonly source: ClaimSource }

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

type Ranked = Comparison & { readonly key: string }

const byCoverage = (a: Ranked, b: Ranked): number =>
  b.coverage - a.coverage ||
  b.core - a.core ||
  a.unit.text.length - b.unit.text.length ||
  (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) ||
  a.unit.span.start - b.unit.span.start

/**
 * A passage of two sentences counts only if it covers clearly more than the better sentence alone.
 */
const GAIN_MIN = 0.1
const withoutIdleWindows = (ranked: readonly Ranked[]): Ranked[] =>
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

export type JudgingOptions = {
  /** The share from which a claim is called supported. */
  readonly threshold?: number
  readonly recognise?: CitationRecogniser
  /** A search found the sources; neither the claim nor its author names them. */
  readonly areFound?: boolean
}

/**
 * The default verifier, or another one under its own name; a model may only suggest beside it
 * (contracts/conventions/verify.md).
 */
export type ClaimVerifier = {
  readonly method: string
  judge(text: string, sources: readonly KeyedSource[], options?: JudgingOptions): Judgement
}

const RANKED_MAX = 24
/** Passages compared in full: those that share most words with the claim. */
const COMPARED_MAX = 80

type Near = {
  readonly key: string
  readonly source: ClaimSource
  readonly unit: EvidenceUnit
  readonly coverage: number
}

/** The passages that share most words with a claim. */
const nearest = (
  claim: SentenceAnalysis,
  sources: readonly KeyedSource[],
  weigh: Weights,
): Near[] => {
  const near: Near[] = []
  for (const { key, source } of sources) {
    const { coverage: coverages } = coveragesIn(claim.concepts, source, weigh)
    for (const [index, unit] of source.units.entries()) {
      const coverage = coverages[index] ?? 0
      if (coverage > 0) near.push({ key, source, unit, coverage })
    }
  }
  return bestOf(near, COMPARED_MAX, (one, other) => one.coverage > other.coverage)
}

const rank = (text: string, claim: SentenceAnalysis, sources: readonly KeyedSource[]): Ranked[] => {
  const weigh = weightsOver(sources)
  const compared = nearest(claim, sources, weigh).map(({ key, source, unit, coverage }) => {
    // Computes the analysis once, and only for passages that are compared.
    const read = coverage < CONFLICT_COVERAGE_MIN / 2 ? unit : { ...unit, reading: unit.reading }
    return { ...compare(text, claim, read, source, weigh), key }
  })
  return withoutIdleWindows(compared.toSorted(byCoverage).slice(0, RANKED_MAX))
}

/** Concepts on which a passage contradicts the claim. */
const opposedBy = ({ conflicts }: Ranked): string[] =>
  conflicts.flatMap(({ concept }) => concept ?? [])

/**
 * A supporting passage must mention the word that an equally close passage of the same text
 * contradicts.
 */
const isSilent = (
  complete: Ranked | undefined,
  others: readonly Ranked[],
  disputedBy: (one: Ranked) => readonly string[],
): boolean =>
  others.some((one) => {
    if (one.source !== complete?.source || one.coverage < DECISION.silence) return false
    const disputed = disputedBy(one)
    return disputed.length > 0 && !disputed.some((word) => complete.unit.concepts.has(word))
  })

/**
 * Whether an equally close passage of the same text says `peut` or `n'autorise` where the claim
 * says `doit`. Then passages that are close in other words do not prove the duty.
 */
const isSaidOtherwise = (complete: Ranked | undefined, others: readonly Ranked[]): boolean =>
  complete !== undefined &&
  complete.otherModals.length === 0 &&
  others.some(
    (one) =>
      one.source === complete.source && one.otherModals.length > 0 && one.core >= complete.core,
  )

const evidenceOf = (ranked: readonly Ranked[], stance: Evidence['stance']): Evidence[] =>
  ranked
    .slice(0, DECISION.evidenceMax)
    .map(({ key, ...comparison }) => ({ key, stance, comparison }))

/** The passage of the sources that says the claim without a difference of law, if one does. */
type Support = { readonly bearing: readonly Ranked[]; readonly differences: readonly Difference[] }

/**
 * Sets the frame of the claim beside those of the passages that share its words: another modality,
 * bearer, title or scope is another rule, however alike the words are.
 */
const withoutHardDifferences = (
  text: string,
  claim: SentenceAnalysis,
  passages: readonly Ranked[],
): Support => {
  const frame = claimFrame(text, claim)
  const compared = passages
    .slice(0, DECISION.evidenceMax)
    .map((passage) => ({ passage, comparison: compareFrames(frame, passage.unit) }))
  const bearing = compared.filter(({ comparison }) => hardDifferences(comparison).length === 0)
  return {
    bearing: bearing.map(({ passage }) => passage),
    differences: compared.slice(0, 1).flatMap(({ comparison }) => comparison.differences),
  }
}

/** What sets a claim apart from the nearest passage: what rules count, and their frames. */
const differencesFrom = (
  text: string,
  claim: SentenceAnalysis,
  passage: Ranked | undefined,
): Difference[] => {
  if (passage === undefined) return []
  const all = [
    ...passage.conflicts.map(ofConflict),
    ...compareFrames(claimFrame(text, claim), passage.unit).differences,
    ...passage.missing
      .filter((said) => !passage.otherModals.includes(said))
      .map((said): Difference => ({ kind: 'wording', said, source: null })),
  ]
  return [...new Map(all.map((one) => [`${one.kind} ${one.said} ${one.source}`, one])).values()]
}

/** A long passage denies many things besides what a claim is about. */
const coreFor = ({ conflicts }: Ranked, areFound: boolean): number => {
  if (!areFound) return DECISION.core
  return conflicts.every(({ kind }) => kind === 'polarity')
    ? DECISION.coreDenied
    : DECISION.coreFound
}

/**
 * Judges a claim against sources by what can be counted: shared words of one meaning, numbers,
 * dates, citations, parties and their negations. Deterministic: the same claim and sources, the
 * same judgement. `threshold` is the share from which a claim is called supported.
 */
export const judgeClaim = (
  text: string,
  sources: readonly KeyedSource[],
  options: JudgingOptions = {},
): Judgement => {
  const { threshold = DECISION.threshold, areFound = false } = options
  const claim = analyseSentence(text, options.recognise ?? numberedAuthorities)
  const ranked = rank(text, claim, sources)
  const supporting = ranked.filter((one) => one.conflicts.length === 0)
  const opposing = ranked.filter((one) => one.conflicts.length > 0 && one.core >= DECISION.core)
  const complete = supporting.find((one) => one.missing.length === 0 && one.core >= DECISION.ownMin)
  const support = complete?.coverage ?? 0
  const conflict = opposing[0]?.coverage ?? 0
  const partly = supporting[0]?.coverage ?? 0
  const silent = isSilent(complete, opposing, opposedBy)
  const weaker =
    isSilent(complete, ranked, (one) => one.otherModals) || isSaidOtherwise(complete, ranked)
  if (support >= threshold && !silent && !weaker && support >= conflict - DECISION.margin) {
    const saying = supporting.filter((one) => one.missing.length === 0 && one.coverage >= threshold)
    const { bearing, differences } = withoutHardDifferences(text, claim, saying)
    return bearing.length > 0
      ? {
          verdict: 'supported',
          score: support,
          evidence: evidenceOf(bearing, 'supports'),
          conflicts: [],
          differences: [],
        }
      : {
          verdict: 'partially_supported',
          score: Math.min(support, threshold),
          evidence: evidenceOf(saying, 'supports'),
          conflicts: [],
          differences,
        }
  }
  const denying = opposing.filter((one) => one.core >= coreFor(one, areFound))
  const denial = denying[0]?.coverage ?? 0
  if (denial >= DECISION.conflict && (silent || denial > partly - DECISION.margin)) {
    return {
      verdict: 'contradicted',
      score: 1 - denial,
      evidence: evidenceOf(denying.slice(0, 1), 'contradicts'),
      conflicts: denying[0]?.conflicts ?? [],
      differences: differencesFrom(text, claim, denying[0]),
    }
  }
  if (partly >= Math.min(threshold, DECISION.partial)) {
    return {
      verdict: 'partially_supported',
      score: Math.min(partly, threshold),
      evidence: evidenceOf(supporting, 'supports'),
      conflicts: [],
      differences: differencesFrom(text, claim, supporting[0]),
    }
  }
  return {
    verdict: 'not_supported',
    score: Math.max(partly, 0),
    evidence: [],
    conflicts: [],
    differences: [],
  }
}

export const deterministicVerifier: ClaimVerifier = { method: CLAIM_METHOD, judge: judgeClaim }
