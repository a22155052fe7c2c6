/**
 * Sentences of one text that answer a question, best first: counted by shared terms, rare ones
 * more.
 */
import type { Article, Headnote } from '#contracts/http/article.ts'
import { terms } from '#contracts/law/analysis/analyse.ts'
import { sentencesOf } from '#contracts/law/claims/judge.ts'

/** Bounds of what is read of a text and taken from it. */
export const READING = {
  /** UTF-16 units of a text. */
  unitsMax: 400_000,
  /** UTF-16 units of one quote. */
  quoteMax: 1_500,
  quoteMin: 20,
} as const

/** Words of a wording that may be said, with their place in `contentClean`, UTF-16 units. */
export type Passage = {
  readonly article: Article
  /** The headnote whose summary is said; null: the quote itself is. */
  readonly headnote: Headnote | null
  readonly said: string
  readonly start: number
  readonly end: number
}

/** A sentence that may answer a question. */
export type Candidate = Passage & {
  /** Share of the question that it speaks of, 0–1, by weight. */
  readonly coverage: number
}

export type Weights = ReadonlyMap<string, number>

const sumOf = (weights: Weights, found: ReadonlySet<string>): number =>
  [...found].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0)

/** Rare terms tell more: by how many of the texts at hand have them. */
export const weightsOf = (question: ReadonlySet<string>, texts: readonly string[]): Weights => {
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

/** What stands around a sentence says half of what it says itself. */
const AROUND_SHARE = 0.5

const LINK_ALONE = /^\W*\[[^\]]*\]\([^)]*\)\W*$/u
const WORDS = /[\p{L}\p{N}]+/gu
const ENDED = /[.!?…]["»”)\]]*$/u
const OPENS_LIST = /:$/u
const ITEM_MARK = /^\s*(?:[-–*•]|\(?\d{1,3}[.)°]|\(?[a-z]\))\s*$/u
/** What is no whole sentence, such as an item of a list, says less by itself. */
const FRAGMENT_SHARE = 0.75
const WORDS_MIN = 4

type Stretch = {
  readonly start: number
  readonly end: number
  readonly heading: string
  /**
   * Where each item of its list ends, what opens the list at the head; of a sentence its own end.
   */
  readonly ends: readonly number[]
}

/**
 * Sentences under their headings; one that opens a list goes on to the last item of it that fits
 * into a quote.
 */
const stretchesOf = (whole: string): Stretch[] => {
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
  return sentences.flatMap(({ start, end, heading: isHeading }, at): Stretch[] => {
    const said = whole.slice(start, end)
    if (isHeading) heading = said
    if (isHeading || said.length > READING.quoteMax || LINK_ALONE.test(said)) return []
    if (!OPENS_LIST.test(said)) return [{ start, end, heading, ends: [end] }]
    const ends = endsOfList(at)
    return ends.length === 1 ? [] : [{ start, end: ends.at(-1) ?? end, heading, ends }]
  })
}

const isSayable = (said: string): boolean =>
  said.length >= READING.quoteMin && [...said.matchAll(WORDS)].length >= WORDS_MIN

/**
 * How much of a question a stretch speaks of; of a list: what opens it with its best item, since
 * many items speak of many things.
 */
const ownOf = (whole: string, { start, ends }: Stretch, weights: Weights): number => {
  const [head = start, ...items] = ends
  const opening = whole.slice(start, head)
  const shares = items.map((end, at) =>
    coverageOf(weights, [opening, whole.slice(items[at - 1] ?? head, end)]),
  )
  return Math.max(coverageOf(weights, [opening]), ...shares)
}

const ofText = (article: Article, weights: Weights): Candidate[] => {
  const whole = article.contentClean.slice(0, READING.unitsMax)
  const title = coverageOf(weights, [article.title])
  return stretchesOf(whole).flatMap((stretch): Candidate[] => {
    const { start, end, heading } = stretch
    const said = whole.slice(start, end)
    const own = isSayable(said) ? ownOf(whole, stretch, weights) : 0
    if (own === 0) return []
    const around = Math.max(title, coverageOf(weights, [article.title, heading, said]))
    const share = ENDED.test(said) || said.includes('\n') ? 1 : FRAGMENT_SHARE
    const coverage = (own + (around - own) * AROUND_SHARE) * share
    return [{ article, headnote: null, said, start, end, coverage }]
  })
}

/** A headnote is quoted where the words that it rests on stand in the text to the letter. */
const ofHeadnotes = (article: Article, weights: Weights): Candidate[] =>
  article.headnotes.flatMap((headnote) => {
    const { sourceText, summary } = headnote
    if (sourceText === null || sourceText.length > READING.quoteMax) return []
    const start = article.contentClean.indexOf(sourceText)
    if (start < 0) return []
    const coverage = coverageOf(weights, [summary])
    return coverage === 0
      ? []
      : [{ article, headnote, said: summary, start, end: start + sourceText.length, coverage }]
  })

/** Candidates of a text, best first; equal ones in the order of the text. */
export const candidatesOf = (article: Article, weights: Weights): Candidate[] =>
  [...ofHeadnotes(article, weights), ...ofText(article, weights)].toSorted(
    (one, other) => other.coverage - one.coverage || one.start - other.start,
  )
