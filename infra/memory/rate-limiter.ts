import { Fault } from '#contracts/fault.ts'
import type { LimitDecision, RateLimiter } from '#contracts/web/http/limits.ts'

/** Limits of the limiter's memory. */
export const MEMORY_LIMITER = {
  /** Above this number the least recently used bucket is dropped and starts again empty. */
  bucketsMax: 100_000,
  /** Expired buckets removed per call: more than one call can add, so they never pile up. */
  sweptPerCall: 2,
} as const

const MS_PER_SECOND = 1_000

/**
 * Times of the accepted requests, ascending, milliseconds; those before index `first` are outside
 * the window.
 */
type Bucket = { times: number[]; first: number; windowMs: number }

const dropExpired = (bucket: Bucket, now: number): void => {
  const { times } = bucket
  while (bucket.first < times.length && (times[bucket.first] ?? 0) + bucket.windowMs <= now) {
    bucket.first += 1
  }
  // Cutting at half keeps the list within twice the quota and the average cost constant.
  if (bucket.first * 2 > times.length) {
    bucket.times = times.slice(bucket.first)
    bucket.first = 0
  }
}

const take = (bucket: Bucket, quota: number, now: number): LimitDecision => {
  dropExpired(bucket, now)
  const allowed = bucket.times.length - bucket.first < quota
  if (allowed) bucket.times.push(now)
  const oldest = bucket.times[bucket.first] ?? now
  const waitSeconds = Math.ceil((oldest + bucket.windowMs - now) / MS_PER_SECOND)
  return {
    allowed,
    remaining: Math.max(0, quota - (bucket.times.length - bucket.first)),
    resetSeconds: Math.max(1, waitSeconds),
  }
}

const isExpired = ({ times, windowMs }: Bucket, now: number): boolean =>
  (times.at(-1) ?? Number.NEGATIVE_INFINITY) + windowMs <= now

const sweep = (buckets: Map<string, Bucket>, now: number): void => {
  let looked = 0
  for (const [name, bucket] of buckets) {
    const tooMany = buckets.size > MEMORY_LIMITER.bucketsMax
    if (!tooMany && (looked >= MEMORY_LIMITER.sweptPerCall || !isExpired(bucket, now))) return
    buckets.delete(name)
    looked += 1
  }
}

/**
 * An exact sliding window for one process: a log of accepted requests. `now` is a monotonic clock
 * in milliseconds.
 */
export const makeMemoryRateLimiter = (
  now: () => number = () => performance.now(),
): RateLimiter & { readonly buckets: () => number } => {
  // In order of last use, so that the first ones are dropped first.
  const buckets = new Map<string, Bucket>()
  return {
    take: (name, quota, windowSeconds) => {
      const at = now()
      const bucket = buckets.get(name) ?? { times: [], first: 0, windowMs: 0 }
      bucket.windowMs = windowSeconds * MS_PER_SECOND
      buckets.delete(name)
      buckets.set(name, bucket)
      const decision = take(bucket, quota, at)
      sweep(buckets, at)
      return Promise.resolve(decision)
    },
    buckets: () => buckets.size,
  }
}

/**
 * Counts with `authority`, or with `own` while that throws Faults. So pages that need no database
 * are served during its outage, and every request is still counted. Other errors are thrown.
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
