/** `POST /rag`, extractive: verbatim quotes and headnote summaries, chosen and ordered (CONVENTIONS §1). */
import type {
  AbstainReason,
  RagCitation,
  RagClaim,
  RagRequest,
  RagResponse,
  RagWarning,
} from '#contracts/http/rag.ts'
import { SEARCH_LIMITS, SearchRequest, type SearchResponse } from '#contracts/http/search.ts'
import type { Article } from '#contracts/http/article.ts'
import { Day, printPosition, Slug } from '#contracts/ids.ts'
import { QUESTION_TERMS, terms } from '#contracts/law/analysis.ts'
import { isOutsideCoverage } from '#contracts/law/claims.ts'
import { FUSION } from '#contracts/search/parameters.ts'
import type { ArticleReader, StoredArticle } from '../ports.ts'
import type { Search, SearchOutcome } from '../search/search.ts'
import { currencyOf } from '../verify/currency.ts'
import type { CoverageReader } from '../verify/ports.ts'
import { textSpan } from '../verify/spans.ts'
import type { Answering } from './ports.ts'
import { type Candidate, candidatesOf, weightsOf } from './sentences.ts'

/** What decides. */
export const EXTRACTION = {
  /** Hits that are looked at. */
  hits: 40,
  /** Texts that are read. */
  textsMax: 20,
  sentencesMax: 6,
  perTextMax: 2,
  /** The best sentence must speak of this share of the question, by weight. */
  coverageMin: 0.5,
  /** Others may speak of less of it. */
  besideMin: 0.6,
} as const
const METHOD = { name: 'extractive', version: '1', deterministic: true } as const
const FULL = 100

export type AnsweringDeps = {
  readonly search: Search
  readonly articles: ArticleReader
  readonly coverage: CoverageReader
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds, from any origin, never going back. */
  readonly clock: () => number
}

const queryOf = (question: string): string =>
  [...question].slice(0, SEARCH_LIMITS.textCodePointsMax).join('')

const searchFor = (
  search: Search,
  request: RagRequest,
  enableVector: boolean,
): Promise<SearchOutcome> => {
  const { filters, question, asOf } = request
  return search(
    SearchRequest.parse({
      text: queryOf(question),
      filters: asOf === undefined ? filters : { ...filters, asOf },
      limit: enableVector ? EXTRACTION.hits : 1,
      enableVector,
    }),
  )
}

const articleOf = ({ json }: StoredArticle): Article => JSON.parse(json) as Article

/** The texts of hits, in their order, where the wording that is held is the one that was found. */
const textsOf = async (articles: ArticleReader, { hits }: SearchResponse): Promise<Article[]> => {
  const versions = new Map(hits.map(({ slug, version }) => [slug, version]))
  const read = await Promise.all(
    [...versions.keys()]
      .slice(0, EXTRACTION.textsMax)
      .map((slug) => articles.bySlug(Slug.parse(slug))),
  )
  return read
    .flatMap(({ article }) => (article === null ? [] : [articleOf(article)]))
    .filter(({ slug, version }) => versions.get(slug) === version)
}

const overlaps = (one: Candidate, other: Candidate): boolean =>
  one.article.slug === other.article.slug && one.start < other.end && other.start < one.end

/** The best sentences, at most two a text, none twice; those of one text in the order of the text. */
const chosenOf = (candidates: readonly Candidate[], maxSources: number): Candidate[] => {
  const [best] = candidates
  if (best === undefined || best.coverage < EXTRACTION.coverageMin) return []
  const chosen: Candidate[] = []
  const slugs = new Map<string, number>()
  for (const one of candidates) {
    if (chosen.length === EXTRACTION.sentencesMax) break
    if (one.coverage < best.coverage * EXTRACTION.besideMin) break
    const taken = slugs.get(one.article.slug) ?? 0
    const isNew = taken === 0
    if (taken >= EXTRACTION.perTextMax || (isNew && slugs.size >= maxSources)) continue
    if (chosen.some((other) => overlaps(one, other) || other.said === one.said)) continue
    chosen.push(one)
    slugs.set(one.article.slug, taken + 1)
  }
  const order = [...slugs.keys()]
  return chosen.toSorted(
    (one, other) =>
      order.indexOf(one.article.slug) - order.indexOf(other.article.slug) ||
      one.start - other.start,
  )
}

const citationOf = ({ article, headnote, start, end }: Candidate, index: number): RagCitation => ({
  id: `s${index + 1}`,
  type: headnote === null ? 'article' : 'headnote',
  slug: article.slug,
  title: article.title,
  version: article.version,
  sha256Hash: article.sha256Hash,
  headnoteId: headnote?.headnoteId ?? null,
  quote: article.contentClean.slice(start, end),
  quoteSpan: textSpan(article.contentClean, start, end),
  statusFlag: headnote?.statusFlag ?? article.statusFlag,
  validFrom: article.validity.validFrom,
  validTo: article.validity.validTo,
  sourceUrl: article.source.url,
  licence: article.licence,
})

/** The answer's text with the span of each sentence in it. */
const composed = (chosen: readonly Candidate[]): { answer: string; claims: RagClaim[] } => {
  const parts: string[] = []
  const places: { readonly text: string; readonly start: number }[] = []
  let length = 0
  for (const [index, { said, headnote }] of chosen.entries()) {
    const text = headnote === null ? `« ${said} »` : said
    places.push({ text, start: length })
    const part = `${text} [${index + 1}]`
    parts.push(part)
    length += part.length + 1
  }
  const answer = parts.join(' ')
  const claims = places.map(({ text, start }, index): RagClaim => ({
    id: `c${index + 1}`,
    text,
    span: textSpan(answer, start, start + text.length),
    checkWorthy: true,
    // Its words are those of the source, or of the headnote that stands on the quoted words.
    verdict: 'supported',
    citationIds: [`s${index + 1}`],
  }))
  return { answer, claims }
}

const DOUBT = {
  red: 'no longer good law',
  orange: 'doubtful: undone in part, or about to be',
  yellow: 'criticised, limited or amended',
} as const

const warningsOf = (citations: readonly RagCitation[]): RagWarning[] =>
  citations.flatMap(({ id, statusFlag, title }) =>
    statusFlag === 'green' || statusFlag === 'gray'
      ? []
      : [
          {
            code: `cited_authority_${statusFlag}`,
            severity: statusFlag === 'red' ? ('critical' as const) : ('warning' as const),
            citationId: id,
            message: `${title}: ${DOUBT[statusFlag]}.`,
          },
        ],
  )

type Found = { readonly chosen: readonly Candidate[]; readonly reason: AbstainReason | null }

const NOT_IN_FORCE = new Set(['repealed', 'not_yet_in_force'])

const none = (reason: AbstainReason): Found => ({ chosen: [], reason })

const choose = (
  request: RagRequest,
  asOf: Day,
  { response }: SearchOutcome,
  texts: readonly Article[],
): Found => {
  if (isOutsideCoverage(request.question)) return none('out_of_coverage')
  if (response.hits.length === 0)
    return none(request.asOf === undefined ? 'no_source' : 'asof_not_covered')
  const inForce = texts.filter((article) => !NOT_IN_FORCE.has(currencyOf(article, asOf)))
  if (inForce.length === 0) return none('asof_not_covered')
  const all = new Set(terms(request.question))
  const telling = new Set([...all].filter((term) => !QUESTION_TERMS.has(term)))
  const question = telling.size > 0 ? telling : all
  const weights = weightsOf(
    question,
    inForce.map(({ title, contentClean }) => `${title} ${contentClean}`),
  )
  const candidates = inForce
    .flatMap((article) => candidatesOf(article, weights))
    .toSorted((one, other) => other.coverage - one.coverage)
  const chosen = chosenOf(candidates, request.maxSources)
  return chosen.length === 0 ? none('below_groundedness') : { chosen, reason: null }
}

/**
 * Answers from the texts that a search finds: each sentence is a verbatim quote of `contentClean`, or the summary of a headnote
 * with the words that it stands on. Deterministic but for `latencyMs`. Abstains, with its reason and what is held, where no
 * sentence speaks of half of the question, where nothing held was in force on the day, and where the question is about the law of
 * somewhere else. Throws the faults of its ports.
 */
export const makeAnswering =
  (deps: AnsweringDeps): Answering =>
  async (request) => {
    const begun = deps.clock()
    const asOf = Day.parse(request.asOf ?? new Date(deps.now()).toISOString().slice(0, 10))
    const [found, lexical] = await Promise.all([
      searchFor(deps.search, request, request.enableVector),
      searchFor(deps.search, request, false),
    ])
    const texts = await textsOf(deps.articles, found.response)
    const { chosen, reason } = choose(request, asOf, found, texts)
    const citations = chosen.map(citationOf)
    const { answer, claims } = composed(chosen)
    const abstained = reason !== null
    const response: RagResponse = {
      answer: abstained ? null : answer,
      abstained,
      abstainReason: reason,
      groundednessScore: abstained ? null : FULL,
      claims,
      citations,
      warnings: warningsOf(citations),
      retrieval: {
        considered: found.response.hits.length,
        used: new Set(citations.map(({ slug }) => slug)).size,
        lexicalHits: lexical.response.total,
        vectorHits: Math.max(0, found.response.total - lexical.response.total),
        k: FUSION.k,
      },
      coverage: abstained ? await deps.coverage() : null,
      corpus: {
        position: printPosition(found.position),
        asOf,
        builtAt: null,
        generation: null,
      },
      model: METHOD,
      latencyMs: Math.max(0, Math.round(deps.clock() - begun)),
    }
    return { response, position: found.position }
  }
