/**
 * Written by `npm run fit:answers`: what the features of a sentence, and those of the confidence
 * in the best one, weigh.
 */

export const WEIGHTS: Readonly<Record<string, number>> = {
  rank: 1.34,
  low: -1.22,
  unknown: 0.0,
  absent: -0.54,
  title: 0.17,
  named: 4.0,
  article: 0.86,
  missing: -0.46,
  law: 2.87,
  decision: -0.17,
  union: 0.85,
  elsewhere: -1.23,
  work: 0.55,
  cited: 0.0,
  pointed: 1.29,
  principle: 1.48,
  isLong: -0.82,
  own: 0.75,
  around: 0.88,
  matched: 0.0,
  before: 1.13,
  near: -0.16,
  whole: 0.48,
  density: 0.7,
  focus: 1.09,
  extra: -0.63,
  also: -0.75,
  undefined: -0.7,
  opening: 0.99,
  first: 1.07,
  place: 0.55,
  form: 1.65,
  formOfNumber: 1.43,
  definition: 0.73,
  reasoning: -0.08,
  defers: -0.68,
  refers: -0.32,
  limits: 0.31,
  depends: 0.03,
  long: -0.42,
}

export const CONFIDENCE: Readonly<Record<string, number>> = {
  always: -5.56,
  share: 2.19,
  score: 2.93,
  firstByWords: 0.97,
  matched: 3.02,
}

/** From the odds of a confidence to the share of quotes that bear on what was asked. */
export const GROUNDEDNESS = {
  always: 1.23,
  odds: 1.31,
} as const

/** The model that rates sentences, where there is one: how many it rates, and what it weighs. */
export const RERANKING = { sentencesMax: 10, share: 0.5 } as const
