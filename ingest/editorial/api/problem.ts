/** The answer to a refused write: one table from codes to statuses. */
import type { EditorialError } from '#contracts/http/editorial-error.ts'
import type { ErrorCode } from '#contracts/errors/codes.ts'
import { asSentence, reasonSentence } from '#contracts/errors/in-language.ts'
import type { Refusal } from '#contracts/fault.ts'
import type { Problem } from '#contracts/web/http/problem.ts'

export type EditorialProblem = Problem<EditorialError>

/** Who acts is the reason. */
const FORBIDDEN = [
  'author-dismisses',
  'reviewer-is-author',
  'same-person',
  'scope-missing',
  'second-factor-missing',
] as const satisfies readonly ErrorCode[]

const UNKNOWN = [
  'comment-unknown',
  'concept-unknown',
  'doubt-unknown',
  'person-unknown',
  'proposal-unknown',
  'text-unknown',
  'treatment-unknown',
  'version-unknown',
] as const satisfies readonly ErrorCode[]

/** The state is the reason: the same request may be taken later, or would have been before. */
const CONFLICT = [
  'already-approved',
  'already-erased',
  'already-published',
  'already-unpublished',
  'another-wording',
  'cited-turned-red',
  'comment-exists',
  'concept-assigned',
  'concept-not-assigned',
  'draft-in-other-hands',
  'erasure-not-deleted',
  'facts-unsealed',
  'integrity-critical',
  'never-published',
  'not-approved',
  'not-in-review',
  'not-scheduled',
  'nothing-changed',
  'nothing-pending',
  'nothing-to-discard',
  'nothing-to-restore',
  'nothing-to-submit',
  'proposal-outdated',
  'proposal-settled',
  'request-pending',
  'schedule-not-due',
  'slug-taken',
  'text-deleted',
  'text-exists',
  'text-unpublished',
  'text-withdrawn',
  'treatment-retracted',
  'version-live',
] as const satisfies readonly ErrorCode[]

type Kind = readonly [status: number, error: EditorialError['error'], message: string]
const kinds = (codes: readonly ErrorCode[], kind: Kind): [ErrorCode, Kind][] =>
  codes.map((code) => [code, kind])

const KINDS: ReadonlyMap<ErrorCode, Kind> = new Map([
  ...kinds(FORBIDDEN, [403, 'forbidden', 'Forbidden']),
  ...kinds(UNKNOWN, [404, 'not_found', 'Not found']),
  ...kinds(CONFLICT, [409, 'conflict', 'Conflict']),
])
/** Whatever else is refused is wrong in what was sent. */
const REFUSED: Kind = [422, 'refused', 'Refused']

/** The problem of a refusal. */
export const problemOf = (
  refusal: Refusal,
  more: Partial<EditorialError> = {},
): EditorialProblem => {
  const { refused, reason, hint } = refusal
  const [status, error, message] = KINDS.get(refused) ?? REFUSED
  return {
    status,
    body: {
      error,
      message,
      detail: reasonSentence(reason, refusal),
      reason: refused,
      ...(hint === '' ? {} : { hint: asSentence(hint) }),
      ...more,
    },
    headers: {},
    refusal,
  }
}

const bearerProblem = (detail: string, reason?: 'customers_key'): EditorialProblem => ({
  status: 401,
  body: {
    error: 'unauthorized',
    message: 'Missing or invalid access token',
    detail,
    ...(reason === undefined ? {} : { reason }),
    hint: 'Send the header "Authorization: Bearer svc_staff_…" with an access token of yours that is in force.',
  },
  headers: { 'WWW-Authenticate': 'Bearer' },
})

/** The same answer for a missing, unknown, ended or expired token. */
export const unauthorized = bearerProblem('This needs the access token of a member of the team.')
export const customersKey = bearerProblem(
  'This is the key of a customer, and customers never act on texts.',
  'customers_key',
)

export const scopeMissing = (scopes: readonly string[]): EditorialProblem => ({
  status: 403,
  body: {
    error: 'insufficient_scope',
    message: 'The token lacks a scope',
    detail: `This needs one of the scopes ${scopes.join(', ')}.`,
    reason: `requires scope ${scopes.join(' or ')}`,
    hint: 'Use a token with more scopes, or ask somebody who has the role.',
  },
  headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"` },
})

export const keyConflict: EditorialProblem = {
  status: 422,
  body: {
    error: 'idempotency_conflict',
    message: 'Another request came with this Idempotency-Key',
    detail: 'A key belongs to one request for 24 hours.',
    hint: 'Send a new key with a new request.',
  },
  headers: {},
}

const RETRY_SECONDS = 1
export const inProgress: EditorialProblem = {
  status: 409,
  body: {
    error: 'request_in_progress',
    message: 'The first request is not answered yet',
    detail: 'A request with this Idempotency-Key is under way.',
    hint: `Send the same request again in ${RETRY_SECONDS} second.`,
  },
  headers: { 'Retry-After': String(RETRY_SECONDS) },
}

export const tagMissing = (currentTag: string | null): EditorialProblem => ({
  status: 428,
  body: {
    error: 'precondition_required',
    message: 'The header If-Match is missing',
    detail: 'An edit names the state that it began with, so that nobody overwrites another.',
    hint: 'Read the text and send the ETag of that answer, in quotes, in If-Match.',
    ...(currentTag === null ? {} : { currentTag }),
  },
  headers: {},
})

export const tagOutdated = (
  currentTag: string | null,
  differs: readonly string[],
): EditorialProblem => ({
  status: 412,
  body: {
    error: 'precondition_failed',
    message: 'The text was changed meanwhile',
    detail:
      differs.length === 0
        ? 'The text has another tag by now, and says what was sent.'
        : `The present text differs from the one sent in ${differs.join(', ')}.`,
    hint: 'Read the text again, merge, and send its new ETag in If-Match.',
    ...(currentTag === null ? {} : { currentTag }),
    differs: [...differs],
  },
  headers: {},
})
