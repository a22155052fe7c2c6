/**
 * A thin typed client of the service: no dependency but `fetch`. Copy it with `types.ts`, or import
 * it.
 */
import { type ErrorBody, OPERATIONS, type Operations } from './types.ts'

export type ClientOptions = {
  /** With the version, such as `http://127.0.0.1:8080/api/v1`. */
  readonly baseUrl: string
  readonly key: string
  /** Milliseconds after which a call is given up; default 30,000. */
  readonly timeoutMs?: number
}

/** What the headers of an answer say of the call. */
export type CallFacts = {
  readonly status: number
  /** USD charged, a plain decimal. */
  readonly costUsd: string | null
  readonly usageId: string | null
  /** Up to which event the answer knows the corpus. */
  readonly corpusPosition: string | null
  /** Present where the monthly cap is exceeded. */
  readonly capWarning: string | null
  /** What is left of the limit: `"rest";r=57;t=23`. */
  readonly rateLimit: string | null
  readonly etag: string | null
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly call: CallFacts }
  | {
      readonly ok: false
      /** Null: what came is no error of the service, as from a proxy, or a 304. */
      readonly error: ErrorBody | null
      readonly retryAfterSeconds: number | null
      readonly call: CallFacts
    }

type Id = keyof Operations
type Call<I extends Id> =
  Record<string, never> extends Operations[I]['input']
    ? (input?: Operations[I]['input']) => Promise<Outcome<Operations[I]['result']>>
    : (input: Operations[I]['input']) => Promise<Outcome<Operations[I]['result']>>
/** A function for each operation of the description document, under its `operationId`. */
export type Client = { readonly [I in Id]: Call<I> }

type Values = Readonly<Record<string, string | number | boolean | undefined>>
type Input = {
  readonly path?: Values
  readonly query?: Values
  readonly headers?: Values
  readonly body?: unknown
}

const TIMEOUT_MS = 30_000
const IN_PATH = /\{([^}]+)\}/g

const given = (values: Values = {}): [string, string][] =>
  Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )

const urlOf = (baseUrl: string, path: string, input: Input): URL => {
  const filled = path.replaceAll(IN_PATH, (_, name: string) =>
    encodeURIComponent(String(input.path?.[name])),
  )
  const url = new URL(`${baseUrl.replace(/\/$/, '')}${filled}`)
  for (const [name, value] of given(input.query)) url.searchParams.append(name, value)
  return url
}

const factsOf = ({ status, headers }: Response): CallFacts => ({
  status,
  costUsd: headers.get('x-service-cost-usd'),
  usageId: headers.get('x-service-usage-id'),
  corpusPosition: headers.get('x-service-corpus-position'),
  capWarning: headers.get('x-service-cap-warning'),
  rateLimit: headers.get('ratelimit'),
  etag: headers.get('etag'),
})

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const outcomeOf = async (response: Response): Promise<Outcome<unknown>> => {
  const call = factsOf(response)
  const body = parsed(await response.text())
  if (response.ok) return { ok: true, value: body, call }
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  const isError = typeof body === 'object' && body !== null && 'error' in body
  return {
    ok: false,
    error: isError ? (body as ErrorBody) : null,
    retryAfterSeconds: Number.isFinite(wait) ? wait : null,
    call,
  }
}

/**
 * A client with one function for each operation. What the service refuses is returned; what never
 * reached it is thrown, as `fetch` throws it.
 */
export const makeClient = ({ baseUrl, key, timeoutMs = TIMEOUT_MS }: ClientOptions): Client => {
  const callOf =
    ({ method, path }: { readonly method: string; readonly path: string }) =>
    async (input: Input = {}): Promise<Outcome<unknown>> =>
      outcomeOf(
        await fetch(urlOf(baseUrl, path, input), {
          method,
          headers: {
            ...Object.fromEntries(given(input.headers)),
            accept: 'application/json',
            authorization: `Bearer ${key}`,
            ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
          signal: AbortSignal.timeout(timeoutMs),
        }),
      )
  const calls = Object.entries(OPERATIONS).map(([id, route]) => [id, callOf(route)])
  // The table and the types are generated from one document.
  return Object.fromEntries(calls) as Client
}
