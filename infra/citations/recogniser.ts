import type { Citation } from '#contracts/citation.ts'
import { Fault } from '#contracts/fault.ts'
import type { CitationRecogniser, TextToRead } from '#query-api/projections/citations/ports.ts'
import { makeThread } from '../threads/thread.ts'

export type RecogniserCalls = {
  recognise: { asked: readonly TextToRead[]; answered: readonly (readonly Citation[])[] }
}

export type RecogniserThread = {
  /**
   * Throws Fault `recogniser-failed` if the thread ends before it answers; the next request starts
   * another one.
   */
  readonly recognise: CitationRecogniser
  /** Starts the thread, so that it is ready for the first request. */
  begin(): void
  /** Ends the thread; pending requests fail. */
  close(): Promise<void>
}

export const recogniserFailed = (cause: unknown): Fault => new Fault('recogniser-failed', { cause })

/** Reads citations on a thread of its own, so that a build of a generation does not block. */
export const makeRecogniserThread = (): RecogniserThread => {
  const thread = makeThread<RecogniserCalls>({
    program: new URL('./thread.ts', import.meta.url),
    toFault: (why, cause) => recogniserFailed(cause ?? why),
  })
  return {
    recognise: async (texts) => (texts.length === 0 ? [] : thread.ask('recognise', texts)),
    begin: () => thread.start(),
    close: () => thread.close(),
  }
}
