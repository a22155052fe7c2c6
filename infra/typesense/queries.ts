import { Fault } from '#contracts/fault.ts'
import type {
  BrowseQuery,
  FacetField,
  IndexFilters,
  IndexOrder,
  IndexQuery,
  ResultOptions,
} from '#query-api/ports.ts'
import { all, any, filterBy, oneOf, rowIs, thereAt } from './filters.ts'
import type { Head, Model } from './head.ts'
import { TYPESENSE } from './limits.ts'
import type { TagField } from '#contracts/search/document.ts'
import {
  FREQUENT,
  passageTagField,
  ROW,
  tagField,
  vectorName,
  WORDS,
  type Wording,
} from './schema.ts'
import type { Entry } from './server.ts'
import { encodeToken } from './tokens.ts'
import { shareOf } from './rows.ts'

/** A collection as of a change. */
export type State = { readonly collection: string; readonly head: Head }

const NAME_ORDER = 'name1:asc,name2:asc'

export type PlainOrder = Exclude<IndexOrder, 'relevance'>
const ORDER_MEMBERS = ['date', 'day_asc', 'weight'] as const
const BY_TEXT = { group_by: 'text', group_limit: 1 } as const

/** What a hit near the query is counted by. */
const membersCounted = ({ facets = [], byText }: ResultOptions): ('text' | FacetField)[] => [
  ...facets,
  ...(byText === true ? (['text'] as const) : []),
]

/** Pages of a list up to a depth. */
const pages = (depth: number): { page: number; per_page: number }[] =>
  Array.from({ length: Math.max(1, Math.ceil(depth / TYPESENSE.hitsPerPage)) }, (_, n) => ({
    page: n + 1,
    per_page: TYPESENSE.hitsPerPage,
  }))

/** Which rows are visible; null in a clean state, where the searched fields hold no others. */
const visible = ({ head }: State): string | null => (head.clean ? null : thereAt(head.change))

/** An entry without a filter is searched as fast as the engine can. */
const filtered = (...conditions: readonly (string | null)[]): { filter_by?: string } => {
  const filter = all(...conditions)
  return filter === '' ? {} : { filter_by: filter }
}

/** The members that rank a hit or passage: of its counts only those of these words. */
const candidateMembers = (
  tokens: readonly string[],
  names: string | null,
  others: readonly string[] = [],
): string =>
  [
    ...new Set([
      'id',
      'rank',
      ...(names === null ? [] : [names]),
      ...others,
      ...tokens.map(shareOf),
    ]),
  ].join(',')

const wordingsOf = ({ asOf }: Pick<IndexFilters, 'asOf'>): readonly Wording[] =>
  asOf === null ? ['current'] : ['current', 'former']

const fieldsOf = (filters: Pick<IndexFilters, 'asOf'>): string[] =>
  wordingsOf(filters).flatMap((wording) => [...WORDS[wording]])

const holds = (fields: readonly string[], tokens: readonly string[]): string =>
  any(...fields.map((field) => oneOf(field, tokens)))

/**
 * The best settings measured: our own analysis, no typos, positions in the text count. A word that
 * was dropped still counts in the score.
 */
const lexical = (
  collection: string,
  {
    fields,
    filter,
    members,
    words,
  }: Lead & {
    readonly fields: readonly string[]
    readonly filter: { readonly filter_by?: string }
    readonly members: string
  },
): Entry => ({
  collection,
  q: words.join(' '),
  query_by: fields.join(','),
  ...filter,
  sort_by: `_text_match:desc,${NAME_ORDER}`,
  per_page: TYPESENSE.hitsPerLead,
  include_fields: members,
  highlight_fields: 'none',
  highlight_full_fields: 'none',
  prefix: false,
  num_typos: 0,
  typo_tokens_threshold: 0,
  split_join_tokens: 'off',
  drop_tokens_threshold: TYPESENSE.hitsPerLead,
  drop_tokens_mode: 'right_to_left',
  text_match_type: 'sum_score',
  prioritize_token_position: true,
  enable_synonyms: false,
  enable_overrides: false,
})

/** Current hits with a token that is like this one; the engine allows no more than two errors. */
export const misspelledEntry = (state: State, token: string): Entry => ({
  ...lexical(state.collection, {
    fields: WORDS.current,
    filter: filtered(visible(state)),
    members: ['id', ...WORDS.current].join(','),
    words: [token],
  }),
  per_page: TYPESENSE.misspelledHits,
  num_typos: 2,
  min_len_1typo: 5,
  min_len_2typo: 9,
  typo_tokens_threshold: TYPESENSE.misspelledHits,
})

const counted = (collection: string, filter: { readonly filter_by?: string }): Entry => ({
  collection,
  q: '*',
  ...filter,
  per_page: 0,
})

/**
 * One search for candidates: the hits that hold the most words from the first one on. The engine
 * drops words from the end, and then from the beginning, until enough hits hold the others.
 */
export type Lead = { readonly words: readonly string[] }

/** How the words of a query are searched, from what is remembered of their frequencies. */
export type WordPlan = {
  readonly leads: readonly Lead[]
  /** Tokens whose exact frequency in this state is known. */
  readonly known: ReadonlyMap<string, number>
}

/**
 * The lexical part of a query. `total`: how many hits hold a word or are named. `named`: the hits
 * that a citation names. `leads`: the first hits of the words that tell most. `frequencies`: how
 * many current hits hold each of the `counted` tokens.
 */
export type LexicalEntries = {
  readonly total: readonly Entry[]
  readonly named: readonly Entry[]
  readonly leads: readonly Entry[]
  readonly frequencies: readonly Entry[]
  readonly counted: readonly string[]
}

const NOTHING: LexicalEntries = {
  total: [],
  named: [],
  leads: [],
  frequencies: [],
  counted: [],
}

const tokensOf = ({ terms }: Pick<IndexQuery, 'terms'>): string[] =>
  terms.map(({ term }) => encodeToken(term))

const namesOf = ({ identifiers }: IndexQuery): string[] => identifiers.map(encodeToken)

/** What a query matches lexically; null: nothing. */
const matching = (query: IndexQuery): string | null => {
  const [tokens, names] = [tokensOf(query), namesOf(query)]
  const conditions = [
    ...(tokens.length === 0 ? [] : [holds(fieldsOf(query.filters), tokens)]),
    ...(names.length === 0 ? [] : [oneOf('names', names)]),
  ]
  return conditions.length === 0 || query.filters.kinds.length === 0 ? null : any(...conditions)
}

/** A word in no former wording is in a current one; a name needs the wording asked for. */
const wordingOf = ({ asOf }: IndexFilters): string | null => (asOf === null ? 'current:=1' : null)

const conditionsOf = (state: State, query: IndexQuery): (string | null)[] => [
  visible(state),
  filterBy(query.filters),
  query.identifiers.length === 0 ? null : wordingOf(query.filters),
]

/** How many current hits hold each token. */
export const frequencyEntries = (state: State, tokens: readonly string[]): Entry[] =>
  tokens.map((token) =>
    counted(state.collection, filtered(visible(state), holds(WORDS.current, [token]))),
  )

export const lexicalEntries = (
  state: State,
  query: IndexQuery,
  { leads, known }: WordPlan,
): LexicalEntries => {
  const condition = matching(query)
  if (condition === null) return NOTHING
  const { collection } = state
  const tokens = tokensOf(query)
  const names = namesOf(query)
  const members = candidateMembers(tokens, names.length === 0 ? null : 'names')
  const search = {
    fields: wordingsOf(query.filters).flatMap((wording) => [...WORDS[wording], FREQUENT[wording]]),
    filter: filtered(visible(state), filterBy(query.filters)),
    members,
  }
  const counts = tokens.filter((token) => !known.has(token))
  return {
    total: [counted(collection, filtered(...conditionsOf(state, query), condition))],
    named:
      names.length === 0
        ? []
        : [
            {
              ...counted(
                collection,
                filtered(rowIs(ROW.hit), ...conditionsOf(state, query), oneOf('names', names)),
              ),
              sort_by: NAME_ORDER,
              include_fields: members,
              per_page: TYPESENSE.hitsPerPage,
            },
          ],
    leads: leads.map((lead) => lexical(collection, { ...search, ...lead })),
    frequencies: frequencyEntries(state, counts),
    counted: counts,
  }
}

/** Every hit that matches, by name, in pages up to a depth: for what follows the candidates. */
export const matchingEntries = (state: State, query: IndexQuery, depth: number): Entry[] => {
  const condition = matching(query)
  if (condition === null) return []
  const members = candidateMembers(tokensOf(query), query.identifiers.length === 0 ? null : 'names')
  return pages(depth).map((page) => ({
    ...counted(state.collection, filtered(...conditionsOf(state, query), condition)),
    sort_by: NAME_ORDER,
    include_fields: members,
    ...page,
  }))
}

/** The model to compare with; null without one. Throws Fault `search-vector-mismatch`. */
const modelFor = ({ models }: Head, wanted: string | null, dimensions: number): Model | null => {
  const model = wanted ?? models[0]?.model
  const held = models.filter((one) => one.model === model)
  const [first] = held
  if (first === undefined) return null
  const fitting = held.find((one) => one.dimensions === dimensions)
  if (fitting !== undefined) return fitting
  throw new Fault(
    'search-vector-mismatch',
    `the query has ${dimensions} dimensions, the corpus ${first.dimensions}`,
    { hint: 'embed queries with the model that the corpus was embedded with' },
  )
}

const FLOAT_DIGITS = 9
/** Few digits that restore the same 32-bit number. */
const printFloat = (value: number): string => String(Number(value.toPrecision(FLOAT_DIGITS)))

/** Distances are 32-bit numbers: what lies at the floor itself is judged by us. */
const FLOOR_MARGIN = 1e-3

/** The nearest passages, grouped by hit; of a day of law also those of former wordings. */
export const semanticEntries = (
  state: State,
  query: IndexQuery,
  wanted: string | null,
  passages: number,
): Entry[] => {
  const { vector, filters, semanticDepth, similarityFloor } = query
  if (vector === null || filters.kinds.length === 0) return []
  const model = modelFor(state.head, wanted, vector.length)
  if (model === null) return []
  const { exactPassagesMax, graphWidth, hitsPerPage } = TYPESENSE
  const farthest = 1 - Math.max(similarityFloor, 0) + FLOOR_MARGIN
  const numbers = Array.from(vector, printFloat).join(',')
  return wordingsOf(filters).map((wording) => ({
    collection: state.collection,
    q: '*',
    vector_query: `${vectorName(model, wording)}:([${numbers}], k:${passages}, distance_threshold:${farthest}, flat_search_cutoff:${exactPassagesMax}, ef:${graphWidth})`,
    ...filtered(visible(state), filterBy(filters, passageTagField)),
    group_by: 'hit',
    group_limit: 1,
    per_page: Math.min(semanticDepth, hitsPerPage),
    include_fields: candidateMembers(
      tokensOf(query),
      query.identifiers.length === 0 ? null : 'named',
      [
        ...ORDER_MEMBERS,
        ...membersCounted(query).map((one) => (one === 'text' ? one : passageTagField(one))),
      ],
    ),
  }))
}

/** The members that lists are sorted by, the first one first. */
const ORDERS: Readonly<Record<PlainOrder, string>> = {
  date: 'date:desc',
  date_asc: 'day_asc:asc',
  authority: 'weight:desc',
}

/** The order of a query; null: by relevance. */
export const orderOf = ({ order }: ResultOptions): PlainOrder | null =>
  order === undefined || order === 'relevance' ? null : order

/** The filters without those of a field itself; null if the field does not filter. */
export const withoutField = (filters: IndexFilters, field: FacetField): IndexFilters | null => {
  if (field === 'years')
    return filters.dateFrom === null && filters.dateTo === null
      ? null
      : { ...filters, dateFrom: null, dateTo: null }
  if ((filters.anyOf[field] ?? []).length === 0) return null
  return { ...filters, anyOf: { ...filters.anyOf, [field]: [] } }
}

/** All hits that match by words or are named; null: none can. */
const resultFilter = (
  state: State,
  query: IndexQuery | BrowseQuery,
): { readonly filter_by?: string } | null => {
  if (query.filters.kinds.length === 0) return null
  if (!('terms' in query))
    return filtered(
      rowIs(ROW.hit),
      visible(state),
      wordingOf(query.filters),
      filterBy(query.filters),
    )
  const condition = matching(query)
  return condition === null ? null : filtered(...conditionsOf(state, query), condition)
}

/** The first hits of a result in an order that does not depend on words, in pages. */
export const sortedEntries = (
  state: State,
  query: IndexQuery | BrowseQuery,
  order: PlainOrder,
  depth: number,
): Entry[] => {
  const filter = resultFilter(state, query)
  if (filter === null) return []
  return pages(depth).map((page) => ({
    ...counted(state.collection, filter),
    sort_by: `${ORDERS[order]},${NAME_ORDER}`,
    include_fields: ['id', 'rank', ...ORDER_MEMBERS].join(','),
    ...page,
  }))
}

/** How many hits, or texts, of a result carry each value of a field. */
export const facetEntries = (
  state: State,
  query: IndexQuery | BrowseQuery,
  field: FacetField,
): Entry[] => {
  const filters = withoutField(query.filters, field) ?? query.filters
  const filter = resultFilter(state, { ...query, filters })
  if (filter === null) return []
  return [
    {
      ...counted(state.collection, filter),
      ...(query.byText === true ? BY_TEXT : {}),
      facet_by: tagField(field),
      max_facet_values: TYPESENSE.knownValuesMax,
      facet_strategy: 'exhaustive',
    },
  ]
}

/** How many texts a result has. */
export const textsEntries = (state: State, query: IndexQuery | BrowseQuery): Entry[] => {
  const filter = resultFilter(state, query)
  if (filter === null || query.byText !== true) return []
  return [{ ...counted(state.collection, filter), ...BY_TEXT }]
}

/** One page of the hits of some texts that match by words, with what they are counted by. */
export const hitsOfTextsEntry = (
  state: State,
  query: IndexQuery,
  texts: readonly string[],
  page: number,
): Entry | null => {
  const filter = resultFilter(state, query)
  if (filter === null) return null
  const { filter_by: own } = filter
  return {
    ...counted(state.collection, { filter_by: all(own ?? null, oneOf('text', texts)) }),
    sort_by: NAME_ORDER,
    include_fields: [
      'id',
      ...membersCounted(query).map((one) => (one === 'text' ? one : tagField(one))),
    ].join(','),
    per_page: TYPESENSE.hitsPerPage,
    page,
  }
}

/** The passages nearest to a vector, grouped by hit, of these hits in any wording. */
export const nearestEntries = (
  state: State,
  vector: Float32Array,
  wanted: string | null,
  hits: readonly string[],
): Entry[] => {
  const model = modelFor(state.head, wanted, vector.length)
  if (model === null || hits.length === 0) return []
  const { exactPassagesMax, nearestPassagesMax, hitsPerPage } = TYPESENSE
  const numbers = Array.from(vector, printFloat).join(',')
  return (['current', 'former'] as const).map((wording) => ({
    collection: state.collection,
    q: '*',
    vector_query: `${vectorName(model, wording)}:([${numbers}], k:${nearestPassagesMax}, flat_search_cutoff:${exactPassagesMax})`,
    ...filtered(visible(state), oneOf('hit', hits)),
    group_by: 'hit',
    group_limit: 1,
    per_page: Math.min(hits.length, hitsPerPage),
    include_fields: 'id',
  }))
}

export const displayEntry = (collection: string, rows: readonly string[]): Entry => ({
  collection,
  q: '*',
  filter_by: oneOf('id', rows),
  per_page: Math.min(rows.length, TYPESENSE.hitsPerPage),
  include_fields: 'id,display',
})

/** How many hits carry each value of a field, in any wording. */
export const carriedEntries = (state: State, field: TagField, values: readonly string[]): Entry[] =>
  values.map((value) =>
    counted(
      state.collection,
      filtered(rowIs(ROW.hit), visible(state), oneOf(tagField(field), [encodeToken(value)])),
    ),
  )

export const valuesEntry = (state: State, field: string): Entry => ({
  ...counted(state.collection, filtered(rowIs(ROW.hit), visible(state))),
  facet_by: field,
  max_facet_values: TYPESENSE.knownValuesMax,
  facet_strategy: 'exhaustive',
})
