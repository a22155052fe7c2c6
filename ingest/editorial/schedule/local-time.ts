/** The hour of a publication, as people write it: an instant, or a local time and its zone. */
import { Temporal } from 'temporal-polyfill'
import type { REFUSALS } from '#contracts/errors/refusals.ts'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import { Instant } from '#contracts/ids.ts'

/** A refused time; `choices`: the possible instants, with their offsets. */
export type TimeRefusal = Refusal & {
  readonly refused: Extract<keyof typeof REFUSALS, `time-${string}` | `zone-${string}`>
  readonly choices: readonly string[]
}
export type ReadTime = { readonly at: Instant } | TimeRefusal

const OFFSET = /(?:z|[+-]\d{2}:\d{2})$/iu
const TIME = /^\d{4}-\d{2}-\d{2}[t ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:z|[+-]\d{2}:\d{2})?$/iu

const refuse = (code: TimeRefusal['refused'], choices: readonly string[] = []): TimeRefusal => {
  const { reason, hint } = refusalByCode(code)
  const both = choices.length === 0 ? hint : `${hint}: ${choices.join(' or ')}`
  return { refused: code, reason, hint: both, choices }
}

const instantOf = (time: Temporal.Instant): ReadTime => {
  const at = Instant.safeParse(new Date(time.epochMilliseconds).toISOString())
  return at.success ? { at: at.data } : refuse('time-unreadable')
}

const orNull = <T>(read: () => T): T | null => {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const withOffset = (time: Temporal.ZonedDateTime): string =>
  time.toString({ timeZoneName: 'never', smallestUnit: 'second' })

const readLocal = (text: string, zone: string): ReadTime => {
  const local = orNull(() => Temporal.PlainDateTime.from(text))
  if (local === null) return refuse('time-unreadable')
  const inZone = (disambiguation: 'earlier' | 'later') =>
    orNull(() => local.toZonedDateTime(zone, { disambiguation }))
  const [earlier, later] = [inZone('earlier'), inZone('later')]
  if (earlier === null || later === null) return refuse('zone-unknown')
  if (earlier.epochMilliseconds === later.epochMilliseconds) return instantOf(earlier.toInstant())
  // Both are the hour before and after the clocks changed.
  const isTwice = earlier.toPlainDateTime().equals(local)
  const choices = [earlier, later].map(withOffset)
  return refuse(isTwice ? 'time-ambiguous' : 'time-skipped', choices)
}

/**
 * Reads an RFC 3339 instant, or a local time in a zone of the IANA list. An offset in the text
 * decides, whatever the zone. A local time that the clock change skips or repeats is refused.
 */
export const readTime = (text: string, zone: string | null): ReadTime => {
  const written = text.trim()
  if (!TIME.test(written)) return refuse('time-unreadable')
  if (OFFSET.test(written)) {
    const instant = orNull(() => Temporal.Instant.from(written))
    return instant === null ? refuse('time-unreadable') : instantOf(instant)
  }
  return zone === null ? refuse('zone-missing') : readLocal(written, zone)
}
