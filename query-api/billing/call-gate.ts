/**
 * Bounds the calls that a process works on at once, so that a served call is answered about as fast
 * as on a calm day and the others are refused at once instead of all waiting
 * (contracts/conventions/rate-limits.md).
 */

export type CallBounds = {
  /** Calls of the process at once. */
  readonly inFlightMax: number
  /** Calls of one key at once. */
  readonly perKeyMax: number
  /** How long a call may wait for a place before it is refused: a burst, not a queue. */
  readonly waitMs: number
}

/** How long a refused key keeps its share of the places for its next attempt. */
const CONTENDING_MS = 2_000

type Waiting = {
  readonly key: string
  readonly admit: () => void
}

export type CallGate = {
  /** Waits for a place. Returns the function that gives it back, or null where there is none. */
  enter(key: string): Promise<(() => void) | null>
  /** Calls that have a place. */
  inFlight(): number
}

/**
 * While no key is refused, each may take up to its own bound. Once others were refused, the places
 * are shared between the keys that ask, and a place that is given back goes to the waiting key that
 * has the fewest. `clock` is monotonic, in milliseconds.
 */
export const makeCallGate = (
  { inFlightMax, perKeyMax, waitMs }: CallBounds,
  clock: () => number = () => performance.now(),
): CallGate => {
  const inFlight = new Map<string, number>()
  const waiting = new Set<Waiting>()
  /** When each key was last refused, the earliest first. */
  const refusedAt = new Map<string, number>()
  let total = 0

  const countOf = (key: string): number => inFlight.get(key) ?? 0

  const othersContending = (key: string): number => {
    const since = clock() - CONTENDING_MS
    for (const [other, at] of refusedAt) {
      if (at > since) break
      refusedAt.delete(other)
    }
    return refusedAt.size - (refusedAt.has(key) ? 1 : 0)
  }
  const shareOf = (key: string): number => {
    const fair = Math.floor(inFlightMax / (1 + othersContending(key)))
    return Math.min(perKeyMax, Math.max(1, fair))
  }
  const hasPlace = (key: string): boolean => total < inFlightMax && countOf(key) < shareOf(key)

  const admitWaiting = (): void => {
    const fitting = [...waiting].filter(({ key }) => hasPlace(key))
    const [next] = fitting.toSorted((one, other) => countOf(one.key) - countOf(other.key))
    next?.admit()
  }
  const take = (key: string): (() => void) => {
    total += 1
    inFlight.set(key, countOf(key) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      total -= 1
      const left = countOf(key) - 1
      if (left > 0) inFlight.set(key, left)
      else inFlight.delete(key)
      admitWaiting()
    }
  }
  const refuse = (key: string): null => {
    refusedAt.delete(key)
    refusedAt.set(key, clock())
    return null
  }
  const waitsFor = (key: string): number => [...waiting].filter((one) => one.key === key).length

  return {
    inFlight: () => total,
    enter: (key) => {
      if (hasPlace(key)) return Promise.resolve(take(key))
      if (countOf(key) + waitsFor(key) >= perKeyMax) return Promise.resolve(refuse(key))
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.delete(entry)
          resolve(refuse(key))
        }, waitMs)
        const entry: Waiting = {
          key,
          admit: () => {
            clearTimeout(timer)
            waiting.delete(entry)
            resolve(take(key))
          },
        }
        waiting.add(entry)
      })
    },
  }
}
