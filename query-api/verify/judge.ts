import type { Verdict } from '#contracts/claim.ts'
import { SearchRequest } from '#contracts/http/search.ts'
import type { VerifyRequest } from '#contracts/http/verify.ts'
import { type Day, Slug } from '#contracts/ids.ts'
import type { ClaimVerifier } from '#contracts/law/claims/judge.ts'
import { type SentenceAnalysis, analyseSentence } from '#contracts/law/claims/sentence-analysis.ts'
import { sentencesOf } from '#contracts/law/claims/sentences.ts'
import {
  isCheckable,
  isCheckWorthy,
  isOutsideCoverage,
} from '#contracts/law/claims/check-worthy.ts'
import { type CheckedSentence, checkSentence } from '#contracts/law/claims/sentence-check.ts'
import { judgedQuotations } from '#contracts/law/quotations/classify.ts'
import type { Watch } from '#contracts/toolkit/watch.ts'
import type { Search } from '../search/search.ts'
import { costOf } from './budget.ts'
import type { CheckedCitation } from './ports.ts'
import type { HeldText } from './texts.ts'

/** A sentence of the document: UTF-16 units, `end` exclusive. */
export type DocumentSentence = {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The sentences to judge: the claim, or every sentence of the document except headings. */
export const sentencesToJudge = ({ claim, text }: VerifyRequest): DocumentSentence[] => {
  if (claim !== undefined) return [{ text: claim, start: 0, end: claim.length }]
  const document = text ?? ''
  return sentencesOf(document)
    .filter(({ heading }) => !heading)
    .map(({ start, end }) => ({ text: document.slice(start, end), start, end }))
}

/** Whether a citation lies within a sentence. */
export const within = ({ start, end }: DocumentSentence, citation: CheckedCitation): boolean =>
  citation.start >= start && citation.end <= end

/** Limits of the search for texts that may support claims. */
const GATHER = {
  /** Searches of one request. */
  searchesMax: 40,
  /** Texts checked per search; a single claim gets more. */
  hitsAlone: 12,
  hitsOfMany: 6,
  /** Code points of one query. */
  queryMax: 480,
} as const

const queryOf = (text: string): string => [...text].slice(0, GATHER.queryMax).join('')

/**
 * Slugs that a search finds for a text, best first: among current wordings, or among those in force
 * on a day.
 */
const slugsOn = async (
  search: Search,
  text: string,
  alone: boolean,
  day: Day | null,
): Promise<Slug[]> => {
  const request = SearchRequest.parse({
    text: queryOf(text),
    filters: day === null ? {} : { asOf: day },
    limit: alone ? GATHER.hitsAlone : GATHER.hitsOfMany,
    // Only a single claim uses the semantic search: embedding each stretch of a long text would
    // cost more than it finds.
    enableVector: alone,
    fields: [],
  })
  const { response } = await search(request)
  return [...new Set(response.hits.map(({ slug }) => Slug.parse(slug)))]
}

const slugsFor = async (
  search: Search,
  text: string,
  alone: boolean,
  days: JudgingContext['days'],
): Promise<Slug[]> => {
  const found = await Promise.all(days.map((day) => slugsOn(search, text, alone, day)))
  return found.flat()
}

/** Neighbouring sentences that one search is made for. */
export type SearchStretch<T> = { readonly text: string; readonly items: readonly T[] }

/**
 * Gathers sentences into stretches of at most a query's length, and into more of them where there
 * are too many.
 */
export const stretchesOf = <T>(
  items: readonly T[],
  textOf: (item: T) => string,
): SearchStretch<T>[] => {
  const total = items.reduce((sum, item) => sum + textOf(item).length, 0)
  const target = Math.max(GATHER.queryMax, Math.ceil(total / GATHER.searchesMax))
  const stretches: { text: string; items: T[] }[] = []
  for (const item of items) {
    const text = textOf(item)
    const last = stretches.at(-1)
    if (last !== undefined && last.text.length + text.length < target) {
      last.text = `${last.text} ${text}`
      last.items.push(item)
    } else stretches.push({ text, items: [item] })
  }
  return stretches
}

/** The search for texts and the verifier of sentences. */
type JudgingDeps = { readonly search: Search; readonly verifier: ClaimVerifier }

/** The data of a request that judging needs. */
export type JudgingContext = {
  readonly request: VerifyRequest
  readonly citations: readonly CheckedCitation[]
  readonly read: (slugs: readonly Slug[]) => Promise<HeldText[]>
  /** Where texts are looked for: in the wordings of a day; null: in the current ones. */
  readonly days: readonly (Day | null)[]
  /** Texts that the request names; null: it names none. */
  readonly given: readonly HeldText[] | null
  readonly alone: boolean
  readonly watch: Watch
  readonly signal: AbortSignal | undefined
}

/** A judged sentence; `held` maps keys to the texts that it was checked against. */
export type JudgedSentence = {
  readonly statement: DocumentSentence
  readonly checkWorthy: boolean
  readonly verdict: Verdict
  readonly checked: CheckedSentence | null
  readonly held: ReadonlyMap<string, HeldText>
}

const citedSlugs = (citations: readonly CheckedCitation[]): Slug[] =>
  citations.flatMap(({ candidates }) => candidates.map(({ slug }) => slug))

const plainNumber = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/gu, '')

/** Texts whose docket number a sentence names, whatever court it names. */
const namedIn = (reading: SentenceAnalysis, texts: readonly HeldText[]): string[] => {
  const numbers = new Set(reading.authorities.flatMap(({ names }) => names.map(plainNumber)))
  return texts
    .filter(({ article }) =>
      (article.judicialDecision?.identifiers ?? []).some(
        ({ scheme, value }) => scheme === 'docket' && numbers.has(plainNumber(value)),
      ),
    )
    .map(({ article }) => article.slug)
}

/**
 * The citation is not found although its court is held; if the court is not held, the decision may
 * well exist.
 */
const isDead = ({ status, code, kind }: CheckedCitation): boolean =>
  status === 404 && code === 'not_found' && (kind === 'decision' || kind === 'identifier')

/** The analysis of a sentence before any text is read. */
type AnalysedSentence = {
  readonly statement: DocumentSentence
  readonly reading: SentenceAnalysis
  readonly checkWorthy: boolean
  /** Whether any part of it can be checked against a text. */
  readonly verifiable: boolean
  readonly quotes: boolean
}

const analyseForJudging =
  (alone: boolean) =>
  (statement: DocumentSentence): AnalysedSentence => {
    const { text } = statement
    const reading = analyseSentence(text)
    const checkWorthy = alone ? isCheckable(text, reading) : isCheckWorthy(text, reading)
    return {
      statement,
      reading,
      checkWorthy,
      verifiable: checkWorthy && !isOutsideCoverage(text),
      quotes: judgedQuotations(text).length > 0,
    }
  }

const needsTexts = ({ verifiable, quotes }: AnalysedSentence): boolean => verifiable || quotes

const judgeOne = async (
  { verifier }: JudgingDeps,
  { request, citations, given, signal }: JudgingContext,
  { statement, reading, checkWorthy, verifiable, quotes }: AnalysedSentence,
  texts: readonly HeldText[],
): Promise<JudgedSentence> => {
  const isVerifiable = verifiable && texts.length > 0
  const held = new Map<string, HeldText>(texts.map((text) => [text.article.slug, text]))
  if (!isVerifiable && !quotes)
    return { statement, checkWorthy, verdict: 'unverifiable', checked: null, held }
  const own = citations.filter((citation) => within(statement, citation))
  const checked = await checkSentence(statement.text, {
    verifier,
    sources: texts.map(({ source }) => source),
    cited: new Set([...citedSlugs(own), ...namedIn(reading, texts)]),
    citesNothing: own.some(isDead),
    threshold: request.threshold,
    areFound: given === null && own.length === 0,
    ...(signal === undefined ? {} : { signal }),
  })
  const verdict = isVerifiable ? checked.judgement.verdict : 'unverifiable'
  return { statement, checkWorthy, verdict, checked, held }
}

/** Quotations of one stretch that a search is made for. */
const QUOTES_SEARCHED = 3

/**
 * The texts that a stretch cites, and those that searches find for its words and for its
 * quotations.
 */
const textsFor = async (
  { search }: JudgingDeps,
  { given, citations, read, days, alone }: JudgingContext,
  { text, items }: SearchStretch<AnalysedSentence>,
): Promise<readonly HeldText[]> => {
  if (given !== null || !items.some(needsTexts)) return given ?? []
  const cited = citations.filter((citation) =>
    items.some(({ statement }) => within(statement, citation)),
  )
  const quotes = judgedQuotations(text).slice(0, QUOTES_SEARCHED)
  const [own, ...quoted] = await Promise.all([
    slugsFor(search, text, alone, days),
    ...quotes.map((quote) => slugsFor(search, quote.text, false, days)),
  ])
  return read([...citedSlugs(cited), ...own, ...quoted.flat()])
}

/** Prepares the texts one after the other; a text that is prepared already takes no time. */
const prepareAll = async (texts: readonly HeldText[], watch: Watch): Promise<void> => {
  for (const { source } of texts) await watch.step(source.quotes.content.length)
}

/** Stretches whose texts are looked for together. */
const TOGETHER = 8

/** Each sentence with the texts found for its stretch, its quotations and its citations. */
export const judgeAll = async (
  deps: JudgingDeps,
  round: JudgingContext,
  statements: readonly DocumentSentence[],
): Promise<JudgedSentence[]> => {
  const judged: JudgedSentence[] = []
  const read = statements.map(analyseForJudging(round.alone))
  const stretches = stretchesOf(read, ({ statement }) => statement.text)
  for (let at = 0; at < stretches.length; at += TOGETHER) {
    const some = stretches.slice(at, at + TOGETHER)
    const found = await Promise.all(some.map((stretch) => textsFor(deps, round, stretch)))
    for (const texts of found) await prepareAll(texts, round.watch)
    for (const [index, { items }] of some.entries())
      for (const item of items) {
        const texts = found[index] ?? []
        await round.watch.step(costOf(texts))
        judged.push(await judgeOne(deps, round, item, texts))
      }
  }
  return judged
}
