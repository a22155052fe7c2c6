/** Sources that answer one question with opposite rules. Pure. */
import { claimSource, deterministicVerifier } from '#contracts/law/claims/judge.ts'
import type { Candidate } from './sentences.ts'

/**
 * When two sentences are held against each other. Texts of law often repeat each other with another
 * number, and both are right.
 */
export const CONFLICT = {
  /** UTF-16 units: a longer sentence says too many things. */
  sentenceMax: 400,
  /** Of the coverage of the best sentence: both speak of the whole question. */
  nearBest: 0.9,
  /** Share of the question that both speak of themselves. */
  coverageMin: 0.8,
} as const

export type Conflicting = readonly [Candidate, Candidate]

/** What makes two rules opposite: one denies what the other says, or counts it otherwise. */
const KINDS: ReadonlySet<string> = new Set(['polarity', 'number'])

const speaksAgainst = (one: Candidate, other: Candidate): boolean => {
  const { article, said } = other
  const source = claimSource({ title: article.title, contentClean: said, headnotes: [] })
  const { verdict, conflicts } = deterministicVerifier.judge(one.said, [
    { key: article.slug, source },
  ])
  return verdict === 'contradicted' && conflicts.every(({ kind }) => KINDS.has(kind))
}

const isComparable = (one: Candidate, other: Candidate): boolean =>
  one.article.slug !== other.article.slug &&
  one.article.contentType === other.article.contentType &&
  one.article.jurisdiction.some((where) => other.article.jurisdiction.includes(where))

/**
 * Two of the chosen sentences, of different texts of one kind and country, that contradict each
 * other both ways; null: none do.
 */
export const conflictAmong = (chosen: readonly Candidate[]): Conflicting | null => {
  const best = Math.max(0, ...chosen.map(({ coverage }) => coverage))
  const near = chosen.filter(
    ({ coverage, said }) =>
      coverage >= CONFLICT.coverageMin &&
      coverage >= best * CONFLICT.nearBest &&
      said.length <= CONFLICT.sentenceMax,
  )
  for (const [at, one] of near.entries())
    for (const other of near.slice(at + 1))
      if (isComparable(one, other) && speaksAgainst(one, other) && speaksAgainst(other, one))
        return [one, other]
  return null
}
