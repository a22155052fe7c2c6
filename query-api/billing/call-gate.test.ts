import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeCallGate } from './call-gate.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const gateOf = (changes: Partial<Parameters<typeof makeCallGate>[0]> = {}) =>
  makeCallGate({ inFlightMax: 4, perKeyMax: 4, waitMs: 20, ...changes }, () => Date.now())

const enterMany = (gate: ReturnType<typeof gateOf>, key: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => gate.enter(key)))

const later = async <T>(ms: number, promise: Promise<T>): Promise<T> => {
  await vi.advanceTimersByTimeAsync(ms)
  return promise
}

describe('the gate of calls', () => {
  test('admits up to its bound and refuses the next after a short wait', async () => {
    const gate = gateOf({ perKeyMax: 5 })
    const held = await enterMany(gate, 'a', 4)
    expect(held.every((leave) => leave !== null)).toBe(true)
    const fifth = gate.enter('a')
    expect(await later(20, fifth)).toBe(null)
    held[0]?.()
    expect(gate.inFlight()).toBe(3)
    expect(await gate.enter('a')).not.toBe(null)
  })

  test('refuses a key beyond its own bound at once, while others have places', async () => {
    const gate = gateOf({ perKeyMax: 2 })
    const [, , third] = await enterMany(gate, 'a', 3)
    expect(third).toBe(null)
    expect(await gate.enter('b')).not.toBe(null)
  })

  test('gives a place that becomes free to the waiting key with the fewest', async () => {
    const gate = gateOf({ perKeyMax: 8 })
    const [first] = await enterMany(gate, 'a', 4)
    const ofA = gate.enter('a')
    const ofB = gate.enter('b')
    first?.()
    expect(await ofB).not.toBe(null)
    expect(await later(20, ofA)).toBe(null)
  })

  test('gives back a place once, however often that is asked', async () => {
    const gate = gateOf()
    const leave = await gate.enter('a')
    leave?.()
    leave?.()
    expect(gate.inFlight()).toBe(0)
  })

  test('keeps half of the places for a key that was refused, until it stops asking', async () => {
    const gate = gateOf()
    const held = await enterMany(gate, 'a', 4)
    expect(await later(20, gate.enter('b'))).toBe(null)
    held.slice(0, 3).forEach((leave) => leave?.())
    expect(await gate.enter('a')).not.toBe(null)
    const more = gate.enter('a')
    expect(await gate.enter('b')).not.toBe(null)
    expect(await later(20, more)).toBe(null)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await gate.enter('a')).not.toBe(null)
  })

  test('serves a quiet key half of the time beside one that floods', async () => {
    const gate = gateOf({ inFlightMax: 2, perKeyMax: 2, waitMs: 5 })
    const served = { flood: 0, quiet: 0 }
    const call = async (key: 'flood' | 'quiet'): Promise<void> => {
      const leave = await gate.enter(key)
      if (leave === null) return
      served[key] += 1
      setTimeout(leave, 100)
    }
    for (let at = 0; at < 1_000; at += 1) {
      for (let more = 0; more < 5; more += 1) void call('flood')
      if (at % 10 === 0) void call('quiet')
      await vi.advanceTimersByTimeAsync(10)
    }
    expect(served.quiet).toBeGreaterThan(80)
    expect(served.flood).toBeGreaterThan(80)
  })
})
