/** Why a billable call was not carried out. All of them cost nothing. */
import { printUsd } from '#contracts/tariff.ts'
import type { Problem } from '../http/problem.ts'

/** After how many seconds a repeat of a call that is under way is worth another try. */
export const RETRY_IN_PROGRESS_SECONDS = 1

export type CapExceeded = {
  readonly capMicroUsd: number
  readonly spentMicroUsd: number
  readonly retryAfterSeconds: number
}

export const spendCapExceeded = ({
  capMicroUsd,
  spentMicroUsd,
  retryAfterSeconds,
}: CapExceeded): Problem => ({
  status: 429,
  body: {
    error: 'rate_limit',
    message: 'Spending cap exceeded',
    detail: `This call would exceed the key's monthly spending cap of ${printUsd(capMicroUsd)} USD (${printUsd(spentMicroUsd)} USD are spent or held back by calls under way); the next month begins in ${retryAfterSeconds} s.`,
    reason: 'spend_cap_exceeded',
  },
  headers: { 'Retry-After': String(retryAfterSeconds) },
})

export const idempotencyConflict: Problem = {
  status: 422,
  body: {
    error: 'idempotency_conflict',
    message: 'Idempotency key used for another request',
    detail:
      'This Idempotency-Key came with another request before: use a new one for a new request.',
  },
  headers: {},
}

export const requestInProgress: Problem = {
  status: 409,
  body: {
    error: 'request_in_progress',
    message: 'Request in progress',
    detail: 'The first request with this Idempotency-Key is not answered yet: ask again.',
  },
  headers: { 'Retry-After': String(RETRY_IN_PROGRESS_SECONDS) },
}

export const tooManyRepeats = (repeatsMax: number): Problem => ({
  status: 409,
  body: {
    error: 'idempotency_conflict',
    message: 'Idempotency key used too often',
    detail: `A request may be repeated ${repeatsMax} times under one Idempotency-Key: use a new one.`,
    reason: 'too_many_repeats',
  },
  headers: {},
})
