/** What a route of the read API asks of a key, and the key of a request. */
import type { FastifyRequest } from 'fastify'
import type { Scope } from '#contracts/api-key.ts'
import { Fault } from '#contracts/fault.ts'
import type { Operation } from '#contracts/tariff.ts'
import type { Bucket } from '../auth/gate.ts'
import type { KeyRecord } from '../auth/ports.ts'

declare module 'fastify' {
  // The names and parameters are those of the framework.
  interface FastifyContextConfig {
    /** The required scope of the key; a route without one is public. */
    scope?: Scope
    /** Which limit counts a request with a valid key; default `rest`. */
    bucket?: Bucket
    /** The operation that a call is charged as; null or absent: free. */
    price?: Operation | null
    /** Whether access tokens of connected applications are taken beside keys. */
    takesAccessTokens?: boolean
    /** A call computes for long, so it takes a place of those that do. */
    computes?: boolean
  }
  interface FastifyRequest {
    /** The valid key of the request. */
    caller: KeyRecord | null
    /** The same as it is now; null: it is not valid any more. Throws the Faults of its store. */
    callerNow: () => Promise<KeyRecord | null>
  }
}

/** The key of a request to a route with a scope. */
export const callerOf = (request: FastifyRequest): KeyRecord => {
  if (request.caller !== null) return request.caller
  throw new Fault('route-unprotected')
}
