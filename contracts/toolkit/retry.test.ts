import { afterEach, expect, test, vi } from 'vitest'
import { Fault } from '../fault.ts'
import { pauseAfter, pauseFor } from './pause.ts'
import { retry, type RetryOptions } from './retry.ts'

afterEach(() => vi.restoreAllMocks())

const away = new Fault('store-unavailable', 'away', { retryAfterMs: 1 })
const QUICK: RetryOptions = { firstPauseMs: 1, pauseMsMax: 4, attemptsMax: 5 }

/** Fails with these errors one after the other, then succeeds. */
const failing = (errors: readonly Error[]) => {
  const left = [...errors]
  const work = vi.fn<(attempt: number) => Promise<string>>(() => {
    const error = left.shift()
    return error === undefined ? Promise.resolve('done') : Promise.reject(error)
  })
  return work
}

test('a call is retried while its fault has retryAfterMs, with growing pauses', async () => {
  const work = failing([away, away, away])
  const pauses: number[] = []
  const onRetry = (_: unknown, pauseMs: number): void => void pauses.push(pauseMs)
  expect(await retry(work, { ...QUICK, onRetry })).toBe('done')
  expect(pauses).toEqual([1, 2, 4])
  expect(work.mock.calls).toEqual([[1], [2], [3], [4]])
})

test('it throws the last error after a bounded number of attempts', async () => {
  const work = failing(Array.from({ length: 20 }, () => away))
  await expect(retry(work, QUICK)).rejects.toBe(away)
  expect(work).toHaveBeenCalledTimes(5)
})

test('it gives up after a bounded time; with no time it makes one attempt', async () => {
  const work = failing(Array.from({ length: 200 }, () => away))
  const started = performance.now()
  const within = { firstPauseMs: 20, pauseMsMax: 20, timeMsMax: 50 }
  await expect(retry(work, within)).rejects.toBe(away)
  expect(performance.now() - started).toBeLessThan(2_000)
  expect(work.mock.calls.length).toBeGreaterThan(1)
  const once = failing([away])
  await expect(retry(once, { ...within, timeMsMax: 0 })).rejects.toBe(away)
  expect(once).toHaveBeenCalledTimes(1)
})

test('an error that another attempt cannot fix is thrown at once', async () => {
  for (const error of [new Fault('blob-missing', 'gone'), new TypeError('a bug')]) {
    const work = failing([error])
    await expect(retry(work, QUICK)).rejects.toBe(error)
    expect(work).toHaveBeenCalledTimes(1)
  }
})

test('an abort ends the pause with the last error, and keeps a result that came before it', async () => {
  const stop = new AbortController()
  const waiting = retry(failing([away, away]), {
    firstPauseMs: 60_000,
    pauseMsMax: 60_000,
    attemptsMax: 3,
    signal: stop.signal,
    onRetry: () => stop.abort(),
  })
  await expect(waiting).rejects.toBe(away)
  const late = new AbortController()
  const work = async (): Promise<string> => {
    late.abort()
    return 'done'
  }
  expect(await retry(work, { ...QUICK, signal: late.signal })).toBe('done')
})

test('pauses grow to a bound, and are never shorter than the fault asks for', () => {
  const backoff = { firstPauseMs: 500, pauseMsMax: 60_000, isJittered: true }
  const random = vi.spyOn(Math, 'random').mockReturnValue(1)
  expect(pauseAfter(backoff, 0)).toBe(500)
  expect(pauseAfter(backoff, 3)).toBe(4_000)
  expect(pauseAfter(backoff, 1_000)).toBe(60_000)
  random.mockReturnValue(0)
  expect(pauseAfter(backoff, 3)).toBe(2_000)
  expect(
    pauseAfter(backoff, 0, new Fault('store-unavailable', 'away', { retryAfterMs: 90_000 })),
  ).toBe(90_000)
  expect(pauseAfter({ ...backoff, isJittered: false }, 3)).toBe(4_000)
})

test('a pause ends with its signal and throws nothing', async () => {
  await pauseFor(60_000, AbortSignal.timeout(1))
  await pauseFor(60_000, AbortSignal.abort())
})
