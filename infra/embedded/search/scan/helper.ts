import { parentPort, workerData } from 'node:worker_threads'
import { type Kernel, kernelOver } from './kernel.ts'
import { WORD, scanParts, type ScanMessage } from './parts.ts'

/**
 * A helper of the crew: joins each scan that is still open when its message arrives; null ends it.
 */
const control = workerData as Int32Array
let kernel: Kernel | null = null

const join = ({ job, call, memory }: ScanMessage): void => {
  if (memory !== null) kernel = kernelOver(memory)
  Atomics.add(control, WORD.active, 1)
  if (kernel !== null && Atomics.load(control, WORD.job) === job) scanParts(kernel, call, control)
  Atomics.sub(control, WORD.active, 1)
  Atomics.notify(control, WORD.active)
}

parentPort?.on('message', (message: ScanMessage | null) => {
  if (message === null) parentPort?.close()
  else join(message)
})
