/** Which sentences answer a question: by the words that they share with it. Pure. */
import type { Article } from '#contracts/http/article.ts'
import { QUESTION_TERMS, terms } from '#contracts/law/analysis/analyse.ts'
import { type Candidate, candidatesOf, weightsOf } from './sentences.ts'

/** What decides. */
export const EXTRACTION = {
  sentencesMax: 6,
  perTextMax: 2,
  /** The best sentence must speak of this share of the question, by weight. */
  coverageMin: 0.5,
  /** Others may speak of less of it. */
  besideMin: 0.6,
} as const

/** What a model may choose from: more than rules would take. */
export const OFFER = {
  sentencesMax: 24,
  perTextMax: 4,
  besideMin: 0.4,
  /** UTF-16 units of all sentences together. */
  unitsMax: 16_000,
} as const

/** Sentences of these texts by how much of the question they speak of, best first. */
export const rankedFor = (question: string, texts: readonly Article[]): Candidate[] => {
  const all = new Set(terms(question))
  const telling = new Set([...all].filter((term) => !QUESTION_TERMS.has(term)))
  const weights = weightsOf(
    telling.size > 0 ? telling : all,
    texts.map(({ title, contentClean }) => `${title} ${contentClean}`),
  )
  return texts
    .flatMap((article) => candidatesOf(article, weights))
    .toSorted((one, other) => other.coverage - one.coverage)
}

const overlaps = (one: Candidate, other: Candidate): boolean =>
  one.article.slug === other.article.slug && one.start < other.end && other.start < one.end

type Bounds = {
  readonly sentencesMax: number
  readonly perTextMax: number
  readonly besideMin: number
  readonly unitsMax?: number
}

/** The best sentences within bounds, none twice; those of one text in the order of the text. */
const within = (
  ranked: readonly Candidate[],
  maxSources: number,
  { sentencesMax, perTextMax, besideMin, unitsMax = Infinity }: Bounds,
): Candidate[] => {
  const [best] = ranked
  if (best === undefined || best.coverage < EXTRACTION.coverageMin) return []
  const chosen: Candidate[] = []
  const slugs = new Map<string, number>()
  let units = 0
  for (const one of ranked) {
    if (chosen.length === sentencesMax || one.coverage < best.coverage * besideMin) break
    const taken = slugs.get(one.article.slug) ?? 0
    const isFull = taken === 0 && slugs.size >= maxSources
    if (isFull || taken >= perTextMax || units + one.said.length > unitsMax) continue
    if (chosen.some((other) => overlaps(one, other) || other.said === one.said)) continue
    chosen.push(one)
    units += one.said.length
    slugs.set(one.article.slug, taken + 1)
  }
  const order = [...slugs.keys()]
  return chosen.toSorted(
    (one, other) =>
      order.indexOf(one.article.slug) - order.indexOf(other.article.slug) ||
      one.start - other.start,
  )
}

/**
 * The sentences of an extractive answer: at most two a text. None where the best one speaks of too
 * little.
 */
export const chosenOf = (ranked: readonly Candidate[], maxSources: number): Candidate[] =>
  within(ranked, maxSources, EXTRACTION)

/** The sentences that a model may choose from. None where rules would choose none. */
export const offeredOf = (ranked: readonly Candidate[], maxSources: number): Candidate[] =>
  within(ranked, maxSources, OFFER)
