/**
 * Fits the weights of the answers: a listwise model that puts a sentence of an expected text first,
 * and a logistic one that states how often it does. Pure; measured by cross-validation.
 */
import type { RatedStretch } from '#query-api/rag/features.ts'
import { confidenceFeatures, type Scored } from '#query-api/rag/rating.ts'

export type Example = {
  readonly question: string
  /** Of the open half of the questions, or written for this fit. */
  readonly set: string
  /** How much it counts in the fit. */
  readonly worth: number
  /** Some text answers it; else every answer is wrong. */
  readonly hasAnswer: boolean
  readonly rated: readonly RatedStretch[]
  /** Whether the text of a sentence is one that answers. */
  readonly isRight: (one: RatedStretch) => boolean
  /** Whether a sentence is the one that answers, where that is known; else its text is enough. */
  readonly isWanted?: (one: RatedStretch) => boolean
}

export const FIT = {
  folds: 8,
  steps: 300,
  rate: 0.06,
  penalty: 0.01,
  confidenceSteps: 3_000,
  confidencePenalty: 0.001,
  /**
   * Fixed, because few questions are the titles of notes, and because what serves the confidence
   * alone puts no more of the right sentences first.
   */
  fixed: { named: 4, matched: 0 } as Readonly<Record<string, number>>,
  /** Sentences of one question that are compared. */
  sentencesMax: 300,
} as const

export type Weights = Readonly<Record<string, number>>

type Prepared = {
  readonly rows: readonly Float64Array[]
  readonly right: readonly boolean[]
  readonly worth: number
}

const featureNames = (examples: readonly Example[]): string[] =>
  Object.keys(examples.find(({ rated }) => rated.length > 0)?.rated[0]?.features ?? {})

const valueOf = (values: object, name: string): number =>
  (values as Readonly<Record<string, number>>)[name] ?? 0

const rough = ({ features }: RatedStretch): number =>
  features.own + features.before + features.around + 2 * features.rank + features.law

/** The sentences that any sensible weights would rank high: the others only cost time. */
const bestFew = (rated: readonly RatedStretch[]): RatedStretch[] =>
  rated.toSorted((one, other) => rough(other) - rough(one)).slice(0, FIT.sentencesMax)

const dot = (weights: Float64Array, row: Float64Array): number => {
  let sum = 0
  for (let at = 0; at < row.length; at += 1) sum += (weights[at] ?? 0) * (row[at] ?? 0)
  return sum
}

/** Adds to `slope` the slope of −log(probability of the right ones) for one question. */
const addSlope = (slope: Float64Array, weights: Float64Array, example: Prepared): void => {
  const scores = example.rows.map((row) => dot(weights, row))
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const all = powers.reduce((sum, power) => sum + power, 0)
  const right = powers.reduce((sum, power, at) => sum + (example.right[at] === true ? power : 0), 0)
  for (const [at, power] of powers.entries()) {
    const share = power / all - (example.right[at] === true ? power / right : 0)
    const row = example.rows[at]
    if (row === undefined || Math.abs(share) < 1e-6) continue
    for (let k = 0; k < slope.length; k += 1)
      slope[k] = (slope[k] ?? 0) + example.worth * share * (row[k] ?? 0)
  }
}

/** The weights of a sentence's features, by gradient descent (Adam). Deterministic. */
export const fitWeights = (examples: readonly Example[]): Weights => {
  const names = featureNames(examples)
  const prepared = examples.flatMap(({ rated, isRight, isWanted = isRight, worth }): Prepared[] => {
    const few = bestFew(rated)
    const right = few.map(isWanted)
    const rows = few.map(({ features }) =>
      Float64Array.from(names, (name) => valueOf(features, name)),
    )
    return right.some(Boolean) && worth > 0 ? [{ rows, right, worth }] : []
  })
  const total = prepared.reduce((sum, { worth }) => sum + worth, 0)
  const weights = Float64Array.from(names, (name) => FIT.fixed[name] ?? 0)
  const first = new Float64Array(names.length)
  const second = new Float64Array(names.length)
  for (let step = 1; step <= FIT.steps; step += 1) {
    const slope = new Float64Array(names.length)
    for (const example of prepared) addSlope(slope, weights, example)
    for (const [k, name] of names.entries()) {
      if (FIT.fixed[name] !== undefined) continue
      const one = (slope[k] ?? 0) / total + FIT.penalty * (weights[k] ?? 0)
      first[k] = 0.9 * (first[k] ?? 0) + 0.1 * one
      second[k] = 0.999 * (second[k] ?? 0) + 0.001 * one * one
      const [mean, spread] = [
        (first[k] ?? 0) / (1 - 0.9 ** step),
        (second[k] ?? 0) / (1 - 0.999 ** step),
      ]
      weights[k] = (weights[k] ?? 0) - (FIT.rate * mean) / (Math.sqrt(spread) + 1e-8)
    }
  }
  return Object.fromEntries(names.map((name, at) => [name, weights[at] ?? 0]))
}

const weighted = (weights: Weights, values: object): number =>
  Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * valueOf(values, name), 0)

export const rankWith = (weights: Weights, rated: readonly RatedStretch[]): Scored[] =>
  rated
    .map((one) => ({ ...one, score: weighted(weights, one.features) }))
    .toSorted((one, other) => other.score - one.score)

/** The best sentence of one question, and whether it is right. */
export type Outcome = {
  readonly example: Example
  readonly best: Scored
  readonly features: ReturnType<typeof confidenceFeatures>
  readonly isRight: boolean
}

export const outcomesOf = (weights: Weights, examples: readonly Example[]): Outcome[] =>
  examples.flatMap((example): Outcome[] => {
    const ranked = rankWith(weights, example.rated)
    const [best] = ranked
    return best === undefined
      ? []
      : [
          {
            example,
            best,
            features: confidenceFeatures(best, ranked),
            isRight: example.hasAnswer && example.isRight(best),
          },
        ]
  })

const sigmoid = (z: number): number => 1 / (1 + Math.exp(-z))

/** The weights of the confidence: logistic regression. */
export const fitConfidence = (outcomes: readonly Outcome[]): Weights => {
  const names = Object.keys(outcomes[0]?.features ?? {})
  const worths = outcomes.map(({ example }) => example.worth)
  const total = worths.reduce((sum, worth) => sum + worth, 0)
  const rows = outcomes.map(({ features }) =>
    Float64Array.from(names, (name) => valueOf(features, name)),
  )
  const weights = new Float64Array(names.length)
  for (let step = 0; step < FIT.confidenceSteps; step += 1) {
    const slope = new Float64Array(names.length)
    for (const [at, row] of rows.entries()) {
      const off = sigmoid(dot(weights, row)) - (outcomes[at]?.isRight === true ? 1 : 0)
      for (let k = 0; k < slope.length; k += 1)
        slope[k] = (slope[k] ?? 0) + ((worths[at] ?? 0) * off * (row[k] ?? 0)) / total
    }
    for (let k = 0; k < slope.length; k += 1)
      weights[k] = (weights[k] ?? 0) - (slope[k] ?? 0) - FIT.confidencePenalty * (weights[k] ?? 0)
  }
  return Object.fromEntries(names.map((name, at) => [name, weights[at] ?? 0]))
}

export type Judged = Outcome & { readonly confidence: number }

export const judgeWith = (weights: Weights, outcomes: readonly Outcome[]): Judged[] =>
  outcomes.map((one) => ({ ...one, confidence: sigmoid(weighted(weights, one.features)) }))

const isInFold = (fold: number) => (_: unknown, at: number) => at % FIT.folds === fold
const isOutside = (fold: number) => (_: unknown, at: number) => at % FIT.folds !== fold

/**
 * What models fitted without a question say of it, for every question. `teachesOrder`: whether the
 * order of sentences learns from it.
 */
export const crossValidate = (
  examples: readonly Example[],
  teachesOrder: (example: Example) => boolean,
): Judged[] => {
  const folds = Array.from({ length: FIT.folds }, (_, fold) => fold)
  const outcomes = folds.flatMap((fold) =>
    outcomesOf(
      fitWeights(examples.filter(isOutside(fold)).filter(teachesOrder)),
      examples.filter(isInFold(fold)),
    ),
  )
  return folds.flatMap((fold) =>
    judgeWith(fitConfidence(outcomes.filter(isOutside(fold))), outcomes.filter(isInFold(fold))),
  )
}

/** From the odds of a confidence to the share of answers with that confidence that are so. */
export const fitShare = (
  judged: readonly Judged[],
  isSo: (one: Judged) => boolean,
): { readonly always: number; readonly odds: number } => {
  let always = 0
  let odds = 1
  for (let step = 0; step < FIT.confidenceSteps; step += 1) {
    let [ofAlways, ofOdds] = [0, 0]
    for (const one of judged) {
      const x = Math.log(one.confidence / (1 - one.confidence))
      const off = sigmoid(always + odds * x) - (isSo(one) ? 1 : 0)
      ofAlways += off / judged.length
      ofOdds += (off * x) / judged.length
    }
    always -= ofAlways
    odds -= ofOdds
  }
  return { always, odds }
}
