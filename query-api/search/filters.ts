import type { FilterWarning, SearchFilters, SearchRequest } from '#contracts/http/search.ts'
import type { Day } from '#contracts/ids.ts'
import { TAG_FIELDS, type TagField } from '#contracts/search/document.ts'
import type { IndexFilters, UnknownValue } from '../ports.ts'

/** Compared in lower case: UUIDs, language tags, names of citations. */
const FOLDED: ReadonlySet<TagField> = new Set([
  'conceptIds',
  'languages',
  'cites',
  'identifiers',
  'provisions',
])
const asStored = (field: TagField, value: string): string =>
  FOLDED.has(field) ? value.toLowerCase() : value

/** The values that a request filters a field by, as it gives them. */
const givenValues = (filters: SearchFilters, field: TagField): readonly string[] => {
  if (field === 'provisions') return filters.provision === undefined ? [] : [filters.provision]
  return field === 'years' ? [] : (filters[field] ?? [])
}

/** The values as the index has them, each once. */
export const valuesOf = (filters: SearchFilters, field: TagField): string[] => [
  ...new Set(givenValues(filters, field).map((value) => asStored(field, value))),
]

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

/** Fields without a vocabulary, beside concepts: a value that no text carries is reported. */
export const OPEN_FIELDS = ['languages', 'cites', 'identifiers', 'provisions'] as const

/** Warns about each value of a field that no text carries, and names the closest one. */
export const unknownValueWarnings = (
  filters: SearchFilters,
  field: TagField,
  unknown: readonly UnknownValue[],
): FilterWarning[] => {
  const closest = new Map(unknown.map((one) => [one.value, one.closest]))
  return givenValues(filters, field).flatMap((value, at) => {
    const found = closest.get(asStored(field, value))
    if (found === undefined) return []
    const path = field === 'provisions' ? 'filters.provision' : `filters.${field}.${at}`
    return [{ path, value, closest: found }]
  })
}

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
