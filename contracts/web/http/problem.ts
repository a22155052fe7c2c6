/**
 * Bodies and headers of every refusal (contracts/conventions/errors.md;
 * contracts/conventions/conflicts.md; contracts/conventions/rate-limits.md;
 * contracts/conventions/scopes.md).
 */
import type { Scope } from '#contracts/api-key.ts'
import type { Refusal } from '#contracts/fault.ts'
import type { ErrorBody, ValidationDetail } from '#contracts/http/error.ts'
import type { Limited } from './limits.ts'

/** `Body` is the error body of the interface; each has codes of its own. */
export type Problem<Body extends { readonly error: string } = ErrorBody> = {
  readonly status: number
  readonly body: Body
  readonly headers: Readonly<Record<string, string>>
  /** The refusal behind the problem, for other languages than English. */
  readonly refusal?: Refusal
}

/** After how many seconds a client should try again. */
export const RETRY_AFTER_FAULT_SECONDS = 30

const sentenceOf = (details: readonly ValidationDetail[]): string => {
  const [first, ...others] = details
  if (first === undefined) return 'The request cannot be read.'
  const where = first.path === '' ? '' : `${first.path}: `
  const hint = first.closest === undefined ? '' : `; did you mean ${first.closest}?`
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return `${where}${first.message}${hint}${more}`
}

export const validationFailed = (
  details: readonly ValidationDetail[],
  status: 400 | 417 = 400,
): Problem => ({
  status,
  body: {
    error: 'validation_failed',
    message: 'The request is not valid',
    detail: sentenceOf(details),
    details: [...details],
  },
  headers: {},
})

/** The same body for a missing, unknown, revoked or expired key. */
export const unauthorized: Problem = {
  status: 401,
  body: {
    error: 'unauthorized',
    message: 'Missing or invalid API key',
    detail: 'Send the header "Authorization: Bearer <API_KEY>" with a key that is in force.',
  },
  headers: { 'WWW-Authenticate': 'Bearer' },
}

export const insufficientScope = (scope: Scope): Problem => ({
  status: 403,
  body: {
    error: 'insufficient_scope',
    message: 'The key lacks a scope',
    detail: `This operation needs a key with the scope ${scope}.`,
    reason: `requires scope ${scope}`,
  },
  headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
})

/** A key that names origins is taken from their pages alone. */
export const originNotAllowed: Problem = {
  status: 403,
  body: {
    error: 'origin_not_allowed',
    message: 'The origin is not allowed',
    detail: 'The holder of the key names the origins of web pages that may use it.',
  },
  headers: {},
}

const notFound = (detail: string): Problem => ({
  status: 404,
  body: { error: 'not_found', message: 'Not found', detail },
  headers: {},
})

/** The same answer for texts that never existed, are not public or were deleted. */
export const articleNotFound = notFound('There is no published article under this slug.')
export const routeNotFound = notFound('There is nothing under this path for this method.')

/** No form of the answer is one that `Accept` takes; `types` are those that there are. */
export const notAcceptable = (types: readonly string[], closest: string | undefined): Problem => ({
  status: 406,
  body: {
    error: 'not_acceptable',
    message: 'Not acceptable',
    detail: `The answer is available as ${types.join(', ')}; name one of them in Accept, or in the parameter format.`,
    details: [
      {
        path: 'accept',
        code: 'not_acceptable',
        message: 'no type that is available',
        allowed: [...types],
        ...(closest === undefined ? {} : { closest }),
      },
    ],
  },
  headers: {},
})

export const preconditionFailed: Problem = {
  status: 412,
  body: {
    error: 'precondition_failed',
    message: 'The text was changed meanwhile',
    detail:
      'It is not the answer that If-Match or If-Unmodified-Since names; ask again without the header, or with the ETag of this answer.',
  },
  headers: {},
}

export const methodNotAllowed: Problem = {
  status: 405,
  body: {
    error: 'method_not_allowed',
    message: 'Method not allowed',
    detail: 'This path does not take this method; the header Allow names those it takes.',
  },
  headers: {},
}

export const rateLimited = ({ policy, decision }: Limited): Problem => ({
  status: 429,
  body: {
    error: 'rate_limit',
    message: 'Too many requests',
    detail: `policy ${policy.name}: ${policy.quota} per ${policy.windowSeconds} s; retry in ${decision.resetSeconds} s`,
  },
  headers: { 'Retry-After': String(decision.resetSeconds) },
})

export const internalError: Problem = {
  status: 500,
  body: {
    error: 'internal_error',
    message: 'Internal error',
    detail: `Something failed on our side; please retry after ${RETRY_AFTER_FAULT_SECONDS} seconds.`,
  },
  headers: { 'Retry-After': String(RETRY_AFTER_FAULT_SECONDS) },
}

/** After how many seconds a call that found no place may try again. */
const RETRY_AFTER_OVERLOAD_SECONDS = 1

export const overloaded: Problem = {
  status: 503,
  body: {
    error: 'overloaded',
    message: 'Too many calls at once',
    detail: `The service works on as many calls as it can; please retry after ${RETRY_AFTER_OVERLOAD_SECONDS} second.`,
  },
  headers: { 'Retry-After': String(RETRY_AFTER_OVERLOAD_SECONDS) },
}

const MS_PER_SECOND = 1_000

/** The search engine is away or is being filled again; `reason` is the code of the fault. */
export const searchUnavailable = (reason: string, retryAfterMs: number | undefined): Problem => {
  const seconds =
    retryAfterMs === undefined ? RETRY_AFTER_FAULT_SECONDS : Math.ceil(retryAfterMs / MS_PER_SECOND)
  return {
    status: 503,
    body: {
      error: 'search_unavailable',
      message: 'The search is not available',
      detail:
        reason === 'search-index-missing'
          ? `The search index is being built anew; please retry after ${seconds} seconds.`
          : `The search engine does not answer; please retry after ${seconds} seconds.`,
      reason,
    },
    headers: { 'Retry-After': String(seconds) },
  }
}
