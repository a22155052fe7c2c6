import { Fault } from '#contracts/fault.ts'
import type { BrowseQuery, IndexFilters, IndexQuery } from '#query-api/ports.ts'
import { all, any, filterBy, oneOf, rowIs, thereAt } from './filters.ts'
import type { Head, Model } from './head.ts'
import { TYPESENSE } from './limits.ts'
import { ROW } from './schema.ts'
import type { Entry } from './server.ts'
import { encodeToken } from './tokens.ts'

/** A collection as of a change. */
export type State = { readonly collection: string; readonly head: Head }

type Common = { readonly collection: string; readonly filter: string }

/** The members that rank and show a hit. Vectors are never among them. */
const CANDIDATE = 'document,kind,slug,sequence,from,counts,titleLength,bodyLength,names'
const PASSAGE = 'document,kind,slug,sequence,from,counts,names'
const NAME_ORDER = 'name1:asc,name2:asc'

/** Pages of a list up to a depth. */
const pages = (depth: number): { page: number; per_page: number }[] =>
  Array.from({ length: Math.max(1, Math.ceil(depth / TYPESENSE.hitsPerPage)) }, (_, n) => ({
    page: n + 1,
    per_page: TYPESENSE.hitsPerPage,
  }))

const hitsAt = ({ collection, head }: State, filters: IndexFilters): Common => ({
  collection,
  filter: all(rowIs(ROW.hit), thereAt(head.change), filterBy(filters)),
})

/**
 * The best settings measured: our own analysis, no typos, tokens dropped from both sides, positions
 * in the text count.
 */
const lexical = (
  { collection, filter }: Common,
  tokens: readonly string[],
  count: number,
): Entry => ({
  collection,
  q: tokens.join(' '),
  query_by: 'title,body',
  filter_by: filter,
  per_page: count,
  include_fields: CANDIDATE,
  highlight_fields: 'none',
  highlight_full_fields: 'none',
  prefix: false,
  num_typos: 0,
  split_join_tokens: 'off',
  drop_tokens_threshold: 100,
  drop_tokens_mode: 'both_sides:3',
  text_match_type: 'sum_score',
  prioritize_token_position: true,
  enable_synonyms: false,
  enable_overrides: false,
})

/** Current hits with a token that is like this one; the engine allows no more than two errors. */
export const misspelledEntry = ({ collection, head }: State, token: string): Entry => ({
  ...lexical(
    { collection, filter: all(rowIs(ROW.hit), thereAt(head.change), 'current:=1') },
    [token],
    TYPESENSE.hitsPerPage,
  ),
  num_typos: 2,
  min_len_1typo: 5,
  min_len_2typo: 9,
  typo_tokens_threshold: TYPESENSE.hitsPerPage,
})

const holds = (tokens: readonly string[]): string =>
  any(oneOf('title', tokens), oneOf('body', tokens))

const counted = ({ collection, filter }: Common): Entry => ({
  collection,
  q: '*',
  filter_by: filter,
  per_page: 0,
})

/**
 * The lexical part of a query. `matching`: every hit that contains a term or is named, in pages up
 * to the depth; the first page has the exact total. `candidates`: the first hits of the engine's
 * own ranking and of each term alone, if more match than the depth allows. `frequencies`: the
 * number of current hits that contain each term.
 */
export type LexicalEntries = {
  readonly matching: readonly Entry[]
  readonly named: readonly Entry[]
  readonly candidates: readonly Entry[]
  readonly frequencies: readonly Entry[]
}

export const lexicalEntries = (state: State, query: IndexQuery): LexicalEntries => {
  const tokens = query.terms.map(({ term }) => encodeToken(term))
  const names = query.identifiers.map(encodeToken)
  const common = hitsAt(state, query.filters)
  const none: LexicalEntries = { matching: [], named: [], candidates: [], frequencies: [] }
  const conditions = [
    ...(tokens.length === 0 ? [] : [holds(tokens)]),
    ...(names.length === 0 ? [] : [oneOf('names', names)]),
  ]
  if (query.filters.kinds.length === 0) return none
  const everywhere = {
    ...common,
    filter: all(rowIs(ROW.hit), thereAt(state.head.change), 'current:=1'),
  }
  return {
    matching:
      conditions.length === 0
        ? []
        : pages(query.lexicalDepth).map((page) => ({
            ...counted({ ...common, filter: all(common.filter, any(...conditions)) }),
            sort_by: NAME_ORDER,
            include_fields: CANDIDATE,
            ...page,
          })),
    named:
      names.length === 0
        ? []
        : [
            {
              ...counted({ ...common, filter: all(common.filter, oneOf('names', names)) }),
              sort_by: NAME_ORDER,
              include_fields: CANDIDATE,
              per_page: TYPESENSE.hitsPerPage,
            },
          ],
    candidates:
      tokens.length === 0
        ? []
        : [
            lexical(common, tokens, TYPESENSE.hitsPerPage),
            ...(tokens.length === 1 ? [] : tokens.slice(0, TYPESENSE.termsAloneMax)).map((token) =>
              lexical(common, [token], TYPESENSE.hitsPerTerm),
            ),
          ],
    frequencies: tokens.map((token) =>
      counted({ ...everywhere, filter: all(everywhere.filter, holds([token])) }),
    ),
  }
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

/** The nearest passages, grouped by hit. */
export const semanticEntries = (
  state: State,
  { vector, filters, semanticDepth }: IndexQuery,
  wanted: string | null,
): Entry[] => {
  if (vector === null || filters.kinds.length === 0) return []
  const model = modelFor(state.head, wanted, vector.length)
  if (model === null) return []
  const { nearestPassages, exactPassagesMax, graphWidth, hitsPerPage } = TYPESENSE
  return [
    {
      collection: state.collection,
      q: '*',
      vector_query: `${model.field}:([${vector.join(',')}], k:${nearestPassages}, flat_search_cutoff:${exactPassagesMax}, ef:${graphWidth})`,
      filter_by: all(rowIs(ROW.passage), thereAt(state.head.change), filterBy(filters)),
      group_by: 'hit',
      group_limit: 1,
      per_page: Math.min(semanticDepth, hitsPerPage),
      include_fields: PASSAGE,
      exclude_fields: model.field,
    },
  ]
}

export const browseEntries = (state: State, { filters, depth }: BrowseQuery): Entry[] =>
  filters.kinds.length === 0
    ? []
    : pages(depth).map((page) => ({
        ...counted(hitsAt(state, filters)),
        sort_by: `date:desc,${NAME_ORDER}`,
        include_fields: 'document,kind,slug,sequence,from,date',
        ...page,
      }))

export const displayEntry = (collection: string, rows: readonly string[]): Entry => ({
  collection,
  q: '*',
  filter_by: oneOf('id', rows),
  per_page: TYPESENSE.hitsPerPage,
  include_fields: 'id,display',
})

export const valuesEntry = ({ collection, head }: State, field: string): Entry => ({
  ...counted({ collection, filter: all(rowIs(ROW.hit), thereAt(head.change)) }),
  facet_by: field,
  max_facet_values: TYPESENSE.knownValuesMax,
  facet_strategy: 'exhaustive',
})
