/** When a webhook that was not taken is sent again. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Pauses before each further attempt, in milliseconds (Standard Webhooks 1.0.0). */
export const RETRY_PAUSES_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** Each pause is up to this share longer, so that not all come back at once. */
const JITTER = 0.1

/** What a receiver may ask for with `Retry-After`. */
export const RETRY_AFTER_MS_MAX = 24 * HOUR

/**
 * The pause after a failed attempt; null: it was the last one. `random` is from 0 to below 1.
 * `askedMs` is what the receiver asked for.
 */
export const pauseAfterAttempt = (
  attempts: number,
  random: number,
  askedMs: number | null,
): number | null => {
  const pause = RETRY_PAUSES_MS[attempts - 1]
  return pause === undefined
    ? null
    : Math.max(Math.round(pause * (1 + random * JITTER)), askedMs ?? 0)
}

const SECONDS = /^\d{1,9}$/

/**
 * Milliseconds that a header `Retry-After` asks for, in seconds or by a date (RFC 9110, 10.2.3), at
 * most `RETRY_AFTER_MS_MAX`; null: none that can be read.
 */
export const retryAfterMs = (header: string | undefined, nowMs: number): number | null => {
  const text = header?.trim() ?? ''
  const asked = SECONDS.test(text) ? Number(text) * SECOND : Date.parse(text) - nowMs
  return Number.isNaN(asked) ? null : Math.min(Math.max(0, asked), RETRY_AFTER_MS_MAX)
}
