/** Random numbers that come from a seed alone. */

export type Random = {
  /** At least 0, below 1. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
  chance(probability: number): boolean
  /** One of the items; throws for an empty list. */
  pick<T>(items: readonly T[]): T
  shuffled<T>(items: readonly T[]): T[]
  hex(digits: number): string
  /** A version 4 UUID. */
  uuid(): string
  /** Another stream of numbers, so that one more draw here changes nothing there. */
  fork(): Random
}

const UINT32 = 2 ** 32
const HEX_PER_DRAW = 8

/** Mulberry32: fast, and good enough to choose what goes wrong. */
export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0
  const draw = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const next = (): number => draw() / UINT32
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  const hex = (digits: number): string => {
    let text = ''
    while (text.length < digits) text += draw().toString(16).padStart(HEX_PER_DRAW, '0')
    return text.slice(0, digits)
  }
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    shuffled: (items) => {
      const all = [...items]
      for (let at = all.length - 1; at > 0; at -= 1) {
        const other = between(0, at)
        ;[all[at], all[other]] = [all[other] as never, all[at] as never]
      }
      return all
    },
    hex,
    uuid: () => {
      const text = hex(32)
      return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-8${text.slice(17, 20)}-${text.slice(20)}`
    },
    fork: () => makeRandom(draw()),
  }
}
