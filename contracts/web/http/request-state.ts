import type { FastifyReply, FastifyRequest } from 'fastify'
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
    /** The route authenticates requests itself, such as by a signature: nothing counts them. */
    unlimited?: boolean
  }
  interface FastifyRequest {
    failure: Failure | null
  }
}

/** Sends a problem with `no-store` and records its code for the log. */
export const sendProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body, headers }: Problem<{ readonly error: string }>,
): FastifyReply => {
  request.failure = { ...request.failure, code: body.error }
  return reply
    .code(status)
    .headers({ ...headers, 'Cache-Control': 'no-store' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}
