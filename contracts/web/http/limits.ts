/** The port of rate limits. */
export type LimitDecision = {
  readonly allowed: boolean
  readonly remaining: number
  /** Whole seconds until the window allows another request; at least 1. */
  readonly resetSeconds: number
}
/**
 * A sliding window with one shared count. A refused request does not count
 * (contracts/conventions/rate-limits.md).
 */
export type RateLimiter = {
  take(bucket: string, quota: number, windowSeconds: number): Promise<LimitDecision>
}

/** A counted request: the policy that counts it, and what is left of it. */
export type Limited = {
  readonly policy: {
    readonly name: string
    readonly quota: number
    readonly windowSeconds: number
  }
  readonly decision: LimitDecision
}

/** draft-ietf-httpapi-ratelimit-headers: the policy, the calls left, the seconds until a reset. */
export const limitHeaders = ({ policy, decision }: Limited): Record<string, string> => ({
  'RateLimit-Policy': `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`,
  RateLimit: `"${policy.name}";r=${decision.remaining};t=${decision.resetSeconds}`,
})
