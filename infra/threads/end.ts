import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'

/** A thread that was asked to end and did not is terminated after this. */
const END_MS = 5_000

/**
 * Sends a thread the message that ends it, and terminates it only where it does not end: to
 * terminate a thread while it starts or works has crashed whole processes (nodejs/node#56312).
 */
export const endThread = async (worker: Worker, message: unknown): Promise<void> => {
  if (worker.threadId < 0) return
  const exited = once(worker, 'exit')
  worker.ref()
  worker.postMessage(message, [])
  const timer = setTimeout(() => void worker.terminate(), END_MS)
  // An error that ends the thread is for those who listen to it.
  await exited.catch(() => undefined)
  clearTimeout(timer)
}
