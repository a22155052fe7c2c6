/**
 * How well sentences answer a question, and how sure that is: two logistic models over readable
 * features (`weights.ts`). Pure.
 */
import type { Features, RatedStretch } from './features.ts'
import { CONFIDENCE, GROUNDEDNESS, WEIGHTS } from './weights.ts'

const weighted = (weights: Readonly<Record<string, number>>, values: object): number =>
  Object.entries(values).reduce(
    (sum, [name, value]) => sum + (weights[name] ?? 0) * (typeof value === 'number' ? value : 0),
    0,
  )

/** Higher is better; a difference of 1 makes a sentence e times as likely to be the answer. */
export const scoreOf = (features: Features): number => weighted(WEIGHTS, features)

export type Scored = RatedStretch & { readonly score: number }

/** Brings scores near the other features, which lie between 0 and 1. */
const SCORE_UNIT = 10

/**
 * What the confidence in one sentence is computed from. Other sentences may all be worse and the
 * best one still no answer, so how good it is by itself counts beside its share. A short question
 * matches little by itself; a definition of its words makes up for that. More features fitted the
 * questions that they were chosen on better, and other questions worse.
 */
export const confidenceFeatures = (one: Scored, ranked: readonly Scored[]) => {
  const slug = one.found.article.slug
  const [best = one] = ranked
  /** Texts often repeat each other: a rule in the same words is the same rule. */
  const isSame = ({ found, stretch }: Scored): boolean =>
    found.article.slug === slug || stretch.words === one.stretch.words
  const powers = ranked.map(({ score }) => Math.exp(score - best.score))
  const sum = powers.reduce((total, power) => total + power, 0)
  const own = ranked.reduce(
    (total, other, at) => total + (isSame(other) ? (powers[at] ?? 0) : 0),
    0,
  )
  const { features, found } = one
  return {
    always: 1,
    share: own / sum,
    score: one.score / SCORE_UNIT,
    firstByWords: found.isFirstByWords ? 1 : 0,
    matched: features.matched,
    definition: features.definition,
  }
}

/** The measured share of such sentences that state the rule asked for, 0 to 1. */
export const confidenceOf = (one: Scored, ranked: readonly Scored[]): number =>
  1 / (1 + Math.exp(-weighted(CONFIDENCE, confidenceFeatures(one, ranked))))

/** The measured share of sentences of this confidence that bear on what was asked, 0 to 1. */
export const groundednessFor = (confidence: number): number =>
  1 /
  (1 + Math.exp(-GROUNDEDNESS.always - GROUNDEDNESS.odds * Math.log(confidence / (1 - confidence))))

/** Best first; equal ones in the order of the search, then of the text. */
export const rankByScore = (rated: readonly RatedStretch[]): Scored[] =>
  rated
    .map((one) => ({ ...one, score: scoreOf(one.features) }))
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        one.found.rank - other.found.rank ||
        one.stretch.start - other.stretch.start,
    )
