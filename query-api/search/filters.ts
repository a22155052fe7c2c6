import { meantWord } from '#contracts/toolkit/closest.ts'
import type { FilterWarning, SearchFilters, SearchRequest } from '#contracts/http/search.ts'
import type { Day } from '#contracts/ids.ts'
import { TAG_FIELDS, type TagField } from '#contracts/search/document.ts'
import { TREATMENT_TYPES } from '#contracts/vocabulary/citator.ts'
import { CourtLevel } from '#contracts/vocabulary/courts.ts'
import { DoctrineSubtype, LEGAL_DOMAINS, LegalRuleType } from '#contracts/vocabulary/texts.ts'
import type { IndexFilters } from '../ports.ts'

/** Vocabularies of the open fields (contracts/conventions/search.md); concepts have ids instead. */
const VOCABULARIES: Partial<Record<TagField, readonly string[]>> = {
  courtLevels: CourtLevel.options,
  legalRuleTypes: LegalRuleType.options,
  doctrineSubtypes: DoctrineSubtype.options,
  legalDomains: LEGAL_DOMAINS,
  treatmentTypes: TREATMENT_TYPES,
}
const OPEN_FIELDS = [
  'conceptIds',
  'courtLevels',
  'legalRuleTypes',
  'doctrineSubtypes',
  'legalDomains',
  'treatmentTypes',
] as const satisfies readonly TagField[]
type OpenField = (typeof OPEN_FIELDS)[number]

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

/** The open fields that a request filters by: those whose values may be unknown. */
export const openFieldsOf = (filters: SearchFilters): OpenField[] =>
  OPEN_FIELDS.filter((field) => (filters[field] ?? []).length > 0)

/**
 * Warns about each value of an open field that is neither in the corpus nor in a vocabulary and so
 * matches nothing, so that an empty result has a reason. `known` holds the values of the corpus.
 */
export const warningsFor = (
  filters: SearchFilters,
  known: ReadonlyMap<OpenField, readonly string[]>,
): FilterWarning[] =>
  openFieldsOf(filters).flatMap((field) => {
    const words = new Set([...(VOCABULARIES[field] ?? []), ...(known.get(field) ?? [])])
    return (filters[field] ?? []).flatMap((value, index) =>
      words.has(asStored(field, value))
        ? []
        : [
            {
              path: `filters.${field}.${index}`,
              value,
              // Ids have no meaningful closest value.
              closest: field === 'conceptIds' ? null : meantWord(value, words),
            },
          ],
    )
  })
