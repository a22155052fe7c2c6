/** Whether a client's copy is still current (RFC 9110, section 13). */
import type { Instant } from '#contracts/ids.ts'

export type Conditions = {
  readonly ifNoneMatch: string | undefined
  readonly ifModifiedSince: string | undefined
}
export type Current = { readonly etag: string; readonly updatedAt: Instant }

const MS_PER_SECOND = 1_000
const ENTITY_TAG = /(?:W\/)?("[^"]*")/g
const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** HTTP dates have whole seconds. */
const secondsOf = (time: number): number => Math.floor(time / MS_PER_SECOND)

/** `Sun, 06 Nov 1994 08:49:37 GMT`. */
export const httpDate = (instant: Instant): string => new Date(instant).toUTCString()

const names = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.trim() === '*' ||
  [...ifNoneMatch.matchAll(ENTITY_TAG)].some(([, tag]) => tag === etag)

/** True: answer 304. The date counts only without an entity tag; an invalid date is ignored. */
export const isNotModified = (
  { ifNoneMatch, ifModifiedSince }: Conditions,
  { etag, updatedAt }: Current,
): boolean => {
  if (ifNoneMatch !== undefined) return names(ifNoneMatch, etag)
  if (ifModifiedSince === undefined || !IMF_FIXDATE.test(ifModifiedSince)) return false
  const since = Date.parse(ifModifiedSince)
  return !Number.isNaN(since) && secondsOf(Date.parse(updatedAt)) <= secondsOf(since)
}
