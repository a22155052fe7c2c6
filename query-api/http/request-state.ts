import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '#contracts/api-key.ts'
import type { Operation } from '#contracts/tariff.ts'
import { Fault } from '#contracts/fault.ts'
import type { Bucket } from '../auth/gate.ts'
import type { KeyRecord } from '../auth/ports.ts'
import type { Problem } from './problem.ts'

/** What went wrong, as codes that a log may hold. */
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
    /** What a key needs here; a route without it is public. */
    scope?: Scope
    /** Which limit counts a request with a good key; default `rest`. */
    bucket?: Bucket
    /** What a call is charged as; null or absent: it is free. */
    price?: Operation | null
    /** The route checks who asks by itself, as by a signature: neither key nor limit apply. */
    unlimited?: boolean
  }
  interface FastifyRequest {
    /** The good key that came with the request. */
    caller: KeyRecord | null
    failure: Failure | null
  }
}

/** The key behind a request to a route that has a scope. */
export const callerOf = (request: FastifyRequest): KeyRecord => {
  if (request.caller !== null) return request.caller
  throw new Fault('route-unprotected', 'A route that needs a key was reached without one.')
}

/**
 * Sends a problem with `no-store`, and keeps its code for the log.
 */
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
