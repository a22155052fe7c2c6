/** What an attempt means for its message and for the endpoint. */
import { Instant } from '#contracts/ids.ts'
import { pauseAfterAttempt, retryAfterMs } from '#contracts/webhooks/schedule.ts'
import type { DueMessage, Outcome, Posted } from './ports.ts'

/** After this many failures in a row an endpoint rests, each time for longer. */
const REST = { failures: 5, firstMs: 5_000, maxMs: 300_000, doublingsMax: 10 } as const

const HTTP = { okFrom: 200, okBelow: 300, gone: 410, tooMany: 429, unavailable: 503 } as const

const isDelivered = (posted: Posted): boolean =>
  'status' in posted && posted.status >= HTTP.okFrom && posted.status < HTTP.okBelow

/** What the receiver asks for, if it may. */
const askedPauseMs = (posted: Posted, nowMs: number): number | null =>
  'status' in posted && (posted.status === HTTP.tooMany || posted.status === HTTP.unavailable)
    ? retryAfterMs(posted.retryAfter, nowMs)
    : null

const restAfter = (failures: number): number =>
  failures < REST.failures
    ? 0
    : Math.min(
        REST.maxMs,
        REST.firstMs * 2 ** Math.min(failures - REST.failures, REST.doublingsMax),
      )

export type AttemptFacts = {
  readonly endpointId: string
  readonly beginning: number
  readonly message: DueMessage
  readonly posted: Posted
  readonly beganMs: number
  readonly tookMs: number
  /** Failures of the endpoint since its last success, without this one. */
  readonly failuresBefore: number
  /** From 0 to below 1. */
  readonly random: number
}

export const outcomeOf = (facts: AttemptFacts): Outcome => {
  const { endpointId, beginning, message, posted, beganMs, tookMs } = facts
  const asked = askedPauseMs(posted, Math.round(beganMs + tookMs))
  const pause = pauseAfterAttempt(message.attempts + 1, facts.random, asked)
  const attempt = {
    at: Instant.parse(new Date(beganMs).toISOString()),
    durationMs: Math.max(0, Math.round(tookMs)),
    status: 'status' in posted ? posted.status : null,
    fault: 'fault' in posted ? posted.fault : null,
  }
  const about = { messageId: message.id, endpointId, beginning, attempt }
  if (isDelivered(posted))
    return { ...about, becomes: 'delivered', pauseMs: 0, restMs: 0, isGone: false }
  return {
    ...about,
    becomes: pause === null ? 'given_up' : 'retry',
    pauseMs: pause ?? 0,
    restMs: Math.max(restAfter(facts.failuresBefore + 1), asked ?? 0),
    isGone: 'status' in posted && (posted.status === HTTP.gone || posted.isGone === true),
  }
}
