/** Which days a hit is in force, as of a day (contracts/conventions/search.md). */
import type { Validity } from '#contracts/content.ts'
import type { SearchRequest } from '#contracts/http/search.ts'
import { Day } from '#contracts/ids.ts'
import type { Interval } from '#contracts/search/document.ts'

/** The day that a request asks about: its own, else today. */
export const dayAsked = ({ filters }: Pick<SearchRequest, 'filters'>, today: Day): Day =>
  filters.asOf === undefined ? today : Day.parse(filters.asOf)

/** The wording in force on a day is what `asOf` finds. */
export const withInForce = (request: SearchRequest, day: Day): SearchRequest =>
  request.filters.inForce === true
    ? { ...request, filters: { ...request.filters, asOf: day } }
    : request

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
