import type {
  FilterWarning,
  SearchHit,
  SearchRequest,
  SearchResponse,
} from '#contracts/http/search.ts'
import type { Day, Position, Slug } from '#contracts/ids.ts'
import type { QueryExplanation } from '#contracts/http/explain.ts'
import type {
  BrowseAnswer,
  FacetCounts,
  IndexAnswer,
  QueryEmbedder,
  SearchIndex,
} from '../ports.ts'
import { foldTexts } from './collapse.ts'
import { makeExpansion } from './concepts.ts'
import { OPEN_FIELDS, unknownValueWarnings, valuesOf, warningsFor } from './filters.ts'
import { type FusedEntry, fuseLists, listsOf, pageOf, scoreRanking, totalOf } from './fusion.ts'
import { explainedQuery, explainedTerms, explainFusion, explainOrder } from './explain.ts'
import { foldedHitsOf, type HitContext, hitsOf } from './hits.ts'
import { dayAsked, withInForce } from './in-force.ts'
import type { HitTexts, NarrowerConcepts } from './ports.ts'
import { correctedTerms } from './spelling.ts'
import { type PlannedQuery, planSearch } from './query.ts'

export type SearchDeps = {
  readonly index: SearchIndex
  /** Without it hits show no piece of their text. */
  readonly texts?: HitTexts
  readonly embedder: QueryEmbedder
  /** A monotonic clock in milliseconds. */
  readonly clock: () => number
  /** In UTC. */
  readonly today: () => Day
  /** Without it a concept matches alone. */
  readonly concepts?: NarrowerConcepts
}

/** What ranks a list. */
export type RankDeps = Pick<SearchDeps, 'embedder' | 'concepts' | 'today'> & {
  readonly index: Pick<SearchIndex, 'search' | 'browse' | 'similarTerms'>
}

/** Members of a hit that need its text. */
const SNIPPET_FIELDS = ['snippet', 'snippetSpan', 'passageHeading']

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
  /** Hits, or texts where the request folds them. */
  readonly total: number
  readonly facets: FacetCounts | undefined
  readonly position: Position
  readonly shown: Pick<HitContext, 'terms' | 'identifiers' | 'vector' | 'day' | 'explainer'>
  readonly explanation: QueryExplanation
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

/** What was asked in the end, and of which index. */
type Asked = {
  readonly query: PlannedQuery
  readonly day: Day
  readonly embedding: Embedding
  readonly meant: ReadonlyMap<string, string>
  readonly explanation: QueryExplanation
}

const rankedAnswer = (
  answer: IndexAnswer,
  { query, day, embedding, meant, explanation }: Asked,
): Ranked => {
  const lists = listsOf(answer)
  return {
    entries: answer.sorted === undefined ? fuseLists(lists) : scoreRanking(answer.sorted),
    total: answer.texts ?? totalOf(answer),
    facets: answer.facets,
    position: answer.position,
    shown: {
      terms: new Set(query.terms.map(({ term }) => term)),
      identifiers: query.identifiers,
      vector: embedding.vector,
      day,
      explainer: explainFusion(answer, lists),
    },
    explanation: { ...explanation, ...explainedTerms(query.terms, meant) },
    embedding,
  }
}

const browsed = (
  { entries, total, texts, facets, position }: BrowseAnswer,
  day: Day,
  explanation: QueryExplanation,
): Ranked => ({
  entries: scoreRanking(entries),
  total: texts ?? total,
  facets,
  position,
  shown: {
    terms: new Set(),
    identifiers: [],
    vector: null,
    day,
    explainer: explainOrder(entries),
  },
  explanation,
  embedding: NO_EMBEDDING,
})

const semanticOf = (
  { enableVector }: SearchRequest,
  textToEmbed: string | null,
  { vector, failed }: Embedding,
): QueryExplanation['semantic'] => {
  if (!enableVector) return 'off'
  if (textToEmbed === null) return 'citation'
  if (failed) return 'failed'
  return vector === null ? 'no_direction' : 'used'
}

/**
 * The whole list that a request ranks; of one text where it is named. Throws the index's faults.
 */
export const rank = async (
  { index, embedder, concepts, today }: RankDeps,
  asked: SearchRequest,
  slug?: Slug,
): Promise<Ranked> => {
  const day = dayAsked(asked, today())
  const request = withInForce(asked, day)
  const filters = await makeExpansion(concepts).widened(request.filters)
  const plan = planSearch({ ...request, filters })
  const options = {
    byText: request.collapse,
    withShares: request.explain,
    filters: { ...plan.query.filters, ...(slug === undefined ? {} : { slug }) },
  }
  if (plan.kind === 'browse')
    return browsed(
      await index.browse({ ...plan.query, ...options }),
      day,
      explainedQuery(day, plan.query.filters),
    )
  const embedding = await embed(embedder, plan.textToEmbed)
  const { vector } = embedding
  const { similarityFloor } = embedder
  const query = { ...plan.query, ...options, vector, similarityFloor }
  const explanation = {
    ...explainedQuery(day, query.filters),
    identifiers: [...query.identifiers],
    semantic: semanticOf(request, plan.textToEmbed, embedding),
    similarityFloor: vector === null ? null : similarityFloor,
  }
  const answer = await index.search(query)
  const corrected = await correctedTerms(query.terms, answer.unheld, (term, edits) =>
    index.similarTerms(term, edits),
  )
  const found = { query, day, embedding, meant: NOTHING_MEANT, explanation }
  if (corrected === null) return rankedAnswer(answer, found)
  const again = { ...query, terms: corrected.terms }
  return rankedAnswer(await index.search(again), {
    ...found,
    query: again,
    meant: corrected.meant,
  })
}
const NOTHING_MEANT: ReadonlyMap<string, string> = new Map()

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

const NO_TEXTS: HitTexts = { get: async () => new Map() }

/** A page of the list, as hits or as texts with their headnotes. */
const shownPage = (
  { index, texts = NO_TEXTS }: SearchDeps,
  { entries, shown }: Ranked,
  { offset, limit, collapse, explain, fields }: SearchRequest,
): Promise<SearchHit[]> => {
  const page = { offset, limit }
  const context: HitContext = {
    ...shown,
    isExplained: explain,
    hasSnippets: fields === undefined || SNIPPET_FIELDS.some((field) => fields.includes(field)),
  }
  return collapse
    ? foldedHitsOf({ index, texts }, pageOf(foldTexts(entries), page), context)
    : hitsOf({ index, texts }, pageOf(entries, page), context)
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
    const hits = await shownPage(deps, ranked, request)
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
        ...(request.explain ? { explanation: ranked.explanation } : {}),
        ...(failed ? { degraded: ['vector'] } : {}),
      },
      position: ranked.position,
    }
  }
