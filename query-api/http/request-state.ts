import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '#contracts/api-key.ts'
import type { Operation } from '#contracts/tariff.ts'
import { Fault } from '#contracts/fault.ts'
import type { Bucket } from '../auth/gate.ts'
import type { KeyRecord } from '../auth/ports.ts'
import type { Problem } from './problem.ts'

/** The codes of a failure that may be logged. */
export type Failure = {
  /** Code of the error body. */
  readonly code: string
  /** Code of a Fault, or `unexpected`. */
  readonly fault?: string | undefined
  /** File and line of an unexpected error. */
  readonly place?: string | undefined
}

declare module 'fastify' {
  // The names and parameters are those of the framework.
  interface FastifyContextConfig {
    /** The required scope of the key; a route without one is public. */
    scope?: Scope
    /** Which limit counts a request with a valid key; default `rest`. */
    bucket?: Bucket
    /** The operation that a call is charged as; null or absent: free. */
    price?: Operation | null
    /** The route authenticates requests itself, such as by a signature: no key, no rate limit. */
    unlimited?: boolean
  }
  interface FastifyRequest {
    /** The valid key of the request. */
    caller: KeyRecord | null
    failure: Failure | null
  }
}

/** The key of a request to a route with a scope. */
export const callerOf = (request: FastifyRequest): KeyRecord => {
  if (request.caller !== null) return request.caller
  throw new Fault('route-unprotected')
}

/** Sends a problem with `no-store` and records its code for the log. */
export const sendProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body, headers }: Problem,
): FastifyReply => {
  request.failure = { ...request.failure, code: body.error }
  return reply
    .code(status)
    .headers({ ...headers, 'Cache-Control': 'no-store' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}
