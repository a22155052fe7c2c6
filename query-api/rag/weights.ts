/**
 * Written by `npm run fit:answers`: what the features of a sentence, and those of the confidence
 * in the best one, weigh.
 */

export const WEIGHTS: Readonly<Record<string, number>> = {
  rank: 1.34,
  low: -1.31,
  unknown: 0.0,
  absent: -0.65,
  title: 0.17,
  named: 4.0,
  article: 0.93,
  missing: -0.34,
  law: 2.98,
  decision: -0.15,
  union: 0.9,
  elsewhere: -1.19,
  work: 0.56,
  cited: 0.0,
  pointed: 1.27,
  principle: 1.33,
  isLong: -0.87,
  own: 0.76,
  around: 0.88,
  before: 1.09,
  near: -0.05,
  whole: 0.43,
  density: 0.68,
  focus: 1.03,
  extra: -0.53,
  also: -0.76,
  undefined: -0.69,
  opening: 0.97,
  first: 1.08,
  place: 0.51,
  form: 1.67,
  formOfNumber: 1.31,
  definition: 0.83,
  reasoning: -0.08,
  defers: -0.67,
  refers: -0.13,
  limits: 0.32,
  depends: 0.08,
  long: -0.33,
}

export const CONFIDENCE: Readonly<Record<string, number>> = {
  always: -2.61,
  share: 2.18,
  margin: 1.3,
  unknown: -2.12,
  absent: -1.33,
  missing: 0.3,
  around: 0.68,
  before: -0.13,
  article: 0.43,
  law: 0.58,
  form: 0.23,
  noNumber: -0.36,
  undefined: 0.05,
  named: -0.53,
  whole: -0.33,
}

/** From the odds of a confidence to the share of quotes that bear on what was asked. */
export const GROUNDEDNESS = {
  always: 1.22,
  odds: 1.11,
} as const

/** The model that rates sentences, where there is one: how many it rates, and what it weighs. */
export const RERANKING = { sentencesMax: 10, share: 0.5 } as const
