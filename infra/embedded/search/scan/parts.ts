import type { Kernel, SharedMemory } from './kernel.ts'
import type { BoundsCall } from './layout.ts'

/** A whole scan; who takes part reads it piece by piece. */
export type ScanCall = Omit<BoundsCall, 'from'>

/** What a helper is told: `memory` only when it is another one than before. */
export type ScanMessage = {
  readonly job: number
  readonly call: ScanCall
  readonly memory: SharedMemory | null
}

/**
 * Words that the threads share: the job that may be joined (0: none), how many helpers are at it,
 * the next row to read.
 */
export const WORD = { job: 0, active: 1, next: 2 } as const
export const CONTROL_WORDS = 3

/**
 * Small enough that nobody waits long for the last part, large enough that sharing costs nothing.
 */
const PART_ROWS = 2_048

/** Takes parts of a scan until none is left. */
export const scanParts = (kernel: Kernel, call: ScanCall, control: Int32Array): void => {
  for (;;) {
    const from = Atomics.add(control, WORD.next, PART_ROWS)
    if (from >= call.count) return
    kernel.bounds({ ...call, from, count: Math.min(PART_ROWS, call.count - from) })
  }
}
