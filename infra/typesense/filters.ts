import { TAG_FIELDS, type TagField } from '#contracts/search/document.ts'
import type { IndexFilters } from '#query-api/ports.ts'
import { DATES, dateNumber, dayTokens } from './days.ts'
import { kindNumber } from './order.ts'
import { FOREVER, type ROW, tagField } from './schema.ts'
import { encodeToken, quoted } from './tokens.ts'

/**
 * Joins conditions that must all hold. The engine gives both operators equal precedence from left
 * to right, so alternatives joined by `||` always have parentheses.
 */
export const all = (...conditions: readonly (string | null)[]): string =>
  conditions.filter((condition) => condition !== null).join(' && ')

/** Joins conditions of which one must hold. */
export const any = (...conditions: readonly string[]): string => `(${conditions.join(' || ')})`

/** Requires that a field of tokens contains one of these. */
export const oneOf = (field: string, tokens: readonly string[]): string =>
  `${field}:[${tokens.map(quoted).join(',')}]`

export const rowIs = (row: (typeof ROW)[keyof typeof ROW]): string => `row:=${row}`

/** Rows that exist at a change. */
export const thereAt = (change: number): string => `from:<=${change} && to:>${change}`
/** Rows without a successor, written or not yet committed. */
export const NOT_REPLACED = `to:=${FOREVER}`

const kindFilter = ({ kinds }: IndexFilters): string | null => {
  const [only, other] = kinds
  return only === undefined || other !== undefined ? null : `kind:=${kindNumber(only)}`
}

const dateFilter = ({ dateFrom, dateTo }: IndexFilters): string | null => {
  if (dateFrom === null && dateTo === null) return null
  const from = dateFrom === null ? DATES.first : dateNumber(dateFrom)
  const to = dateTo === null ? DATES.last : dateNumber(dateTo)
  return `date:>=${from} && date:<=${to}`
}

const wordingFilter = ({ asOf }: IndexFilters): string | null =>
  asOf === null ? null : oneOf('validity', dayTokens(asOf))

/** Rows of a text have a name more than its document: the one that tells its slug. */
export const slugName = (slug: string): string => encodeToken(`slug:${slug}`)

const slugFilter = ({ slug }: IndexFilters, tagName: (field: TagField) => string): string | null =>
  slug === undefined ? null : oneOf(tagName('identifiers'), [slugName(slug)])

/**
 * The filters of a query for the engine; without `asOf` they say nothing about the wording, since
 * former ones have fields of their own. Their `kinds` must not be empty.
 */
export const filterBy = (
  filters: IndexFilters,
  tagName: (field: TagField) => string = tagField,
): string | null => {
  const conditions = [
    kindFilter(filters),
    wordingFilter(filters),
    dateFilter(filters),
    slugFilter(filters, tagName),
    ...TAG_FIELDS.map((field) => {
      const values = filters.anyOf[field] ?? []
      return values.length === 0 ? null : oneOf(tagName(field), values.map(encodeToken))
    }),
  ]
  return conditions.every((condition) => condition === null) ? null : all(...conditions)
}
