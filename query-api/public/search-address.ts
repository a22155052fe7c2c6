/** The address of a search: words, filters under the names of the API, order and page. */
import { z } from 'zod'
import { SEARCH_LIMITS, SearchFilters, SearchRequest } from '#contracts/http/search.ts'
import type { WhyNotResponse } from '#contracts/http/why-not.ts'
import type { ValidationDetail } from '#contracts/http/error.ts'
import { asLanguage } from '#contracts/web/language.ts'
import { parseRequest, RequestInvalid } from '#contracts/web/http/validation.ts'

export const HITS_PER_PAGE = 20
/** The last page whose first hit an offset can name. */
export const PAGES_MAX = Math.floor(SEARCH_LIMITS.offsetMax / HITS_PER_PAGE) + 1

/** What the address of a search says, before it is checked. */
export type SearchAddress = {
  readonly words: string
  /** Values by the name of the filter, in the order of the address. */
  readonly filters: ReadonlyMap<string, readonly string[]>
  /** Null: by relevance. */
  readonly sort: string | null
  /** From 1. */
  readonly page: number
  readonly language: string | null
}

const SEARCH_PATH = '/search'
/** The form of the account area that keeps a search. */
const SAVE_SEARCH_PATH = '/account/saved-searches/new'
const OWN_NAMES: ReadonlySet<string> = new Set(['q', 'lang', 'sort', 'page', 'missing'])
/** Names that other sites add to links, which say nothing of the search. */
const ADDED_BY_OTHERS = /^(?:utm_[a-z]+|fbclid|gclid|msclkid|mc_[ce]id)$/u
const PAGE = /^[1-9]\d{0,3}$/u

const pageOf = (text: string | null): number =>
  Math.min(text !== null && PAGE.test(text) ? Number(text) : 1, PAGES_MAX)

/** Reads an address. A field that a form sent empty is absent. */
export const readAddress = ({ searchParams }: URL): SearchAddress => {
  const filters = new Map<string, string[]>()
  for (const [name, value] of searchParams) {
    if (OWN_NAMES.has(name) || ADDED_BY_OTHERS.test(name) || value.trim() === '') continue
    const values = filters.get(name) ?? []
    if (!values.includes(value.trim())) filters.set(name, [...values, value.trim()])
  }
  return {
    words: (searchParams.get('q') ?? '').trim(),
    filters,
    sort: searchParams.get('sort'),
    page: pageOf(searchParams.get('page')),
    language: asLanguage(searchParams.get('lang')),
  }
}

/** The path and query of a search. */
export const printAddress = ({ words, filters, sort, page, language }: SearchAddress): string => {
  const query = new URLSearchParams()
  if (words !== '') query.set('q', words)
  for (const [name, values] of filters) for (const value of values) query.append(name, value)
  if (sort !== null) query.set('sort', sort)
  if (page > 1) query.set('page', String(page))
  if (language !== null) query.set('lang', language)
  const printed = query.toString()
  return printed === '' ? SEARCH_PATH : `${SEARCH_PATH}?${printed}`
}

/** The page on which an account saves this search, with its words and filters. */
export const saveSearchPath = ({ words, filters }: SearchAddress): string => {
  const bare = { words, filters, sort: null, page: 1, language: null }
  return `${SAVE_SEARCH_PATH}${printAddress(bare).slice(SEARCH_PATH.length)}`
}

/** The same search with other values of a filter, from its first page. */
export const withFilter = (
  address: SearchAddress,
  name: string,
  values: readonly string[],
): SearchAddress => {
  const filters = new Map(address.filters)
  if (values.length === 0) filters.delete(name)
  else filters.set(name, values)
  return { ...address, filters, page: 1 }
}

/** The same search with a value added, or removed where it is there. */
export const toggled = (address: SearchAddress, name: string, value: string): SearchAddress => {
  const values = address.filters.get(name) ?? []
  return withFilter(
    address,
    name,
    values.includes(value) ? values.filter((one) => one !== value) : [...values, value],
  )
}

export const withoutFilters = (address: SearchAddress): SearchAddress => ({
  ...address,
  filters: new Map(),
  page: 1,
})

/** The same search after a change of its request; null: there is none, or no page shows it. */
export const changedBy = (
  address: SearchAddress,
  { change, stages }: Pick<WhyNotResponse, 'change' | 'stages'>,
): SearchAddress | null => {
  if (change === null) return null
  const filters = new Map(address.filters)
  for (const [name, value] of Object.entries(change.filters ?? {}))
    if (value === null) filters.delete(name)
    else filters.set(name, [value].flat())
  const place = stages.find(({ stage }) => stage === 'page')?.rank ?? null
  const page = place === null ? address.page : Math.ceil(place / HITS_PER_PAGE)
  return page > PAGES_MAX
    ? null
    : { ...address, words: change.text ?? address.words, filters, page }
}

const isList = (name: string): boolean => {
  const schema = Object.entries(SearchFilters.shape).find(([one]) => one === name)?.[1]
  return schema instanceof z.ZodOptional && schema.unwrap() instanceof z.ZodArray
}

const filterValue = (name: string, values: readonly string[]): unknown => {
  if (isList(name)) return values
  const last = values.at(-1)
  return name === 'inForce' && last === 'true' ? true : last
}

/** Members of a request that the address does not name. */
export type Wanted = Partial<Omit<SearchRequest, 'text' | 'filters' | 'limit' | 'offset'>>

/** The request of an address, or what is wrong with it. */
export const requestOf = (
  address: SearchAddress,
  wanted: Wanted,
): SearchRequest | { readonly wrong: readonly ValidationDetail[] } => {
  const { words, filters, sort, page } = address
  const members = [...filters].map(([name, values]) => [name, filterValue(name, values)])
  try {
    return parseRequest(SearchRequest, {
      ...wanted,
      text: words,
      filters: Object.fromEntries(members),
      ...(sort === null ? {} : { sort }),
      limit: HITS_PER_PAGE,
      offset: (page - 1) * HITS_PER_PAGE,
    })
  } catch (error) {
    if (error instanceof RequestInvalid) return { wrong: error.details }
    throw error
  }
}
