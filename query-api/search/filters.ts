import type { FilterWarning, SearchFilters, SearchRequest } from '#contracts/http/search.ts'
import type { Day } from '#contracts/ids.ts'
import { TAG_FIELDS, type TagField } from '#contracts/search/document.ts'
import type { IndexFilters } from '../ports.ts'

/** UUIDs are compared in lower case. */
const asStored = (field: TagField, value: string): string =>
  field === 'conceptIds' ? value.toLowerCase() : value

const valuesOf = (filters: SearchFilters, field: TagField): string[] =>
  [...new Set(filters[field] ?? [])].map((value) => asStored(field, value))

/**
 * The filters as the index takes them. OR within a field, AND between fields; an empty list filters
 * nothing. A legal domain finds its subdomains because texts carry the ancestors of their domains.
 */
export const indexFilters = ({
  filters,
  includeHeadnotes,
}: Pick<SearchRequest, 'filters' | 'includeHeadnotes'>): IndexFilters => ({
  kinds: includeHeadnotes ? ['article', 'headnote'] : ['article'],
  anyOf: Object.fromEntries(
    TAG_FIELDS.map((field) => [field, valuesOf(filters, field)] as const).filter(
      ([, values]) => values.length > 0,
    ),
  ),
  dateFrom: (filters.dateFrom ?? null) as Day | null,
  dateTo: (filters.dateTo ?? null) as Day | null,
  asOf: (filters.asOf ?? null) as Day | null,
})

/**
 * Warns about each concept that no text carries, so that an empty result has a reason. Values of
 * the other fields are of a vocabulary, or the request was refused. `known` holds the concepts of
 * the corpus.
 */
export const warningsFor = (filters: SearchFilters, known: readonly string[]): FilterWarning[] => {
  const ids = new Set(known)
  return (filters.conceptIds ?? []).flatMap((value, index) =>
    ids.has(asStored('conceptIds', value))
      ? []
      : // Ids have no meaningful closest value.
        [{ path: `filters.conceptIds.${index}`, value, closest: null }],
  )
}
