import type { Admission } from './gate.ts'

/**
 * draft-ietf-httpapi-ratelimit-headers: the policy, what is left of it, and in how many seconds a
 * place is free again.
 */
export const limitHeaders = ({ policy, decision }: Admission): Record<string, string> => ({
  'RateLimit-Policy': `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`,
  RateLimit: `"${policy.name}";r=${decision.remaining};t=${decision.resetSeconds}`,
})
