/** What the conditions of a request make of its answer (RFC 9110, section 13). */
import type { IncomingHttpHeaders } from 'node:http'
import type { Instant } from '#contracts/ids.ts'

export type ConditionHeaders = Pick<
  IncomingHttpHeaders,
  'if-match' | 'if-unmodified-since' | 'if-none-match' | 'if-modified-since'
>

/** The answer as it would be sent now. */
export type Current = {
  /** With its quotes. */
  readonly etag: string
  /** Null: it has no date of its own, so the conditions that name a date do not count. */
  readonly updatedAt: Instant | null
}

/** `unchanged`: 304, the client has the answer; `failed`: 412, it is not the one that is needed. */
export type Outcome = 'send' | 'unchanged' | 'failed'

const MS_PER_SECOND = 1_000
const ENTITY_TAG = /(W\/)?("[^"]*")/g
const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** HTTP dates have whole seconds. */
const secondsOf = (time: number): number => Math.floor(time / MS_PER_SECOND)

/** `Sun, 06 Nov 1994 08:49:37 GMT`. */
export const httpDate = (instant: Instant): string => new Date(instant).toUTCString()

/** `strong`: a weak tag is none, because it promises no equal bytes. */
const namesTag = (header: string, etag: string, strong = false): boolean =>
  header.trim() === '*' ||
  [...header.matchAll(ENTITY_TAG)].some(([, weak, tag]) => tag === etag && !(strong && weak))

/** Whether the answer changed after a date; null: one of the two is no date. */
const changedAfter = (
  header: string | undefined,
  updatedAt: Current['updatedAt'],
): boolean | null => {
  if (header === undefined || updatedAt === null || !IMF_FIXDATE.test(header)) return null
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : secondsOf(Date.parse(updatedAt)) > secondsOf(date)
}

/** In the order of RFC 9110, section 13.2.2. A date counts only without an entity tag. */
export const evaluateConditions = (
  headers: ConditionHeaders,
  { etag, updatedAt }: Current,
): Outcome => {
  const { 'if-match': needed, 'if-none-match': held } = headers
  const asNeeded =
    needed === undefined
      ? changedAfter(headers['if-unmodified-since'], updatedAt) !== true
      : namesTag(needed, etag, true)
  if (!asNeeded) return 'failed'
  const isHeld =
    held === undefined
      ? changedAfter(headers['if-modified-since'], updatedAt) === false
      : namesTag(held, etag)
  return isHeld ? 'unchanged' : 'send'
}
