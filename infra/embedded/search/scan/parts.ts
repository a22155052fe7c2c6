import type { Kernel, SharedMemory } from './kernel.ts'
import type { BoundsCall, DistancesCall } from './layout.ts'

/** A whole scan; every participant reads it in parts. */
export type ScanCall =
  | ({ readonly kind: 'bounds' } & Omit<BoundsCall, 'from'>)
  | ({ readonly kind: 'distances' } & Omit<DistancesCall, 'from'>)

/** The message to a helper. Memories are numbered; `shared` comes with the first scan of one. */
export type ScanMessage = {
  readonly job: number
  readonly call: ScanCall
  readonly memory: number
  readonly shared: SharedMemory | null
}

/**
 * Words that the threads share: the job to join (0: none), the number of active helpers, the next
 * row.
 */
export const WORD = { job: 0, active: 1, next: 2 } as const
export const CONTROL_WORDS = 3

/** An index has a memory of codes and one of sketches, and another index may follow it. */
export const MEMORIES_KEPT = 4

/** Small enough for a short wait at the end, large enough that sharing costs nothing. */
const PART_ROWS = 2_048

/** Reads a part of a scan; default: all of it. */
export const scanPart = (
  kernel: Kernel,
  call: ScanCall,
  { from, count } = { from: 0, count: call.count },
): void => {
  if (call.kind === 'bounds') kernel.bounds({ ...call, from, count })
  else kernel.distances({ ...call, from, count })
}

/** Reads parts of a scan until none is left. */
export const scanParts = (kernel: Kernel, call: ScanCall, control: Int32Array): void => {
  for (;;) {
    const from = Atomics.add(control, WORD.next, PART_ROWS)
    if (from >= call.count) return
    scanPart(kernel, call, { from, count: Math.min(PART_ROWS, call.count - from) })
  }
}
