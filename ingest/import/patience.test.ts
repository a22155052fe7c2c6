import { expect, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import { PATIENCE, patiently } from './patience.ts'

const away = new Fault('store-unavailable', 'away', { retryAfterMs: 1_000 })
const failing = (faults: Error[]) => {
  const waits: number[] = []
  const work = () => {
    const fault = faults.shift()
    return fault === undefined ? Promise.resolve('done') : Promise.reject(fault)
  }
  const pause = (milliseconds: number) => {
    waits.push(milliseconds)
    return Promise.resolve()
  }
  return { waits, result: patiently(work, pause) }
}

test('work is tried again while its fault names a time, later each time', async () => {
  const { waits, result } = failing([away, away, away])
  await expect(result).resolves.toBe('done')
  expect(waits).toEqual([1_000, 2_000, 4_000])
})

test('it gives up with the fault, after a bounded wait', async () => {
  const { waits, result } = failing(Array.from({ length: 20 }, () => away))
  await expect(result).rejects.toBe(away)
  expect(waits.length).toBe(PATIENCE.attemptsMax - 1)
  expect(Math.max(...waits)).toBeLessThanOrEqual(PATIENCE.waitMsMax)
})

test('what a retry cannot fix is thrown at once', async () => {
  const broken = new Fault('blob-missing', 'gone')
  for (const error of [broken, new TypeError('a bug')]) {
    const { waits, result } = failing([error])
    await expect(result).rejects.toBe(error)
    expect(waits).toEqual([])
  }
})
