/**
 * How likely a claim is right, from what sets it apart from a passage. The weights are learnt from
 * claims written by hand (`infra/entailment/train/weights.ts` writes them).
 */
import type { Opinion } from './entailment.ts'
import type { ComparedPassage } from './evidence.ts'
import WEIGHTS from './weights.json' with { type: 'json' }

type Weights = {
  readonly bias: number
  readonly weights: Readonly<Record<string, number>>
  /** Scores and the share of claims that is right around them, both rising. */
  readonly calibration: readonly (readonly number[])[]
  readonly bars: {
    /** Scores from which a claim is supported, and up to which a conflict contradicts it. */
    readonly supported: number
    readonly contradicted: number
  }
}

const weightsFor = (opinion: Opinion | null): Weights =>
  opinion === null ? WEIGHTS.alone : WEIGHTS.withModel

/** Largest count that makes a difference. */
const COUNT_MAX = 3

/** Keeps certainty finite. */
const LEAST = 1e-3
const logit = (share: number): number => Math.log((share + LEAST) / (1 - share + LEAST))

/** The numbers that the weights multiply; the names are those of the weights. */
export const numbersOf = (
  { coverage, core, conflicts, missing, overstated, features, unit }: ComparedPassage,
  opinion: Opinion | null,
): Readonly<Record<string, number>> => {
  const kinds = (kind: string): number => conflicts.filter((one) => one.kind === kind).length
  const counted = {
    ...features,
    polarity: kinds('polarity'),
    party: kinds('party'),
    figure: kinds('number') + kinds('date') + kinds('citation') + kinds('name'),
    missingFigures: missing.length,
    overstated: overstated.length,
  }
  return {
    coverage,
    core,
    headnote: unit.kind === 'headnote' ? 1 : 0,
    ...Object.fromEntries(
      Object.entries(counted).map(([name, value]) => [name, Math.min(COUNT_MAX, value)]),
    ),
    ...(opinion === null
      ? {}
      : {
          entailment: logit(opinion.entailment),
          contradiction: logit(opinion.contradiction),
        }),
  }
}

const calibrated = (score: number, points: Weights['calibration']): number => {
  const at = points.findLastIndex(([from = 0]) => score >= from)
  const [fromLow = 0, low = 0] = points[at] ?? points[0] ?? []
  const [fromHigh = 1, high = low] = points[at + 1] ?? []
  if (at < 0 || fromHigh <= fromLow) return low
  return low + ((high - low) * (score - fromLow)) / (fromHigh - fromLow)
}

/** How well a passage bears a claim out. */
export type Weighing = {
  /** 0 to 1, to compare passages by. */
  readonly score: number
  /** The measured share of claims with this score that are right. */
  readonly right: number
  /** The score is high enough to call the claim supported, by itself. */
  readonly isHigh: boolean
  /** The score by rules alone is so low that a conflict with the passage counts. */
  readonly isLow: boolean
}

const scoreBy = (
  { bias, weights }: Pick<Weights, 'bias' | 'weights'>,
  passage: ComparedPassage,
  opinion: Opinion | null,
): number => {
  const numbers = numbersOf(passage, opinion)
  const sum = Object.entries(weights).reduce(
    (total, [name, weight]) => total + weight * (numbers[name] ?? 0),
    bias,
  )
  return 1 / (1 + Math.exp(-sum))
}

const SURE: Opinion = { entailment: 1, neutral: 0, contradiction: 0 }
/** Whether a model that is sure of entailment would make the score high enough. */
export const couldBeHigh = (passage: ComparedPassage): boolean =>
  scoreBy(WEIGHTS.withModel, passage, SURE) >= WEIGHTS.withModel.bars.supported

export const weighPassage = (passage: ComparedPassage, opinion: Opinion | null): Weighing => {
  const weights = weightsFor(opinion)
  const { calibration, bars } = weights
  const score = scoreBy(weights, passage, opinion)
  // Its opinion "contradiction" is right too seldom: the model denies nothing.
  const byRules = opinion === null ? score : scoreBy(WEIGHTS.alone, passage, null)
  const right = calibrated(score, calibration)
  const isCopied = passage.isCopy || isNearVerbatim(passage)
  return {
    score,
    right: isCopied ? Math.max(right, WEIGHTS.nearVerbatim) : right,
    isHigh: isCopied || score >= bars.supported,
    isLow: byRules <= WEIGHTS.alone.bars.contradicted || isAllButDenied(passage),
  }
}

/** Shares of the claim's words that follow each other as in the passage, and closely. */
const VERBATIM = { rising: 1, near: 0.8 } as const
const ALTERED = { rising: 0.7 } as const

const featureOf =
  ({ features }: ComparedPassage) =>
  (name: string): number =>
    features[name] ?? 0

/** Whether the claim is the passage in nearly the same words but for what they conflict in. */
const isAllButDenied = (passage: ComparedPassage): boolean => {
  const of = featureOf(passage)
  const altered = passage.conflicts.length
  return (
    altered > 0 &&
    of('missing') <= altered &&
    of('inexact') <= altered + 1 &&
    of('rising') >= ALTERED.rising
  )
}

/** Whether the passage says the claim in nearly the same words, and nothing speaks against it. */
export const isNearVerbatim = (passage: ComparedPassage): boolean => {
  const { conflicts, missing, overstated, otherScope } = passage
  const of = featureOf(passage)
  return (
    conflicts.length + missing.length + overstated.length + otherScope.length === 0 &&
    of('missing') === 0 &&
    of('inexact') === 0 &&
    of('rising') >= VERBATIM.rising &&
    of('near') >= VERBATIM.near &&
    of('modality') + of('bearer') + of('term') + of('number') + of('scope') + of('marks') === 0 &&
    of('condition') + of('exception') + of('rolesSwapped') + of('rolesTaken') === 0 &&
    of('negationsMore') + of('negationsLess') === 0
  )
}
