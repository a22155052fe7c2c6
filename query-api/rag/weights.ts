/**
 * Weights of the features of a sentence and of the confidence in it, written by
 * `npm run fit:answers`. The set and its figures stand in test/quality/README.md.
 */

export const WEIGHTS: Readonly<Record<string, number>> = {
  rank: 1.11,
  low: -1.54,
  unknown: 0.0,
  title: 0.1,
  named: 4.0,
  article: 1.18,
  missing: -0.53,
  law: 2.85,
  decision: -0.16,
  union: 0.81,
  elsewhere: -1.23,
  work: 0.68,
  cited: 0.0,
  pointed: 1.26,
  principle: 1.29,
  isLong: -0.64,
  own: 0.8,
  around: 0.97,
  before: 1.11,
  near: 0.13,
  whole: 0.48,
  density: 0.75,
  focus: 1.07,
  extra: -0.64,
  also: -0.81,
  undefined: -0.91,
  opening: 0.94,
  first: 1.24,
  place: 0.66,
  form: 1.59,
  formOfNumber: 1.33,
  definition: 0.98,
  reasoning: -0.09,
  defers: -0.61,
  refers: -0.21,
  limits: 0.36,
  depends: 0.04,
  long: -0.43,
}

export const CONFIDENCE: Readonly<Record<string, number>> = {
  always: -2.34,
  share: 1.17,
  margin: 1.68,
  unknown: -1.64,
  missing: -0.12,
  around: 1.11,
  before: -0.17,
  article: 1.01,
  law: -0.28,
  form: 0.3,
  noNumber: -0.94,
  undefined: -0.51,
  named: 0.0,
  whole: -0.12,
}

/** From the odds of the confidence. */
export const GROUNDEDNESS = { always: 1.1, odds: 0.9 } as const
