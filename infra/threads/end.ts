import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'

/** A thread that does not end on request is terminated after this time. */
const END_MS = 5_000

/**
 * Asks a thread to end, and terminates it only if it does not: terminating a thread that starts or
 * works has crashed whole processes (nodejs/node#56312).
 */
export const endThread = async (worker: Worker, message: unknown): Promise<void> => {
  if (worker.threadId < 0) return
  const exited = once(worker, 'exit')
  worker.ref()
  worker.postMessage(message, [])
  const timer = setTimeout(() => void worker.terminate(), END_MS)
  // Listeners of the thread handle its error.
  await exited.catch(() => undefined)
  clearTimeout(timer)
}
