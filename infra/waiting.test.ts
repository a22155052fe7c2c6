import { expect, test } from 'vitest'
import { untilThere } from './waiting.ts'

/** Fails so many times, then answers. */
const after = (failures: number) => {
  let left = failures
  return (): Promise<string> => {
    left -= 1
    return left >= 0 ? Promise.reject(new Error('away')) : Promise.resolve('there')
  }
}
const told: number[] = []
const patience = {
  waitMs: 5_000,
  isAway: () => true,
  onWaiting: (_: unknown, pauseMs: number) => void told.push(pauseMs),
}

test('an engine that comes later is waited for, and every wait is told', async () => {
  told.length = 0
  await expect(untilThere(after(2), patience)).resolves.toBe('there')
  expect(told).toEqual([500, 1_000])
})

test('the wait is bounded: the last error is thrown once the time is over, at once without any', async () => {
  await expect(untilThere(after(9), { ...patience, waitMs: 600 })).rejects.toThrow('away')
  told.length = 0
  await expect(untilThere(after(1), { ...patience, waitMs: 0 })).rejects.toThrow('away')
  expect(told).toEqual([])
})

test('what the next try can not help is not waited for, and an abort ends the wait', async () => {
  await expect(untilThere(after(1), { ...patience, isAway: () => false })).rejects.toThrow('away')
  const stop = AbortSignal.timeout(50)
  const started = performance.now()
  await expect(untilThere(after(9), { ...patience, signal: stop })).rejects.toThrow('away')
  expect(performance.now() - started).toBeLessThan(450)
})
