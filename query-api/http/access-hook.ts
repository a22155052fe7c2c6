import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '#contracts/api-key.ts'
import { HEADERS } from '#contracts/service.ts'
import { printUsd } from '#contracts/tariff.ts'
import type { Admission, Gate } from '../auth/gate.ts'
import { insufficientScope, type Problem, rateLimited, unauthorized } from './problem.ts'
import { sendProblem } from './request-state.ts'

/** draft-ietf-httpapi-ratelimit-headers: the policy, the calls left, the seconds until a reset. */
const limitHeaders = ({ policy, decision }: Admission): Record<string, string> => ({
  'RateLimit-Policy': `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`,
  RateLimit: `"${policy.name}";r=${decision.remaining};t=${decision.resetSeconds}`,
})

const FREE = printUsd(0)

const problemOf = (admission: Admission, scope: Scope | undefined): Problem | null => {
  if (!admission.decision.allowed) return rateLimited(admission)
  if (scope === undefined) return null
  if (admission.key === null) return unauthorized
  return admission.key.scopes.includes(scope) ? null : insufficientScope(scope)
}

/**
 * Runs before a body is read: the limit first, then the key, then its scope. Every answer is free
 * until something is charged.
 */
export const makeAccessHook =
  (gate: Gate) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    reply.header(HEADERS.costUsd, FREE)
    const { scope, bucket, unlimited } = request.routeOptions.config
    if (unlimited === true) return undefined
    const admission = await gate(request.headers.authorization, request.ip, bucket)
    request.caller = admission.key
    reply.headers(limitHeaders(admission))
    const problem = problemOf(admission, scope)
    return problem === null ? undefined : sendProblem(request, reply, problem)
  }
