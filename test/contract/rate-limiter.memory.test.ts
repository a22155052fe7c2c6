import { expect, test } from 'vitest'
import { makeMemoryRateLimiter, MEMORY_LIMITER } from '#infra/memory/rate-limiter.ts'
import { rateLimiterContract } from './rate-limiter.contract.ts'

const open = () => {
  let now = 1_000
  const limiter = makeMemoryRateLimiter(() => now)
  const pass = async (ms: number): Promise<void> => {
    now += ms
  }
  return { limiter, pass, close: async () => undefined }
}

rateLimiterContract('in memory', async () => open())

test('no minute, wherever it begins, sees more than the quota', async () => {
  const { limiter, pass } = open()
  const passed: number[] = []
  for (let second = 0; second < 600; second += 1) {
    for (let call = 0; call < 3; call += 1)
      if ((await limiter.take('bucket', 30, 60)).allowed) passed.push(second)
    await pass(1_000)
  }
  for (let from = 0; from < 540; from += 1)
    expect(passed.filter((at) => at >= from && at < from + 60).length).toBeLessThanOrEqual(30)
  expect(passed).toHaveLength(300)
})

test('expired buckets are forgotten as others come', async () => {
  const { limiter, pass } = open()
  for (let address = 0; address < 1_000; address += 1) await limiter.take(`a${address}`, 30, 60)
  expect(limiter.buckets()).toBe(1_000)
  await pass(60_000)
  for (let address = 0; address < 1_000; address += 1) await limiter.take(`b${address}`, 30, 60)
  expect(limiter.buckets()).toBe(1_000)
})

test('however many ask, the number of buckets is bounded, and the busy ones stay', async () => {
  const { limiter } = open()
  for (let call = 0; call < 30; call += 1) await limiter.take('busy', 30, 60)
  for (let address = 0; address < MEMORY_LIMITER.bucketsMax * 1.1; address += 1) {
    await limiter.take(`a${address}`, 30, 60)
    if (address % 10_000 === 0) await limiter.take('busy', 30, 60)
  }
  expect(limiter.buckets()).toBe(MEMORY_LIMITER.bucketsMax)
  expect((await limiter.take('busy', 30, 60)).allowed).toBe(false)
})
