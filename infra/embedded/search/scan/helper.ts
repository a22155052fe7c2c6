import { parentPort, workerData } from 'node:worker_threads'
import { type Kernel, kernelOver } from './kernel.ts'
import { MEMORIES_KEPT, WORD, scanParts, type ScanMessage } from './parts.ts'

/**
 * A helper of the crew: joins each scan that is still open when its message arrives; null ends it.
 */
const control = workerData as Int32Array
/** By the number of their memory. */
const kernels = new Map<number, Kernel>()

const join = ({ job, call, memory, shared }: ScanMessage): void => {
  if (shared !== null) {
    kernels.set(memory, kernelOver(shared))
    kernels.delete(memory - MEMORIES_KEPT)
  }
  const kernel = kernels.get(memory)
  Atomics.add(control, WORD.active, 1)
  if (kernel !== undefined && Atomics.load(control, WORD.job) === job)
    scanParts(kernel, call, control)
  Atomics.sub(control, WORD.active, 1)
  Atomics.notify(control, WORD.active)
}

parentPort?.on('message', (message: ScanMessage | null) => {
  if (message === null) parentPort?.close()
  else join(message)
})
