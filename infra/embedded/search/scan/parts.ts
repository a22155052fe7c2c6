import type { Kernel, SharedMemory } from './kernel.ts'
import type { BoundsCall } from './layout.ts'

/** A whole scan; every participant reads it in parts. */
export type ScanCall = Omit<BoundsCall, 'from'>

/** The message to a helper; `memory` only if it is a new one. */
export type ScanMessage = {
  readonly job: number
  readonly call: ScanCall
  readonly memory: SharedMemory | null
}

/**
 * Words that the threads share: the job to join (0: none), the number of active helpers, the next
 * row.
 */
export const WORD = { job: 0, active: 1, next: 2 } as const
export const CONTROL_WORDS = 3

/** Small enough for a short wait at the end, large enough that sharing costs nothing. */
const PART_ROWS = 2_048

/** Reads parts of a scan until none is left. */
export const scanParts = (kernel: Kernel, call: ScanCall, control: Int32Array): void => {
  for (;;) {
    const from = Atomics.add(control, WORD.next, PART_ROWS)
    if (from >= call.count) return
    kernel.bounds({ ...call, from, count: Math.min(PART_ROWS, call.count - from) })
  }
}
