import { expect, test } from 'vitest'
import { makeWatch } from './watch.ts'

const spent = (): Error => new Error('too costly')

test('steps are taken until they cost more than the budget', async () => {
  const watch = makeWatch({ costMax: 10, msMax: 1_000, spent })
  await watch.step(6)
  await watch.step(4)
  await expect(watch.step(1)).rejects.toThrow('too costly')
})

test('no step begins after the time is over', async () => {
  let now = 0
  const watch = makeWatch({ costMax: 10, msMax: 1_000, spent }, undefined, () => now)
  now = 1_000
  await watch.step(1)
  now = 1_001
  await expect(watch.step(1)).rejects.toThrow('too costly')
})

test('a computation that nobody waits for ends at its next step', async () => {
  const leaving = new AbortController()
  const watch = makeWatch({ costMax: 10, msMax: 1_000, spent }, leaving.signal)
  await watch.step(1)
  leaving.abort()
  await expect(watch.step(1)).rejects.toMatchObject({ code: 'aborted' })
})

test('a long computation learns from other work of its thread that nobody waits', async () => {
  const leaving = new AbortController()
  const watch = makeWatch({ costMax: Infinity, msMax: 10_000, spent }, leaving.signal)
  setTimeout(() => leaving.abort(), 10)
  const compute = async (): Promise<void> => {
    for (;;) await watch.step(1)
  }
  await expect(compute()).rejects.toMatchObject({ code: 'aborted' })
})
