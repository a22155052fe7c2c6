import type { EntailmentModel, EntailmentPair, Opinion } from '#contracts/law/claims/entailment.ts'
import { chunksOf } from '#contracts/toolkit/chunks.ts'
import { makeThread, type Thread } from '../threads/thread.ts'
import { entailmentFaults } from './faults.ts'

export const ENTAILMENT_THREAD = {
  /** Pairs per request: another caller, or an abort, waits for at most this many. */
  pairsPerRequest: 8,
} as const

/** Start data of the thread. */
export type EntailmentThreadStart = { readonly directory: string }

export type EntailmentCalls = {
  /** Answers with the name of the model. */
  describe: { asked: null; answered: string }
  compare: { asked: readonly EntailmentPair[]; answered: readonly Opinion[] }
}

/** One thread per folder, shared by the whole process. */
const threads = new Map<string, Thread<EntailmentCalls>>()
const threadOf = (directory: string): Thread<EntailmentCalls> => {
  const known = threads.get(directory)
  if (known !== undefined) return known
  const thread = makeThread<EntailmentCalls>({
    program: new URL('./thread.ts', import.meta.url),
    data: (): EntailmentThreadStart => ({ directory }),
    toFault: (_, cause) => entailmentFaults.broken('its thread ended', cause),
  })
  threads.set(directory, thread)
  return thread
}

/** Asks for one chunk after the other, until all are compared or the signal aborts. */
const compareInChunks = async (
  thread: Thread<EntailmentCalls>,
  pairs: readonly EntailmentPair[],
  signal: AbortSignal | undefined,
): Promise<readonly Opinion[]> => {
  const opinions: Opinion[] = []
  signal?.throwIfAborted()
  for (const some of chunksOf(pairs, ENTAILMENT_THREAD.pairsPerRequest)) {
    opinions.push(...(await thread.ask('compare', some)))
    signal?.throwIfAborted()
  }
  return opinions
}

/**
 * Opens the model of a folder (`cross-encoder.ts`) on a thread of its own, so that the caller's
 * event loop never blocks. Faults: those of `openCrossEncoder`.
 */
export const openThreadedEntailment = async (directory: string): Promise<EntailmentModel> => {
  const thread = threadOf(directory)
  const model = await thread.ask('describe', null).catch(async (error: unknown) => {
    // The next caller opens it again, since the folder may be repaired by then.
    threads.delete(directory)
    await thread.close()
    throw error
  })
  return {
    model,
    compare: (pairs, signal) => compareInChunks(thread, pairs, signal),
  }
}
