import type { Article, Headnote } from '#contracts/http/article.ts'
import { QUESTION_TERMS, terms } from '#contracts/law/analysis/analyse.ts'
import { deterministicVerifier } from '#contracts/law/claims/judge.ts'
import { sentencesOf } from '#contracts/law/claims/sentences.ts'
import { claimSource } from '#contracts/law/claims/claim-source.ts'

/**
 * Sentences of one text that answer a question, best first, ranked by shared terms with more weight
 * for rare ones.
 */

/** Bounds of the text read and of the quotes taken from it. */
export const READING = {
  /** UTF-16 units of a text. */
  unitsMax: 400_000,
  /** UTF-16 units of one quote. */
  quoteMax: 1_500,
  quoteMin: 20,
} as const

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
}

export type Weights = ReadonlyMap<string, number>

const sumOf = (weights: Weights, found: ReadonlySet<string>): number =>
  [...found].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0)

/** Rare terms weigh more, by the number of texts at hand that contain them. */
const weightsOf = (question: ReadonlySet<string>, texts: readonly string[]): Weights => {
  const sets = texts.map((text) => new Set(terms(text)))
  return new Map(
    [...question].map((term) => {
      const count = sets.filter((set) => set.has(term)).length
      return [term, Math.log((1 + sets.length) / (1 + count)) + 1]
    }),
  )
}

const coverageOf = (weights: Weights, texts: readonly string[]): number => {
  const total = sumOf(weights, new Set(weights.keys()))
  if (total === 0) return 0
  const held = new Set(texts.flatMap(terms).filter((term) => weights.has(term)))
  return sumOf(weights, held) / total
}

/** The context of a sentence counts half as much as the sentence. */
const AROUND_SHARE = 0.5

const LINK_ALONE = /^\W*\[[^\]]*\]\([^)]*\)\W*$/u
const WORDS = /[\p{L}\p{N}]+/gu
const ENDED = /[.!?…]["»”)\]]*$/u
const OPENS_LIST = /:$/u
const ITEM_MARK = /^\s*(?:[-–*•]|\(?\d{1,3}[.)°]|\(?[a-z]\))\s*$/u
/** A fragment, such as an item of a list, counts less. */
const FRAGMENT_SHARE = 0.75
const WORDS_MIN = 4

type SentenceStretch = {
  readonly start: number
  readonly end: number
  readonly heading: string
  /** Ends of the introduction and of each item of a list; for a sentence, its own end. */
  readonly ends: readonly number[]
}

/**
 * Sentences with their headings; one that introduces a list includes the items that fit into a
 * quote.
 */
const stretchesOf = (whole: string): SentenceStretch[] => {
  const sentences = sentencesOf(whole)
  const endsOfList = (at: number): number[] => {
    const first = sentences[at]
    const ends = [first?.end ?? 0]
    for (const next of sentences.slice(at + 1)) {
      const isItem = !next.heading && ITEM_MARK.test(whole.slice(ends.at(-1), next.start))
      if (!isItem || next.end - (first?.start ?? 0) > READING.quoteMax) break
      ends.push(next.end)
    }
    return ends
  }
  let heading = ''
  return sentences.flatMap(({ start, end, heading: isHeading }, at): SentenceStretch[] => {
    const words = whole.slice(start, end)
    if (isHeading) heading = words
    if (isHeading || words.length > READING.quoteMax || LINK_ALONE.test(words)) return []
    if (!OPENS_LIST.test(words)) return [{ start, end, heading, ends: [end] }]
    const ends = endsOfList(at)
    return ends.length === 1 ? [] : [{ start, end: ends.at(-1) ?? end, heading, ends }]
  })
}

const isQuotable = (words: string): boolean =>
  words.length >= READING.quoteMin && [...words.matchAll(WORDS)].length >= WORDS_MIN

/**
 * The share of a question that a stretch covers; for a list, its introduction with the best item.
 */
const ownOf = (whole: string, { start, ends }: SentenceStretch, weights: Weights): number => {
  const [head = start, ...items] = ends
  const opening = whole.slice(start, head)
  const shares = items.map((end, at) =>
    coverageOf(weights, [opening, whole.slice(items[at - 1] ?? head, end)]),
  )
  return Math.max(coverageOf(weights, [opening]), ...shares)
}

const candidatesOfText = (article: Article, weights: Weights): Candidate[] => {
  const whole = article.contentClean.slice(0, READING.unitsMax)
  const title = coverageOf(weights, [article.title])
  return stretchesOf(whole).flatMap((stretch): Candidate[] => {
    const { start, end, heading } = stretch
    const words = whole.slice(start, end)
    const own = isQuotable(words) ? ownOf(whole, stretch, weights) : 0
    if (own === 0) return []
    const around = Math.max(title, coverageOf(weights, [article.title, heading, words]))
    const share = ENDED.test(words) || words.includes('\n') ? 1 : FRAGMENT_SHARE
    const coverage = (own + (around - own) * AROUND_SHARE) * share
    return [{ article, headnote: null, words, start, end, coverage }]
  })
}

/** A headnote is quoted if the text contains its source words verbatim. */
const candidatesOfHeadnotes = (article: Article, weights: Weights): Candidate[] =>
  article.headnotes.flatMap((headnote) => {
    const { sourceText, summary } = headnote
    if (sourceText === null || sourceText.length > READING.quoteMax) return []
    const start = article.contentClean.indexOf(sourceText)
    if (start < 0) return []
    const coverage = coverageOf(weights, [summary])
    return coverage === 0
      ? []
      : [{ article, headnote, words: summary, start, end: start + sourceText.length, coverage }]
  })

/** Candidates of a text, best first; equal ones in the order of the text. */
export const candidatesOf = (article: Article, weights: Weights): Candidate[] =>
  [...candidatesOfHeadnotes(article, weights), ...candidatesOfText(article, weights)].toSorted(
    (one, other) => other.coverage - one.coverage || one.start - other.start,
  )

/** Chooses the sentences that answer a question by shared words. Pure. */

/** What decides. */
const EXTRACTION = {
  sentencesMax: 6,
  perTextMax: 2,
  /** The best sentence must cover this share of the question, by weight. */
  coverageMin: 0.5,
  /** Other sentences may cover less, relative to the best one. */
  besideMin: 0.6,
} as const

/** Limits of the sentences offered to a model: more than the rules would take. */
const OFFER = {
  sentencesMax: 24,
  perTextMax: 4,
  besideMin: 0.4,
  /** UTF-16 units of all sentences together. */
  unitsMax: 16_000,
} as const

/** Sentences of these texts by their coverage of the question, best first. */
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
      one.start - other.start,
  )
}

/**
 * The sentences of an extractive answer, at most two per text; none if the best one covers too
 * little.
 */
export const chosenOf = (ranked: readonly Candidate[], maxSources: number): Candidate[] =>
  within(ranked, maxSources, EXTRACTION)

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
