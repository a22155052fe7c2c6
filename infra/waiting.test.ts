import { expect, test } from 'vitest'
import { untilThere } from './waiting.ts'

/** Fails so many times, then succeeds. */
const after = (failures: number) => {
  let left = failures
  return (): Promise<string> => {
    left -= 1
    return left >= 0 ? Promise.reject(new Error('away')) : Promise.resolve('there')
  }
}
const pauses: number[] = []
const patience = {
  waitMs: 5_000,
  isAway: () => true,
  onWaiting: (_: unknown, pauseMs: number) => void pauses.push(pauseMs),
}

test('a process waits for an engine that comes later, and reports every wait', async () => {
  pauses.length = 0
  await expect(untilThere(after(2), patience)).resolves.toBe('there')
  expect(pauses).toEqual([500, 1_000])
})

test('the wait is bounded: the last error is thrown after the time limit, at once if that is 0', async () => {
  await expect(untilThere(after(9), { ...patience, waitMs: 600 })).rejects.toThrow('away')
  pauses.length = 0
  await expect(untilThere(after(1), { ...patience, waitMs: 0 })).rejects.toThrow('away')
  expect(pauses).toEqual([])
})

test('an error that another attempt cannot fix ends the wait, and so does an abort', async () => {
  await expect(untilThere(after(1), { ...patience, isAway: () => false })).rejects.toThrow('away')
  const stop = AbortSignal.timeout(50)
  const started = performance.now()
  await expect(untilThere(after(9), { ...patience, signal: stop })).rejects.toThrow('away')
  expect(performance.now() - started).toBeLessThan(450)
})
