import type { Article, Headnote } from '#contracts/http/article.ts'
import { RAG_LIMITS } from '#contracts/http/rag.ts'
import type { Day } from '#contracts/ids.ts'
import type { Jurisdiction } from '#contracts/vocabulary/texts.ts'
import { limitsRule } from '#contracts/law/answers/answer-forms.ts'
import { STATES_LAW } from '#contracts/law/answers/sentence-kinds.ts'
import { deterministicVerifier } from '#contracts/law/claims/judge.ts'
import { claimSource } from '#contracts/law/claims/claim-source.ts'
import { featuresFor, type FoundText, readQuestion } from './features.ts'
import { confidenceOf, groundednessFor, rankByScore, type Scored } from './rating.ts'
import { NAMED_CONFIDENCE, sentencesOfNamed, textsAskedFor } from './named-text.ts'
import { READING, readText, type Stretch } from './stretches.ts'

/**
 * Words of a wording that an answer may quote, with their place in `contentClean` (UTF-16 units).
 */
export type Passage = {
  readonly article: Article
  /** The headnote whose summary is shown; null for a verbatim quote. */
  readonly headnote: Headnote | null
  readonly words: string
  readonly start: number
  readonly end: number
}

/** A sentence that may answer a question. */
export type Candidate = Passage & {
  /** Weighted share of the question that it covers, 0 to 1. */
  readonly coverage: number
  /** Share of what the question is about that its text does not have, 0 to 1. */
  readonly absent: number
  /** Higher is better (`rating.ts`). */
  readonly score: number
  /** Measured share of such sentences that state the rule asked for, 0 to 1. */
  readonly confidence: number
  /** Measured share of such sentences that bear on what was asked, 0 to 1. */
  readonly groundedness: number
}

/** Sentences of pleas, facts, headings and fragments answer no question of law. */
export const mayAnswer = ({ kind }: Stretch): boolean =>
  STATES_LAW.has(kind) || kind === 'reasoning'

/** A sentence that goes on from the one before it is quoted with that one. */
const withAntecedent = ({ found: { article }, features, stretch }: Scored): Stretch => {
  if (features.depends === 0 || stretch.headnoteId !== null) return stretch
  const before = readText(article).stretches.findLast(
    ({ place, headnoteId }) => headnoteId === null && place < stretch.place,
  )
  const isNext = before !== undefined && before.place === stretch.place - 1
  return isNext && stretch.end - before.start <= READING.quoteMax && mayAnswer(before)
    ? { ...stretch, start: before.start }
    : stretch
}

const passageOf = (article: Article, { headnoteId, start, end }: Stretch): Passage => {
  const headnote = article.headnotes.find((other) => other.headnoteId === headnoteId) ?? null
  const words = headnote === null ? article.contentClean.slice(start, end) : headnote.summary
  return { article, headnote, words, start, end }
}

const candidateOf = (one: Scored, all: readonly Scored[]): Candidate => {
  const confidence = confidenceOf(one, all)
  return {
    ...passageOf(one.found.article, withAntecedent(one)),
    coverage: one.features.own,
    absent: one.features.absent,
    score: one.score,
    confidence,
    groundedness: groundednessFor(confidence),
  }
}

/** How much less each next sentence of a text scores, where the question asks for the text. */
const NAMED_STEP = 0.25

const candidatesOfNamed = (names: ReadonlySet<string>, texts: readonly Article[]): Candidate[] =>
  sentencesOfNamed(names, texts, mayAnswer)
    .flatMap(({ article, stretches }) =>
      stretches.map((stretch, place) => ({
        ...passageOf(article, stretch),
        coverage: 1,
        absent: 0,
        score: -place * NAMED_STEP,
        confidence: NAMED_CONFIDENCE,
        groundedness: groundednessFor(NAMED_CONFIDENCE),
      })),
    )
    .toSorted((one, other) => other.score - one.score)

/** Sentences whose confidence is computed; no answer takes more. */
const CANDIDATES_MAX = 60

/**
 * Sentences of these texts that may answer the question, best first. `firstByWords`: the slug of
 * the text that comes first where only words count. A question that asks for a text by its name has
 * the sentences of that text alone.
 */
export const rankedFor = (
  question: string,
  texts: readonly Article[],
  today: Day,
  firstByWords: string | null,
): Candidate[] => {
  const names = textsAskedFor(question)
  if (names !== null) return candidatesOfNamed(names, texts).slice(0, CANDIDATES_MAX)
  const found = texts.map((article, rank): FoundText => ({
    article,
    rank,
    isFirstByWords: article.slug === firstByWords,
  }))
  const all = rankByScore(featuresFor(readQuestion(question, today), found, mayAnswer))
  return all.slice(0, CANDIDATES_MAX).map((one) => candidateOf(one, all))
}

/** States in which regulations of the Union are law. */
const OF_UNION: ReadonlySet<Jurisdiction> = new Set(['FR', 'LU'])

/** The states whose law a question names: `européen` names courts and persons more than a law. */
export const statesNamed = (jurisdictions: ReadonlySet<Jurisdiction>): Jurisdiction[] =>
  [...jurisdictions].filter((one) => one !== 'EU')

/** Sentences of the law that a question names: no other country's law answers it. */
export const ofNamedLaw = (
  ranked: readonly Candidate[],
  jurisdictions: ReadonlySet<Jurisdiction>,
): readonly Candidate[] => {
  const states = statesNamed(jurisdictions)
  if (states.length === 0) return ranked
  const law = new Set(jurisdictions)
  if (states.some((one) => OF_UNION.has(one))) law.add('EU')
  return ranked.filter(({ article }) => article.jurisdiction.some((one) => law.has(one)))
}

/** Chooses the sentences that answer a question. Pure. */

/** What decides. */
const EXTRACTION = {
  sentencesMax: 3,
  perTextMax: 2,
  /** Below this confidence in the best sentence there is no answer, whatever a request accepts. */
  confidenceMin: 0.45,
  /** No text answers a question if it lacks more than this share of what is asked about. */
  absentMax: 0.47,
  /** Other sentences score at most so much less than the best one. */
  below: 0.5,
} as const

/** Limits of the sentences offered to a model: more than the rules would take. */
const OFFER = {
  sentencesMax: 24,
  perTextMax: 4,
  below: 3,
  /** UTF-16 units of all sentences together. */
  unitsMax: 16_000,
} as const

const overlaps = (one: Candidate, other: Candidate): boolean =>
  one.article.slug === other.article.slug && one.start < other.end && other.start < one.end

type Bounds = {
  readonly sentencesMax: number
  readonly perTextMax: number
  readonly below: number
  readonly unitsMax?: number
}

/** The best sentences within bounds, none twice; the best of each text first. */
const pick = (
  ranked: readonly Candidate[],
  maxSources: number,
  { sentencesMax, perTextMax, below, unitsMax = Infinity }: Bounds,
): Candidate[] => {
  const [best] = ranked
  if (best === undefined) return []
  const chosen: Candidate[] = []
  const slugs = new Map<string, number>()
  let units = 0
  for (const one of ranked) {
    if (chosen.length === sentencesMax || one.score < best.score - below) break
    const taken = slugs.get(one.article.slug) ?? 0
    const isFull = taken === 0 && slugs.size >= maxSources
    if (isFull || taken >= perTextMax || units + one.words.length > unitsMax) continue
    if (chosen.some((other) => overlaps(one, other) || other.words === one.words)) continue
    chosen.push(one)
    units += one.words.length
    slugs.set(one.article.slug, taken + 1)
  }
  const order = [...slugs.keys()]
  return chosen.toSorted(
    (one, other) =>
      order.indexOf(one.article.slug) - order.indexOf(other.article.slug) ||
      other.score - one.score,
  )
}

/** The best sentences within bounds; none where the best one is not sure enough. */
const within = (ranked: readonly Candidate[], maxSources: number, bounds: Bounds): Candidate[] => {
  const [best] = ranked
  const isSure =
    best !== undefined &&
    best.confidence >= EXTRACTION.confidenceMin &&
    best.absent <= EXTRACTION.absentMax
  return isSure ? pick(ranked, maxSources, bounds) : []
}

/** Exceptions that follow a sentence in its article, up to the next rule. */
const EXCEPTIONS_MAX = 2
const exceptionsTo = (rule: Candidate): Candidate[] => {
  const { stretches } = readText(rule.article)
  const after = stretches.filter(
    ({ start, headnoteId }) => headnoteId === null && start >= rule.end,
  )
  const last = after.findIndex(({ words }) => !limitsRule(words))
  return after
    .slice(0, last < 0 ? EXCEPTIONS_MAX : Math.min(last, EXCEPTIONS_MAX))
    .filter(mayAnswer)
    .map(({ start, end, words }) => ({ ...rule, headnote: null, start, end, words }))
}

/**
 * The sentences of an extractive answer, at most two per text, each with the exceptions to it; none
 * if the best one is not sure enough.
 */
export const chosenOf = (ranked: readonly Candidate[], maxSources: number): Candidate[] => {
  const rules = within(ranked, maxSources, EXTRACTION)
  return rules.flatMap((rule) => [
    rule,
    ...exceptionsTo(rule).filter((one) => !rules.some((other) => overlaps(one, other))),
  ])
}

/** Sentences with less confidence have hardly a word of the question. */
const NEAR_CONFIDENCE_MIN = 0.05

/** A red source may be cited only with a warning, and nearest passages carry none. */
const mayBeShown = ({ confidence, article, headnote }: Candidate): boolean =>
  confidence >= NEAR_CONFIDENCE_MIN && (headnote?.statusFlag ?? article.statusFlag) !== 'red'

/** What is shown where nothing is sure enough to answer: the best sentence of each text. */
export const nearestOf = (ranked: readonly Candidate[], maxSources: number): Candidate[] =>
  pick(ranked.filter(mayBeShown), maxSources, {
    sentencesMax: RAG_LIMITS.nearestMax,
    perTextMax: 1,
    below: Infinity,
  })

/** The sentences that a model may choose from; none if rules would choose none. */
export const offeredOf = (ranked: readonly Candidate[], maxSources: number): Candidate[] =>
  within(ranked, maxSources, OFFER)

/** Sources that answer one question with opposite rules. Pure. */

/**
 * Limits for comparing two sentences. Legal texts often repeat a rule with another number, and both
 * are right.
 */
export const CONFLICT = {
  /** UTF-16 units: a longer sentence makes too many statements. */
  sentenceMax: 400,
  /** Relative to the coverage of the best sentence: both answer the whole question. */
  nearBest: 0.9,
  /** Share of the question that both cover in their own words. */
  coverageMin: 0.8,
} as const

export type Conflicting = readonly [Candidate, Candidate]

/** Conflicts that make two rules opposite: one denies the other or gives another number. */
const KINDS: ReadonlySet<string> = new Set(['polarity', 'number'])

const contradicts = (one: Candidate, other: Candidate): boolean => {
  const { article, words } = other
  const source = claimSource({ title: article.title, contentClean: words, headnotes: [] })
  const { verdict, conflicts } = deterministicVerifier.judge(one.words, [
    { key: article.slug, source },
  ])
  return verdict === 'contradicted' && conflicts.every(({ kind }) => KINDS.has(kind))
}

const isComparable = (one: Candidate, other: Candidate): boolean =>
  one.article.slug !== other.article.slug &&
  one.article.contentType === other.article.contentType &&
  one.article.jurisdiction.some((where) => other.article.jurisdiction.includes(where))

/**
 * Two chosen sentences, from different texts of one kind and country, that contradict each other in
 * both directions; else null.
 */
export const conflictAmong = (chosen: readonly Candidate[]): Conflicting | null => {
  const best = Math.max(0, ...chosen.map(({ coverage }) => coverage))
  const near = chosen.filter(
    ({ coverage, words }) =>
      coverage >= CONFLICT.coverageMin &&
      coverage >= best * CONFLICT.nearBest &&
      words.length <= CONFLICT.sentenceMax,
  )
  for (const [at, one] of near.entries())
    for (const other of near.slice(at + 1))
      if (isComparable(one, other) && contradicts(one, other) && contradicts(other, one))
        return [one, other]
  return null
}
