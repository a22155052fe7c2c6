/**
 * The verdict on a claim (contracts/conventions/verify.md): its frame is set beside those of the
 * nearest passages, and an entailment model, where there is one, may take `supported` away.
 */
import type { Verdict } from '../../claim.ts'
import type { CitationRecogniser } from './authorities.ts'
import type { Conflict } from './conflicts.ts'
import type { EntailmentModel, Opinion } from './entailment.ts'
import { type ComparedPassage, gatherEvidence, type KeyedSource } from './evidence.ts'
import { type Difference, ofConflict } from './frames/differences.ts'
import { CLAIM_METHOD, methodWith } from './method.ts'
import { couldBeHigh, isNearVerbatim, type Weighing, weighPassage } from './weighing.ts'

export const DECISION = {
  /** Default of the request's `threshold` (contracts/conventions/verify.md). */
  threshold: 0.6,
  /** From this share of its words on, a claim is partially supported. */
  partial: 0.45,
  /** From this share on, the nearest passage is shown. */
  near: 0.25,
  /** A passage contradicts only if it covers this much of the claim in its context … */
  conflict: 0.65,
  /** … and this much in its own words … */
  core: 0.55,
  /** … more of it in a source that only a search found, since it may be about something else … */
  coreFound: 0.75,
  /** … and nearly all where only a negation differs there. */
  coreDenied: 0.85,
  /** A support that covers more than a conflict by this share outweighs it. */
  margin: 0.05,
  evidenceMax: 3,
  /** Passages that the model reads. */
  modelMax: 2,
  /** Below this probability of entailment the model takes `supported` away. */
  vetoBelow: 0.3,
} as const

/** A passage that supports or contradicts a claim, or the one that comes nearest. */
export type Evidence = {
  readonly key: string
  readonly stance: 'supports' | 'contradicts' | 'near'
  readonly comparison: ComparedPassage
}

export type Judgement = {
  readonly verdict: Verdict
  /** How it was judged; names the model, if one took part. */
  readonly method: string
  /** 0 to 1: the measured share of claims so placed that are right. */
  readonly score: number
  readonly evidence: readonly Evidence[]
  /** Why the claim is contradicted. */
  readonly conflicts: readonly Conflict[]
  /** What sets the claim apart from the nearest passage, where it is not supported. */
  readonly differences: readonly Difference[]
}

export type JudgingOptions = {
  /** The score from which a claim is called supported. */
  readonly threshold?: number
  readonly recognise?: CitationRecogniser
  /** A search found the sources; neither the claim nor its author names them. */
  readonly areFound?: boolean
  readonly signal?: AbortSignal
}

/** Judges claims under the name of its method, which names its model, too. */
export type ClaimVerifier = {
  readonly method: string
  judge(
    text: string,
    sources: readonly KeyedSource[],
    options?: JudgingOptions,
  ): Judgement | Promise<Judgement>
}

/** A passage with the model's opinion (null: no model), and how well it bears the claim out. */
type Weighed = Weighing & {
  readonly passage: ComparedPassage
  readonly opinion: Opinion | null
}

const weigh = (passage: ComparedPassage, opinion: Opinion | null): Weighed => ({
  passage,
  opinion,
  ...weighPassage(passage, opinion),
})

const evidenceOf = (
  weighed: readonly Weighed[],
  stance: Evidence['stance'],
  most: number = DECISION.evidenceMax,
): Evidence[] =>
  weighed.slice(0, most).map(({ passage }) => ({ key: passage.key, stance, comparison: passage }))

/** A copy is beyond doubt, whatever a model makes of it. */
const isVetoed = ({ passage, opinion }: Weighed): boolean =>
  !passage.isCopy && opinion !== null && opinion.entailment < DECISION.vetoBelow

/** Whether the court or text itself says nothing else, and has every figure of the claim. */
const isOpen = ({ conflicts, missing, otherScope, isCopy, unit }: ComparedPassage): boolean =>
  conflicts.length + missing.length + otherScope.length === 0 && (isCopy || !unit.isPlea)

/**
 * Without a model, only nearly verbatim wording is proof enough; with one, a passage that says
 * otherwise or lacks a figure of the claim is none.
 */
const isBorneOut = (one: Weighed, threshold: number): boolean =>
  isOpen(one.passage) &&
  one.right >= threshold &&
  one.isHigh &&
  !isVetoed(one) &&
  (one.opinion !== null || one.passage.isCopy || isNearVerbatim(one.passage))

/** A long passage denies many things besides what a claim is about. */
const coreFor = ({ conflicts }: ComparedPassage, areFound: boolean): number => {
  if (!areFound) return DECISION.core
  return conflicts.every(({ kind }) => kind === 'polarity')
    ? DECISION.coreDenied
    : DECISION.coreFound
}

/**
 * Whether a passage lacks half of what a claim says: court and day may be those of its text, and it
 * is about something else.
 */
const lacksHalf = ({ features: { missing = 0, words = 0 } }: ComparedPassage): boolean =>
  missing > 0 && missing * 2 >= words

const isDenied = ({ passage, isLow }: Weighed, areFound: boolean): boolean =>
  isLow &&
  !passage.unit.isPlea &&
  !lacksHalf(passage) &&
  passage.conflicts.length > 0 &&
  passage.coverage >= DECISION.conflict &&
  passage.core >= coreFor(passage, areFound)

/** A passage as near that says otherwise outweighs anything but a copy. */
const isOutweighed = (
  { isCopy, coverage }: ComparedPassage,
  denying: readonly Weighed[],
): boolean =>
  !isCopy && denying.some(({ passage }) => passage.coverage >= coverage - DECISION.margin)

const differencesOf = (weighed: Weighed): Difference[] => {
  const { passage } = weighed
  const { conflicts, missing, overstated, otherScope, differences } = passage
  const named = [
    ...conflicts.map(ofConflict),
    ...otherScope,
    ...differences.filter(({ kind }) => kind !== 'wording'),
    ...overstated.map((said): Difference => ({ kind: 'scope', said, source: null })),
    ...missing.map((said): Difference => ({ kind: 'wording', said, source: null })),
    ...differences.filter(({ kind }) => kind === 'wording'),
  ]
  const seen = new Map(named.map((one) => [`${one.kind} ${one.said} ${one.source}`, one]))
  return [
    ...seen.values(),
    ...(passage.unit.isPlea ? [{ kind: 'plea' as const, said: null, source: null }] : []),
    ...(isVetoed(weighed) ? [{ kind: 'entailment' as const, said: null, source: null }] : []),
  ]
}

type Deciding = {
  readonly threshold: number
  readonly areFound: boolean
  readonly method: string
}

const decide = (
  weighed: readonly Weighed[],
  { threshold, areFound, method }: Deciding,
): Judgement => {
  const ranked = weighed.toSorted((one, other) => other.score - one.score)
  const nearest = weighed.toSorted((one, other) => other.passage.coverage - one.passage.coverage)[0]
  const best = ranked[0]
  if (best === undefined || nearest === undefined)
    return {
      verdict: 'not_supported',
      method,
      score: 0,
      evidence: [],
      conflicts: [],
      differences: [],
    }
  const score = best.right
  const denying = ranked.filter((one) => isDenied(one, areFound))
  const bearing = ranked.filter(
    (one) => isBorneOut(one, threshold) && !isOutweighed(one.passage, denying),
  )
  if (bearing.length > 0)
    return {
      verdict: 'supported',
      method,
      score,
      evidence: evidenceOf(bearing, 'supports'),
      conflicts: [],
      differences: [],
    }
  if (denying[0] !== undefined)
    return {
      verdict: 'contradicted',
      method,
      score,
      evidence: evidenceOf(denying, 'contradicts', 1),
      conflicts: denying[0].passage.conflicts,
      differences: differencesOf(denying[0]),
    }
  const { coverage } = nearest.passage
  const isPartial = coverage >= DECISION.partial
  const shown = coverage >= DECISION.near ? [nearest] : []
  return {
    verdict: isPartial ? 'partially_supported' : 'not_supported',
    method,
    score,
    evidence: evidenceOf(shown, 'near', 1),
    conflicts: [],
    differences: shown.flatMap(differencesOf),
  }
}

const judgeAlone = (
  passages: readonly ComparedPassage[],
  { threshold = DECISION.threshold, areFound = false }: JudgingOptions,
): Judgement =>
  decide(
    passages.map((passage) => weigh(passage, null)),
    { threshold, areFound, method: CLAIM_METHOD },
  )

/**
 * Judges a claim by its frame alone: supported only where a passage says it in nearly the same
 * words. Deterministic: the same claim and sources, the same judgement.
 */
export const judgeClaim = (
  text: string,
  sources: readonly KeyedSource[],
  options: JudgingOptions = {},
): Judgement => judgeAlone(gatherEvidence(text, sources, options.recognise), options)

/** The verifier without a model. */
export const deterministicVerifier = {
  method: CLAIM_METHOD,
  judge: judgeClaim,
} satisfies ClaimVerifier

export const premiseOf = ({ source, unit }: ComparedPassage): string =>
  source.name === '' ? unit.text : `${source.name}. ${unit.text}`

/**
 * A verifier with an entailment model. The same claim, sources and model give the same judgement.
 * If the model fails, `onFault` gets its fault and the rules judge alone, which call less
 * supported; without `onFault` the verifier rejects.
 */
export const makeVerifier = (
  model: EntailmentModel | null,
  onFault?: (fault: unknown) => void,
): ClaimVerifier => {
  if (model === null) return deterministicVerifier
  const method = methodWith(model)
  return {
    method,
    judge: async (text, sources, options = {}) => {
      const { threshold = DECISION.threshold, areFound = false, recognise, signal } = options
      const deciding = { threshold, areFound, method }
      const passages = gatherEvidence(text, sources, recognise)
      const read = passages.slice(0, DECISION.modelMax)
      if (read.length === 0) return decide([], deciding)
      // A reading takes milliseconds, so the model reads only what its opinion can decide.
      const asked = read.filter((passage) => isOpen(passage) && couldBeHigh(passage))
      const pairs = asked.map((passage) => ({ premise: premiseOf(passage), hypothesis: text }))
      try {
        const opinions = pairs.length === 0 ? [] : await model.compare(pairs, signal)
        const weighed = read.map((passage) =>
          weigh(passage, opinions[asked.indexOf(passage)] ?? null),
        )
        return decide(weighed, deciding)
      } catch (fault) {
        if (onFault === undefined || signal?.aborted === true) throw fault
        onFault(fault)
        return judgeAlone(passages, options)
      }
    },
  }
}
