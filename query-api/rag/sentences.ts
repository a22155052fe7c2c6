/** Sentences of one text that answer a question, best first: counted by shared terms, rare ones more. */
import type { Article, Headnote } from '#contracts/http/article.ts'
import { terms } from '#contracts/law/analysis.ts'
import { sentencesOf } from '#contracts/law/claims.ts'

/** Bounds of what is read of a text and taken from it. */
export const READING = {
  /** UTF-16 units of a text. */
  unitsMax: 400_000,
  /** UTF-16 units of one quote. */
  quoteMax: 1_500,
  quoteMin: 20,
} as const

/** A sentence with the place of its words in `contentClean`, UTF-16 units. */
export type Candidate = {
  readonly article: Article
  /** The headnote whose summary is said; null: the quote itself is. */
  readonly headnote: Headnote | null
  readonly said: string
  readonly start: number
  readonly end: number
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

const ofText = (article: Article, weights: Weights): Candidate[] => {
  const whole = article.contentClean.slice(0, READING.unitsMax)
  const title = coverageOf(weights, [article.title])
  let heading = ''
  const found: Candidate[] = []
  for (const { start, end, heading: isHeading } of sentencesOf(whole)) {
    const said = whole.slice(start, end)
    if (isHeading) heading = said
    if (isHeading || said.length > READING.quoteMax || said.length < READING.quoteMin) continue
    const own = coverageOf(weights, [said])
    if (own === 0) continue
    const around = Math.max(title, coverageOf(weights, [article.title, heading, said]))
    const coverage = own + (around - own) * AROUND_SHARE
    found.push({ article, headnote: null, said, start, end, coverage })
  }
  return found
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
