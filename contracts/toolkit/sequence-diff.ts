/** Limits of one comparison: beyond them two texts count as simply different. */
export const DIFF = {
  /** Tokens deleted plus tokens inserted. */
  editsMax: 800,
  /** Token comparisons: about half a second. */
  stepsMax: 100_000_000,
} as const

/** A difference between two sequences: half-open ranges of indexes, not both empty. */
export type Hunk = {
  readonly oldFrom: number
  readonly oldTo: number
  readonly nextFrom: number
  readonly nextTo: number
}

/**
 * Numbers the items of both sequences, equal ones alike, so that a comparison is one machine
 * instruction.
 */
export const numbered = (
  old: readonly string[],
  next: readonly string[],
): [Int32Array, Int32Array] => {
  const ids = new Map<string, number>()
  const idOf = (key: string): number => {
    const known = ids.get(key)
    if (known !== undefined) return known
    ids.set(key, ids.size)
    return ids.size - 1
  }
  return [Int32Array.from(old, idOf), Int32Array.from(next, idOf)]
}

const commonPrefix = (a: Int32Array, b: Int32Array): number => {
  const max = Math.min(a.length, b.length)
  let length = 0
  while (length < max && a[length] === b[length]) length += 1
  return length
}

const commonSuffix = (a: Int32Array, b: Int32Array, prefix: number): number => {
  const max = Math.min(a.length, b.length) - prefix
  let length = 0
  while (length < max && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1
  return length
}

/** Furthest position on each diagonal after each number of edits, as in Myers' greedy algorithm. */
type Trace = Int32Array[]
const reach = (row: Int32Array | undefined, edits: number, diagonal: number): number =>
  row?.[diagonal + edits + 1] ?? -1

/**
 * Whether the path to a diagonal comes from the one above (an insertion) rather than from below.
 */
const comesDown = (row: Int32Array | undefined, edits: number, diagonal: number): boolean =>
  diagonal === -edits ||
  (diagonal !== edits && reach(row, edits - 1, diagonal - 1) < reach(row, edits - 1, diagonal + 1))

const start = (row: Int32Array | undefined, edits: number, diagonal: number): number => {
  if (edits === 0) return 0
  return comesDown(row, edits, diagonal)
    ? reach(row, edits - 1, diagonal + 1)
    : reach(row, edits - 1, diagonal - 1) + 1
}

const traceOf = (a: Int32Array, b: Int32Array): Trace | null => {
  const trace: Trace = []
  let steps = 0
  for (let edits = 0; edits <= DIFF.editsMax; edits += 1) {
    const row = new Int32Array(2 * edits + 3).fill(-1)
    trace.push(row)
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = start(trace[edits - 1], edits, diagonal)
      const from = x
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1
      steps += x - from + 1
      row[diagonal + edits + 1] = x
      if (x >= a.length && x - diagonal >= b.length) return trace
    }
    if (steps > DIFF.stepsMax) return null
  }
  return null
}

/** Walks the trace back and joins neighbouring edits into hunks. */
const hunksOf = (trace: Trace, a: Int32Array, b: Int32Array, offset: number): Hunk[] => {
  const hunks: Hunk[] = []
  let x = a.length
  let y = b.length
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const diagonal = x - y
    const row = trace[edits - 1]
    const down = comesDown(row, edits, diagonal)
    const afterX = start(row, edits, diagonal)
    const afterY = afterX - diagonal
    x = down ? afterX : afterX - 1
    y = down ? afterY - 1 : afterY
    const last = hunks.at(-1)
    const touches = last?.oldFrom === afterX + offset && last.nextFrom === afterY + offset
    if (touches) hunks.pop()
    hunks.push({
      oldFrom: x + offset,
      oldTo: touches ? last.oldTo : afterX + offset,
      nextFrom: y + offset,
      nextTo: touches ? last.nextTo : afterY + offset,
    })
  }
  return hunks.toReversed()
}

/**
 * Finds where two sequences differ, in order (Myers, "An O(ND) Difference Algorithm", 1986, after a
 * linear trim of both ends). Returns `null` beyond the limits of `DIFF`.
 */
export const hunksBetween = (old: readonly string[], next: readonly string[]): Hunk[] | null =>
  hunksBetweenNumbers(...numbered(old, next))

/** The same for sequences that are numbered already. */
export const hunksBetweenNumbers = (a: Int32Array, b: Int32Array): Hunk[] | null => {
  const prefix = commonPrefix(a, b)
  const suffix = commonSuffix(a, b, prefix)
  const middleA = a.subarray(prefix, a.length - suffix)
  const middleB = b.subarray(prefix, b.length - suffix)
  if (Math.abs(middleA.length - middleB.length) > DIFF.editsMax) return null
  const trace = traceOf(middleA, middleB)
  return trace && hunksOf(trace, middleA, middleB, prefix)
}
