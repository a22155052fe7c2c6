/** Which days a hit is in force, as of a day (contracts/conventions/search.md). */
import type { Validity } from '#contracts/content.ts'
import type { SearchFilters, SearchRequest } from '#contracts/http/search.ts'
import { Day } from '#contracts/ids.ts'
import type { Interval } from '#contracts/search/document.ts'

/** The day that a request asks about: its own, else today. */
export const dayAsked = ({ filters }: Pick<SearchRequest, 'filters'>, today: Day): Day =>
  filters.asOf === undefined ? today : Day.parse(filters.asOf)

/** Filters of a day: the wording in force on it is what `asOf` finds. */
export const inForceOn = (filters: SearchFilters, today: Day): SearchFilters =>
  filters.inForce === true && filters.asOf === undefined ? { ...filters, asOf: today } : filters

/** A request of a day. */
export const withInForce = (request: SearchRequest, day: Day): SearchRequest => ({
  ...request,
  filters: inForceOn(request.filters, day),
})

const holdsOn =
  (day: Day) =>
  ({ from, to }: Interval): boolean =>
    (from === null || from <= day) && (to === null || day <= to)

/**
 * The interval around the day, else the last one. A text without intervals has not ended as far as
 * its source says.
 */
export const validityOn = (
  intervals: readonly Interval[],
  day: Day,
): { readonly validity: Validity; readonly inForce: boolean } => {
  const around = intervals.find(holdsOn(day))
  const { from = null, to = null } = around ?? intervals.at(-1) ?? {}
  return {
    validity: { validFrom: from, validTo: to },
    inForce: around !== undefined || intervals.length === 0,
  }
}
