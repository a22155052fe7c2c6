/**
 * Written by `npm run fit:answers` (test/rag/fit.ts): what the features of a sentence, and those of
 * the confidence in the best one, weigh.
 */

export const WEIGHTS: Readonly<Record<string, number>> = {
  rank: 1.26,
  low: -1.28,
  unknown: 0.0,
  title: 0.23,
  named: 4.0,
  article: 1.16,
  missing: -0.54,
  law: 2.98,
  decision: -0.15,
  union: 0.88,
  elsewhere: -1.24,
  work: 0.66,
  cited: 0.0,
  pointed: 1.28,
  principle: 1.31,
  isLong: -0.83,
  own: 0.79,
  around: 0.96,
  before: 1.16,
  near: -0.02,
  whole: 0.41,
  density: 0.71,
  focus: 1.1,
  extra: -0.53,
  also: -0.79,
  undefined: -0.69,
  opening: 1.03,
  first: 1.08,
  place: 0.5,
  form: 1.67,
  formOfNumber: 1.33,
  definition: 0.82,
  reasoning: -0.08,
  defers: -0.66,
  refers: -0.12,
  limits: 0.33,
  depends: 0.05,
  long: -0.33,
}

export const CONFIDENCE: Readonly<Record<string, number>> = {
  always: -2.74,
  share: 2.05,
  margin: 1.4,
  unknown: -2.25,
  missing: -0.25,
  around: 0.7,
  before: -0.14,
  article: 1.04,
  law: 0.43,
  form: 0.16,
  noNumber: -0.35,
  undefined: -0.03,
  named: -0.59,
  whole: -0.51,
}

/** From the odds of a confidence to the share of quotes that bear on what was asked. */
export const GROUNDEDNESS = {
  always: 1.25,
  odds: 1.13,
} as const

/** The model that rates sentences, where there is one: how many it rates, and what it weighs. */
export const RERANKING = { sentencesMax: 10, share: 0.5 } as const
