import { Worker } from 'node:worker_threads'
import { Fault } from '#contracts/fault.ts'
import type { CitationRecogniser } from '#query-api/citations/ports.ts'
import type { Ask, Told } from './protocol.ts'

export type RecogniserThread = {
  /**
   * Throws Fault `recogniser-failed` where the thread ends before it answers; the next question
   * begins another.
   */
  readonly recognise: CitationRecogniser
  /** Has the thread ready for the first question. */
  begin(): void
  /** Ends the thread; what it is being asked fails. */
  close(): Promise<void>
}

type Answer = PromiseWithResolvers<Told['read']>

const over = (cause: unknown): Fault =>
  new Fault('recogniser-failed', 'the thread that reads citations ended', {
    cause,
    hint: 'try again; what was begun goes on where it was',
  })

/** A running thread and what it was asked. Holds the process only while it is asked something. */
class Thread {
  readonly #worker = new Worker(new URL('./thread.ts', import.meta.url))
  readonly #waiting = new Map<number, Answer>()
  #asked = 0
  isOver = false

  constructor() {
    this.#worker.on('message', ({ id, read }: Told) => {
      this.#waiting.get(id)?.resolve(read)
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) this.#worker.unref()
    })
    this.#worker.on('error', (cause) => this.#end(cause))
    this.#worker.on('exit', (code) => this.#end(code))
    this.#worker.unref()
  }

  ask(texts: Ask['texts']): Promise<Told['read']> {
    const answer: Answer = Promise.withResolvers()
    const ask: Ask = { id: (this.#asked += 1), texts }
    this.#waiting.set(ask.id, answer)
    this.#worker.ref()
    this.#worker.postMessage(ask, [])
    return answer.promise
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #end(cause: unknown): void {
    this.isOver = true
    for (const { reject } of this.#waiting.values()) reject(over(cause))
    this.#waiting.clear()
  }
}

/**
 * Reads citations on a thread of its own, for work that waits for nothing else, as a build of a
 * generation does.
 */
export const makeRecogniserThread = (): RecogniserThread => {
  let thread: Thread | null = null
  const running = (): Thread =>
    thread === null || thread.isOver ? (thread = new Thread()) : thread
  return {
    recognise: async (texts) => (texts.length === 0 ? [] : running().ask(texts)),
    begin: () => void running(),
    close: async () => {
      await thread?.close()
    },
  }
}
