import type { Position } from '#contracts/ids.ts'
import { makeBell } from '#contracts/toolkit/wait.ts'

/** How many events may wait for an earlier one before a consumer pauses. */
export const REORDER_EVENTS_MAX = 20_000

/** Puts values with dense positions back into order, with bounded memory. */
export const makeReorder = <Value>(valuesMax = REORDER_EVENTS_MAX) => {
  const held = new Map<number, Value>()
  const arrivals = makeBell()
  const room = makeBell()
  let taken = 0
  return {
    /** False if the position was already taken or is already held. */
    add: (position: Position, value: Value): boolean => {
      if (position <= taken || held.has(position)) return false
      held.set(position, value)
      arrivals.ring()
      return true
    },
    /** The next position is always accepted, since all others may be waiting for it. */
    isFull: (position: Position): boolean => held.size >= valuesMax && position !== taken + 1,
    has: (position: number): boolean => held.has(position),
    hasBeyond: (position: Position): boolean => {
      for (const key of held.keys()) if (key > position) return true
      return false
    },
    /** Takes the values that follow `after` without a gap, and forgets everything up to `after`. */
    takeAfter: (after: Position, limit: number): Value[] => {
      for (const key of held.keys()) if (key <= after) held.delete(key)
      taken = after
      const run: Value[] = []
      for (let next = after + 1; run.length < limit; next += 1) {
        const value = held.get(next)
        if (value === undefined) break
        run.push(value)
      }
      room.ring()
      return run
    },
    arrivalWithin: (timeMsMax: number) => arrivals.wait(timeMsMax),
    roomWithin: (timeMsMax: number) => room.wait(timeMsMax),
  }
}
