import { Fault } from '#contracts/fault.ts'
import type { RateLimiter } from '#query-api/auth/ports.ts'

/**
 * Counts by `authority`; while that does not answer, by `own`. So pages that need no database are
 * served during its outage, and nobody is let in without a count. Only Faults count as an outage.
 */
export const makeStandbyLimiter = (authority: RateLimiter, own: RateLimiter): RateLimiter => ({
  take: async (bucket, quota, windowSeconds) => {
    try {
      return await authority.take(bucket, quota, windowSeconds)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return own.take(bucket, quota, windowSeconds)
    }
  },
})
