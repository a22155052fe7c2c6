/**
 * Written by `npm run fit:answers`: what the features of a sentence, and those of the confidence
 * in the best one, weigh.
 */

export const WEIGHTS: Readonly<Record<string, number>> = {
  rank: 1.4,
  low: -1.2,
  unknown: 0.0,
  absent: -0.57,
  title: 0.2,
  named: 4.0,
  article: 0.84,
  missing: -0.07,
  law: 1.4,
  decision: 0.88,
  union: 0.54,
  elsewhere: -1.19,
  work: 0.5,
  cited: 0.0,
  pointed: 1.22,
  neighbours: 1.66,
  opensMatter: 0.48,
  principle: 0.83,
  isLong: -1.6,
  own: 1.21,
  around: 1.41,
  matched: 0.0,
  before: 1.55,
  near: -0.27,
  whole: 0.45,
  density: 0.89,
  focus: 1.01,
  extra: -0.5,
  also: -0.64,
  undefined: -0.71,
  opening: 0.98,
  first: 0.46,
  place: 0.5,
  form: 1.43,
  formOfNumber: 1.26,
  definition: 0.61,
  reasoning: -0.17,
  defers: -0.53,
  refers: -0.12,
  limits: 0.1,
  depends: 0.24,
  long: -0.48,
}

export const CONFIDENCE: Readonly<Record<string, number>> = {
  always: -3.84,
  share: 2.12,
  score: 1.57,
  firstByWords: 0.77,
  matched: 3.28,
  definition: 1.39,
}

/** From the odds of a confidence to the share of quotes that bear on what was asked. */
export const GROUNDEDNESS = {
  always: 0.91,
  odds: 1.56,
} as const
