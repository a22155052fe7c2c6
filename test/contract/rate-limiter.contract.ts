/** What every limiter promises (contracts/conventions/rate-limits.md). */
import { describe, expect, test } from 'vitest'
import type { LimitDecision, RateLimiter } from '#contracts/web/http/limits.ts'

export type LimiterUnderTest = {
  readonly limiter: RateLimiter
  /** Lets that much of the limiter's time go by. */
  readonly pass: (ms: number) => Promise<void>
  readonly close: () => Promise<void>
}

const QUOTA = 5
const WINDOW_SECONDS = 2
const WINDOW_MS = WINDOW_SECONDS * 1_000
// Adapters on a server count by its clock, which a test reads a little earlier or later.
const SLACK_MS = 300

const take = ({ limiter }: LimiterUnderTest, bucket: string): Promise<LimitDecision> =>
  limiter.take(bucket, QUOTA, WINDOW_SECONDS)

const takeMany = async (
  under: LimiterUnderTest,
  bucket: string,
  count: number,
): Promise<LimitDecision[]> => {
  const decisions: LimitDecision[] = []
  for (let taken = 0; taken < count; taken += 1) decisions.push(await take(under, bucket))
  return decisions
}

export const rateLimiterContract = (name: string, open: () => Promise<LimiterUnderTest>): void => {
  const withLimiter = (
    promise: string,
    body: (under: LimiterUnderTest, bucket: string) => Promise<void>,
  ): void => {
    test(promise, async () => {
      const under = await open()
      try {
        await body(under, `test:${promise}:${performance.now()}`)
      } finally {
        await under.close()
      }
    })
  }

  describe(`rate limiter: ${name}`, () => {
    withLimiter('from an empty window exactly the quota passes', async (under, bucket) => {
      const decisions = await takeMany(under, bucket, QUOTA + 2)
      expect(decisions.map(({ allowed }) => allowed)).toEqual([
        ...Array.from({ length: QUOTA }, () => true),
        false,
        false,
      ])
      expect(decisions.map(({ remaining }) => remaining)).toEqual([4, 3, 2, 1, 0, 0, 0])
    })

    withLimiter('exactly the quota passes when all ask at once', async (under, bucket) => {
      const decisions = await Promise.all(
        Array.from({ length: QUOTA * 4 }, () => take(under, bucket)),
      )
      expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(QUOTA)
    })

    withLimiter('buckets do not touch each other', async (under, bucket) => {
      await takeMany(under, bucket, QUOTA)
      expect(await take(under, `${bucket}:other`)).toMatchObject({ allowed: true, remaining: 4 })
    })

    withLimiter('a refused request does not consume', async (under, bucket) => {
      await takeMany(under, bucket, QUOTA)
      await under.pass(WINDOW_MS / 2)
      await takeMany(under, bucket, QUOTA)
      await under.pass(WINDOW_MS / 2 + SLACK_MS)
      expect(await take(under, bucket)).toMatchObject({ allowed: true, remaining: QUOTA - 1 })
    })

    withLimiter(
      'the window slides: a place is free when its own request is old',
      async (under, bucket) => {
        await takeMany(under, bucket, 2)
        await under.pass(WINDOW_MS / 2)
        await takeMany(under, bucket, QUOTA - 2)
        await under.pass(WINDOW_MS / 2 + SLACK_MS)
        const decisions = await takeMany(under, bucket, 3)
        expect(decisions.map(({ allowed }) => allowed)).toEqual([true, true, false])
      },
    )

    withLimiter('a caller that waits for the announced time is accepted', async (under, bucket) => {
      await takeMany(under, bucket, QUOTA)
      const { allowed, resetSeconds } = await take(under, bucket)
      expect(allowed).toBe(false)
      expect(resetSeconds).toBeGreaterThanOrEqual(1)
      expect(resetSeconds).toBeLessThanOrEqual(WINDOW_SECONDS)
      await under.pass(resetSeconds * 1_000)
      expect((await take(under, bucket)).allowed).toBe(true)
    })
  })
}
