import type {
  FilterWarning,
  SearchHit,
  SearchRequest,
  SearchResponse,
} from '#contracts/http/search.ts'
import type { Day, Position } from '#contracts/ids.ts'
import type {
  EntryDisplay,
  FacetCounts,
  IndexAnswer,
  QueryEmbedder,
  SearchIndex,
} from '../ports.ts'
import { makeExpansion } from './concepts.ts'
import { OPEN_FIELDS, unknownValueWarnings, valuesOf, warningsFor } from './filters.ts'
import { type FusedEntry, fuse, pageOf, scoreRanking, totalOf } from './fusion.ts'
import { highlight } from './highlight.ts'
import { dayAsked, validityOn, withInForce } from './in-force.ts'
import type { NarrowerConcepts } from './ports.ts'
import { correctedTerms } from './spelling.ts'
import { type PlannedQuery, planSearch } from './query.ts'

const sharedMembers = (display: EntryDisplay, score: number, day: Day) => ({
  score,
  slug: display.slug,
  title: display.title,
  abstract: display.abstract,
  jurisdiction: display.jurisdiction,
  contentType: display.contentType,
  publishedAt: display.publishedAt,
  version: display.version,
  sha256Hash: display.sha256Hash,
  statusFlag: display.statusFlag,
  ...validityOn(display.validity, day),
})

/**
 * A hit as it is returned: an article, or a headnote with its snippet, which carries its article's
 * slug and title.
 */
const hitOf = (
  display: EntryDisplay,
  score: number,
  { terms, day }: Pick<Ranked, 'terms' | 'day'>,
): SearchHit => {
  const shared = sharedMembers(display, score, day)
  const { headnote } = display
  if (headnote === null) return { type: 'article', ...shared }
  return {
    type: 'headnote',
    headnoteId: headnote.headnoteId,
    articleSlug: display.slug,
    articleTitle: display.title,
    sequence: headnote.sequence,
    summary: headnote.summary,
    snippet: highlight(headnote.summary, terms),
    legalRuleType: headnote.legalRuleType,
    ...shared,
  }
}

type SearchDeps = {
  readonly index: SearchIndex
  readonly embedder: QueryEmbedder
  /** A monotonic clock in milliseconds. */
  readonly clock: () => number
  /** In UTC. */
  readonly today: () => Day
  /** Without it a concept matches alone. */
  readonly concepts?: NarrowerConcepts
}

/** An answer and the log position that it knows the corpus up to. */
export type SearchOutcome = { readonly response: SearchResponse; readonly position: Position }
export type Search = (request: SearchRequest) => Promise<SearchOutcome>

/** The result of embedding a query. */
type Embedding = {
  readonly vector: Float32Array | null
  readonly costUsd: number
  readonly failed: boolean
}
const NO_EMBEDDING: Embedding = { vector: null, costUsd: 0, failed: false }
const FAILED_EMBEDDING: Embedding = { vector: null, costUsd: 0, failed: true }

/** The complete list that pages are cut from. */
type Ranked = {
  readonly entries: readonly FusedEntry[]
  readonly total: number
  readonly facets: FacetCounts | undefined
  readonly position: Position
  readonly terms: ReadonlySet<string>
  /** The day that validity is given for. */
  readonly day: Day
  readonly embedding: Embedding
}

/** A zero vector (no known word in the text) is not compared. */
const isDirected = (vector: Float32Array): boolean => vector.some((value) => value !== 0)

const embed = async (embedder: QueryEmbedder, text: string | null): Promise<Embedding> => {
  if (text === null) return NO_EMBEDDING
  try {
    const vector = await embedder.embedQuery(text)
    const { costUsdPerQuery: costUsd } = embedder
    return { vector: isDirected(vector) ? vector : null, costUsd, failed: false }
  } catch {
    // The lexical ranking still answers, and `degraded` says so; the adapter counts and logs the
    // failure.
    return FAILED_EMBEDDING
  }
}

const rankedAnswer = (
  answer: IndexAnswer,
  { query, day, embedding }: Pick<Ranked, 'day' | 'embedding'> & { readonly query: PlannedQuery },
): Ranked => ({
  entries: answer.sorted === undefined ? fuse(answer) : scoreRanking(answer.sorted),
  total: totalOf(answer),
  facets: answer.facets,
  position: answer.position,
  terms: new Set(query.terms.map(({ term }) => term)),
  day,
  embedding,
})

const rank = async (
  { index, embedder, concepts, today }: SearchDeps,
  asked: SearchRequest,
): Promise<Ranked> => {
  const day = dayAsked(asked, today())
  const request = withInForce(asked, day)
  const plan = planSearch(await makeExpansion(concepts).widened(request))
  if (plan.kind === 'browse') {
    const { entries, total, position, facets } = await index.browse(plan.query)
    return {
      entries: scoreRanking(entries),
      total,
      facets,
      position,
      terms: new Set(),
      day,
      embedding: NO_EMBEDDING,
    }
  }
  const embedding = await embed(embedder, plan.textToEmbed)
  const { vector } = embedding
  const { similarityFloor } = embedder
  const query = { ...plan.query, vector, similarityFloor }
  const answer = await index.search(query)
  const terms = await correctedTerms(query.terms, answer.unheld, (term, edits) =>
    index.similarTerms(term, edits),
  )
  if (terms === null) return rankedAnswer(answer, { query, day, embedding })
  const corrected = { ...query, terms }
  return rankedAnswer(await index.search(corrected), { query: corrected, day, embedding })
}

const warn = async (
  { index, concepts }: SearchDeps,
  filters: SearchRequest['filters'],
): Promise<FilterWarning[]> => {
  const asConcepts = async (): Promise<FilterWarning[]> => {
    if ((filters.conceptIds ?? []).length === 0) return []
    const carried = await index.knownValues('conceptIds')
    return warningsFor(filters, await makeExpansion(concepts).knownOf(filters, carried))
  }
  const others = OPEN_FIELDS.map(async (field) => {
    const values = valuesOf(filters, field)
    return values.length === 0
      ? []
      : unknownValueWarnings(filters, field, await index.unknownValues(field, values))
  })
  return (await Promise.all([asConcepts(), ...others])).flat()
}

const responseFacets = (facets: FacetCounts): NonNullable<SearchResponse['facets']> =>
  Object.fromEntries(
    Object.entries(facets).map(([field, { values, others }]) => [
      field,
      { values: [...values], others },
    ]),
  )

const hitsOf = async (
  index: SearchIndex,
  page: readonly FusedEntry[],
  ranked: Ranked,
): Promise<SearchHit[]> => {
  const displays = await index.displays(page.map(({ entry }) => entry))
  return displays.map((display, at) => hitOf(display, page[at]?.score ?? 0, ranked))
}

/**
 * Hybrid search (contracts/conventions/search.md): lexical and semantic rankings, fused by RRF and
 * cut into pages. Throws the index's faults; if the embedder fails, the lexical ranking answers
 * alone and `degraded` says so.
 */
export const makeSearch =
  (deps: SearchDeps): Search =>
  async (request) => {
    const begun = deps.clock()
    const [ranked, warnings] = await Promise.all([rank(deps, request), warn(deps, request.filters)])
    const { offset, limit } = request
    const page = pageOf(ranked.entries, { offset, limit })
    const hits = await hitsOf(deps.index, page, ranked)
    const { costUsd: embeddingCostUsd, failed } = ranked.embedding
    return {
      response: {
        hits,
        total: ranked.total,
        offset,
        limit,
        embeddingCostUsd,
        latencyMs: Math.max(0, Math.round(deps.clock() - begun)),
        warnings,
        ...(ranked.facets === undefined ? {} : { facets: responseFacets(ranked.facets) }),
        ...(failed ? { degraded: ['vector'] } : {}),
      },
      position: ranked.position,
    }
  }
