import { expect, test } from 'vitest'
import { catchUp, follow, type Follower } from './follow.ts'

/** Follows a list that the test appends to, and records what happens. */
const makeWorld = (overrides: Partial<Follower<number>> = {}) => {
  const stop = new AbortController()
  const list: string[] = []
  const seen: string[] = []
  const follower: Follower<number> = {
    hold: async (signal, work) => {
      seen.push('hold')
      try {
        await work(seen.filter((one) => one.startsWith('item')).length, signal)
      } finally {
        seen.push('release')
      }
    },
    step: async (place) => {
      const item = list[place]
      if (item === undefined) return { place, isCaughtUp: true }
      seen.push(`item ${item}`)
      return { place: place + 1, isCaughtUp: false }
    },
    wait: async () => stop.abort(),
    backoff: { firstPauseMs: 1, pauseMsMax: 8 },
    ...overrides,
  }
  return { stop, list, seen, follower }
}

test('it takes the lock, steps until it has caught up, waits, and releases the lock', async () => {
  const { stop, list, seen, follower } = makeWorld()
  list.push('a', 'b')
  await follow(follower, stop.signal)
  expect(seen).toEqual(['hold', 'item a', 'item b', 'release'])
})

test('after an error it releases the lock and continues from the checkpoint', async () => {
  const faults: unknown[] = []
  const lost = new Error('lost')
  const { stop, list, seen, follower } = makeWorld({ onFault: (error) => faults.push(error) })
  list.push('a', 'b')
  let isFirst = true
  const step: Follower<number>['step'] = async (place, held) => {
    if (place === 1 && isFirst) {
      isFirst = false
      throw lost
    }
    return follower.step(place, held)
  }
  await follow({ ...follower, step }, stop.signal)
  expect(seen).toEqual(['hold', 'item a', 'release', 'hold', 'item b', 'release'])
  expect(faults).toEqual([lost])
})

test('a step whose parts failed counts as progress: the pauses stay short', async () => {
  const { stop, follower } = makeWorld()
  let steps = 0
  const step: Follower<number>['step'] = async (place) => {
    steps += 1
    if (steps === 12) stop.abort()
    return { place, isCaughtUp: false, fault: new Error('one of many') }
  }
  const started = performance.now()
  await follow({ ...follower, step, backoff: { firstPauseMs: 4, pauseMsMax: 60_000 } }, stop.signal)
  expect(steps).toBe(12)
  // Pauses that kept doubling would add up to eight seconds.
  expect(performance.now() - started).toBeLessThan(4_000)
})

test('a lock that isOver ends is taken again; an error thrown by onFault ends following', async () => {
  let holds = 0
  const { stop, seen, follower } = makeWorld({ isOver: async () => (holds += 1) < 3 })
  await follow(follower, stop.signal)
  expect(seen.filter((one) => one === 'hold')).toHaveLength(3)
  const bug = new TypeError('a bug')
  const broken = makeWorld({
    step: () => Promise.reject(bug),
    onFault: (error) => {
      throw error
    },
  })
  await expect(follow(broken.follower, broken.stop.signal)).rejects.toBe(bug)
})

test('an abort ends it without an error, even during a pause', async () => {
  const { stop, follower } = makeWorld({
    step: () => Promise.reject(new Error('away')),
    backoff: { firstPauseMs: 60_000, pauseMsMax: 60_000 },
    onFault: () => stop.abort(),
  })
  await follow(follower, stop.signal)
  const never = makeWorld()
  never.stop.abort()
  await follow(never.follower, never.stop.signal)
  expect(never.seen).toEqual([])
})

test('catchUp steps until it has caught up or is aborted', async () => {
  const { list, follower } = makeWorld()
  list.push('a', 'b', 'c')
  expect(await catchUp(follower, 1, new AbortController().signal)).toBe(3)
  expect(await catchUp(follower, 1, AbortSignal.abort())).toBe(1)
})
