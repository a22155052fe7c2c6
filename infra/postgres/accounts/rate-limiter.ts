import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { LimitDecision, RateLimiter } from '#contracts/web/http/limits.ts'
import type { Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

/** Limits of the limiter. */
export const POSTGRES_LIMITER = {
  /** Full buckets that a process remembers. */
  rememberedMax: 10_000,
  /** Buckets removed in one step. */
  sweepMax: 1_000,
} as const

const MS_PER_SECOND = 1_000
const TAKE = statement('limiter-take', {
  sql: 'select allowed, remaining, reset_ms as "resetMs" from take_place($1, $2, $3)',
  values: (bucket: string, quota: number, windowSeconds: number) => [bucket, quota, windowSeconds],
  row: z.object({ allowed: z.boolean(), remaining: z.int().min(0), resetMs: z.int() }),
})
const SWEEP = statement('limiter-sweep', {
  sql: 'select sweep_buckets($1) as swept',
  values: (bucketsMax: number) => [bucketsMax],
  row: z.object({ swept: z.int() }),
})

export type PostgresRateLimiter = RateLimiter & {
  /** Removes some buckets whose window is empty; returns how many. */
  sweep(): Promise<number>
}

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / MS_PER_SECOND))

/**
 * One authoritative count for all processes: an exact sliding window in unlogged tables. A full
 * bucket stays full until its oldest request expires, and a process refuses without a query until
 * then, so a flood of refused requests never reaches the database. `now` is a monotonic clock in
 * milliseconds. Throws the Faults of the pool.
 */
export const makePostgresRateLimiter = (
  pool: Queryable,
  now: () => number = () => performance.now(),
): PostgresRateLimiter => {
  const fullUntil = new LRUCache<string, number>({ max: POSTGRES_LIMITER.rememberedMax })
  const known = (bucket: string): LimitDecision | null => {
    const waitMs = (fullUntil.get(bucket) ?? 0) - now()
    if (waitMs > 0) return { allowed: false, remaining: 0, resetSeconds: secondsOf(waitMs) }
    fullUntil.delete(bucket)
    return null
  }
  return {
    take: async (bucket, quota, windowSeconds) => {
      const refused = known(bucket)
      if (refused !== null) return refused
      const taken = await TAKE.only(pool, bucket, quota, windowSeconds)
      const { allowed, remaining, resetMs } = taken
      if (!allowed) fullUntil.set(bucket, now() + resetMs)
      return { allowed, remaining, resetSeconds: secondsOf(resetMs) }
    },
    sweep: async () => (await SWEEP.only(pool, POSTGRES_LIMITER.sweepMax)).swept,
  }
}
