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

type AnyProblem = Problem<{ readonly error: string }>

declare module 'fastify' {
  // The names and parameters are those of the framework.
  interface FastifyContextConfig {
    /** The route authenticates requests itself, such as by a signature: nothing counts them. */
    unlimited?: boolean
  }
  interface FastifyRequest {
    failure: Failure | null
    /** Another application of this process answers and logs the request. */
    isHandedOn: boolean
    /** The answer stays open until one side ends it, so its end is no failure. */
    isLeftOpen: boolean
    /** Says a problem in the language of the request; null: problems are in English. */
    sayProblem: ((problem: AnyProblem) => AnyProblem) | null
  }
}

/** Sends a problem with `no-store` and records its code for the log. */
export const sendProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  problem: AnyProblem,
): FastifyReply => {
  const { status, body, headers } = request.sayProblem?.(problem) ?? problem
  request.failure = { ...request.failure, code: body.error }
  return reply
    .code(status)
    .headers({ ...headers, 'Cache-Control': 'no-store' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}
