import { Fault } from '#contracts/fault.ts'
import { TYPESENSE } from './limits.ts'

/** A code that parts of this adapter check for. */
export const MISSING = 'search-missing'
export const UNAVAILABLE = 'search-unavailable'
export const INDEX_MISSING = 'search-index-missing'

const UNAUTHORISED = [401, 403]
const NOT_FOUND = 404
const UNPROCESSABLE = 422
const TRY_LATER = [408, 425, 429]
export const SERVER_ERROR = 500
const RETRY_MS = 1_000

export const unavailable = (cause?: unknown): Fault =>
  new Fault(UNAVAILABLE, 'the search engine of TYPESENSE_URL does not answer', {
    ...(cause === undefined ? {} : { cause }),
    retryAfterMs: RETRY_MS,
    hint: 'check TYPESENSE_URL and that the server runs',
  })

/** The engine lost its disk, or is another one than the index was written to. */
export const missing = (): Fault =>
  new Fault(INDEX_MISSING, { retryAfterMs: TYPESENSE.missingRetryMs })

/** The key or its permissions are wrong: only a person can correct that. */
export const accessDenied = (): Fault => new Fault('search-access-denied')

export const wrongServer = (): Fault => new Fault('search-engine-unknown')

export const wrongVersion = (version: string, majorMin: number): Fault =>
  new Fault(
    'search-engine-version',
    `TYPESENSE_URL: the server there is Typesense ${version}; ${majorMin}.0 or later is needed`,
    { hint: 'upgrade the server, or unset TYPESENSE_URL and TYPESENSE_API_KEY' },
  )

/**
 * Describes an answer without quoting the engine: its messages and bodies contain texts and keys.
 */
const tellStatus = (status: number | undefined, code: unknown): Error =>
  new Error(
    status === undefined
      ? `no answer${typeof code === 'string' ? ` (${code})` : ''}`
      : `status ${status}`,
  )

/** The Fault for a status; undefined: no answer arrived. */
export const statusFault = (status: number | undefined, code?: unknown): Fault => {
  const cause = tellStatus(status, code)
  if (status === undefined || status >= SERVER_ERROR || TRY_LATER.includes(status))
    return unavailable(cause)
  if (UNAUTHORISED.includes(status)) return accessDenied()
  if (status === NOT_FOUND)
    return new Fault(MISSING, 'the search engine does not hold what was asked for', { cause })
  if (status === UNPROCESSABLE)
    return new Fault('search-full', { cause, retryAfterMs: 10 * RETRY_MS })
  return new Fault('search-refused', { cause })
}

const member = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null && name in error
    ? (error as Record<string, unknown>)[name]
    : undefined

/** The status that the server answered; undefined: no answer arrived. */
export const httpStatusOf = (error: unknown): number | undefined => {
  const status = member(error, 'httpStatus')
  return typeof status === 'number' ? status : undefined
}

/**
 * Turns an error of the client library into a Fault; it contains key and body, so it is not kept.
 */
export const faultOf = (error: unknown): Fault => {
  if (error instanceof Fault) return error
  return statusFault(httpStatusOf(error), member(error, 'code'))
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Fault && error.code === MISSING
