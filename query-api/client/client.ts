/** A typed client of the service: openapi-fetch over the types of its description document. */
import createClient from 'openapi-fetch'
import type { paths } from './types.ts'

export type ClientOptions = {
  /** With the version, such as `http://127.0.0.1:8080/api/v1`. */
  readonly baseUrl: string
  readonly key: string
  /** Milliseconds after which a call is given up, its body included; default 60,000. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 60_000

/**
 * `client.POST('/search', …)`, `client.GET('/articles/{slug}', …)`: every operation of the
 * description by its path. What the service refuses is returned as `error`; a call that never
 * reached it throws, as `fetch` does. A call that takes too long throws a DOMException whose name
 * is `TimeoutError`; one that the `signal` of the call aborts throws the reason of that signal, by
 * default an `AbortError`. Answers have the types of whole ones: one that `fields`
 * shortens is an `ArticleOfFields` or a `SearchResponseOfFields`.
 */
export const makeClient = ({ baseUrl, key, timeoutMs = TIMEOUT_MS }: ClientOptions) =>
  createClient<paths, 'application/json'>({
    baseUrl,
    headers: { accept: 'application/json', authorization: `Bearer ${key}` },
    fetch: (request) =>
      fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]) }),
  })
export type Client = ReturnType<typeof makeClient>

/** What the headers of an answer say of the call. */
export type CallFacts = {
  readonly status: number
  /** USD charged, a plain decimal. */
  readonly costUsd: string | null
  readonly usageId: string | null
  /** What the answer was, signed; `receipts.ts` checks it. null: nothing was charged. */
  readonly receipt: string | null
  /** Up to which event the answer knows the corpus. */
  readonly corpusPosition: string | null
  /** Present where the monthly cap is exceeded. */
  readonly capWarning: string | null
  /** What is left of the limit: `"rest";r=57;t=23`. */
  readonly rateLimit: string | null
  readonly retryAfterSeconds: number | null
  readonly etag: string | null
}

export const callFacts = ({ status, headers }: Response): CallFacts => {
  const wait = headers.get('retry-after')
  return {
    status,
    costUsd: headers.get('x-service-cost-usd'),
    usageId: headers.get('x-service-usage-id'),
    receipt: headers.get('x-service-receipt'),
    corpusPosition: headers.get('x-service-corpus-position'),
    capWarning: headers.get('x-service-cap-warning'),
    rateLimit: headers.get('ratelimit'),
    retryAfterSeconds: wait === null ? null : Number(wait),
    etag: headers.get('etag'),
  }
}
