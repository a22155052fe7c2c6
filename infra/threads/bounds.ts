/** Ends a thread whose request takes too much memory or processor time. */
import type { Worker } from 'node:worker_threads'

export type ThreadBounds = {
  /** Heap and buffers together; `resourceLimits` know nothing of buffers. */
  readonly memoryBytesMax: number
  /** Processor time of one request: a busy machine must not fail it. */
  readonly processorMsMax: number
}

const LOOK_EVERY_MS = 100
const MICROSECONDS_PER_MS = 1_000

/** The reason why a thread was ended. */
export class BoundsExceeded extends Error {}

const processorMs = async (worker: Worker): Promise<number> => {
  const { user, system } = await worker.cpuUsage()
  return (user + system) / MICROSECONDS_PER_MS
}
const memoryBytes = async (worker: Worker): Promise<number> => {
  const { total_heap_size: heap, external_memory: buffers } = await worker.getHeapStatistics()
  return heap + buffers
}

/** Watches a thread from one request on; call what it returns when the request is answered. */
export const watchBounds = (
  worker: Worker,
  { memoryBytesMax, processorMsMax }: ThreadBounds,
  onExceeded: (reason: BoundsExceeded) => void,
): (() => void) => {
  let processorMsBefore: number | null = null
  const look = async (): Promise<void> => {
    const spentMs = await processorMs(worker)
    processorMsBefore ??= spentMs
    if (spentMs - processorMsBefore > processorMsMax)
      onExceeded(new BoundsExceeded(`more than ${processorMsMax} ms of processor time`))
    if ((await memoryBytes(worker)) > memoryBytesMax)
      onExceeded(new BoundsExceeded(`more than ${memoryBytesMax} bytes of memory`))
  }
  // A thread that has ended answers neither; its end is handled elsewhere.
  const lookAgain = (): void => void look().catch(() => undefined)
  lookAgain()
  const timer = setInterval(lookAgain, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}
