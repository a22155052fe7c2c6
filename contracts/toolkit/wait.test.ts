import { expect, test } from 'vitest'
import { pollUntil } from './poll.ts'
import { makeBell, makePositionWaiters, withinTime } from './wait.ts'

const LONG_MS = 60_000
const late = (): Error => new Error('late')

test('work that takes too long ends with the error that the caller supplies', async () => {
  expect(await withinTime(Promise.resolve('done'), LONG_MS, late)).toBe('done')
  await expect(withinTime(new Promise(() => undefined), 1, late)).rejects.toThrow('late')
})

test('a bell wakes all waiters, a ring without a waiter ends the next wait, and a wait has a time limit', async () => {
  const bell = makeBell()
  const waiting = Promise.all([bell.wait(LONG_MS), bell.wait(LONG_MS)])
  bell.ring()
  await waiting
  bell.ring()
  await bell.wait(LONG_MS)
  await bell.wait(1)
})

test('a bell that is rung after a wait has run out of time or was aborted ends the next wait', async () => {
  const bell = makeBell()
  await bell.wait(1)
  await bell.wait(LONG_MS, AbortSignal.timeout(1))
  bell.ring()
  await bell.wait(LONG_MS)
})

test('waiters for a position wake when it is reached, and no earlier', async () => {
  const waiters = makePositionWaiters()
  const second = waiters.reached(2, LONG_MS, late)
  const third = waiters.reached(3, 20, late)
  waiters.moved(2)
  await second
  await expect(third).rejects.toThrow('late')
})

test('a condition is checked until it is true, the time is over, or the signal aborts', async () => {
  let looks = 0
  const options = { everyMs: 1, timeMsMax: LONG_MS }
  expect(await pollUntil(() => (looks += 1) === 3, options)).toBe(true)
  expect(await pollUntil(() => false, { ...options, timeMsMax: 0 })).toBe(false)
  const signal = AbortSignal.timeout(5)
  expect(await pollUntil(() => false, { ...options, everyMs: LONG_MS, signal })).toBe(false)
})
