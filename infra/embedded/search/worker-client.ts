import { Worker } from 'node:worker_threads'
import { Fault } from '#contracts/fault.ts'
import { type CallName, type Calls, type Reply, type WorkerStart, readFault } from './protocol.ts'

const CLIENT = {
  /** Requests under way at once; more are turned away. */
  pendingMax: 512,
  answerMs: 20_000,
  /** A worker that answers nothing for so long is taken for dead. */
  silenceMs: 60_000,
  closeMs: 5_000,
  restart: { firstMs: 100, maxMs: 5_000 },
  /**
   * Each worker counts entries from a number of its own, so that none of a lost worker is taken for
   * another.
   */
  entriesPerWorker: 2 ** 40,
} as const

// Vectors, postings and displays lie outside the heap; words, slugs and ids within.
const WORKER_HEAP = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 16 } as const

type Pending = {
  readonly resolve: (answer: unknown) => void
  readonly reject: (fault: Fault) => void
  readonly timer: NodeJS.Timeout
}

type ClientOptions = Omit<WorkerStart, 'firstEntry'> & {
  /** Another program for the thread, for tests. */
  readonly worker?: URL
  /** Told when following fails (it goes on) and when the worker is lost (another is started). */
  readonly onFault: (fault: Fault) => void
}

const unavailable = (message: string, cause?: unknown): Fault =>
  new Fault('search-unavailable', message, {
    retryAfterMs: 1_000,
    ...(cause === undefined ? {} : { cause }),
  })

/** Asks the worker thread that holds the index, and starts another one when it is lost. */
export class WorkerClient {
  readonly #options: ClientOptions
  readonly #pending = new Map<number, Pending>()
  #worker: Worker | null = null
  #state: 'starting' | 'ready' | 'closed' = 'starting'
  #opened: { resolve: () => void; reject: (fault: Fault) => void } | null = null
  #requests = 0
  #workers = 0
  #restartMs: number = CLIENT.restart.firstMs
  #closing = false
  #restartTimer: NodeJS.Timeout | null = null
  #lastReplyAt = 0

  constructor(options: ClientOptions) {
    this.#options = options
  }

  /** Starts the worker; returns when the index is loaded. Throws the Fault of the first failure. */
  async open(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#opened = { resolve, reject }
    this.#start()
    try {
      await promise
    } catch (error) {
      await this.close()
      throw error
    }
  }

  ask<Name extends CallName>(
    name: Name,
    asked: Calls[Name]['asked'],
    timeMs: number = CLIENT.answerMs,
  ): Promise<Calls[Name]['answered']> {
    const worker = this.#worker
    if (worker === null || this.#state !== 'ready')
      return Promise.reject(
        unavailable(
          this.#state === 'closed'
            ? 'the search index is closed'
            : 'the search index is being loaded',
        ),
      )
    if (this.#pending.size >= CLIENT.pendingMax)
      return Promise.reject(unavailable('too many searches are under way'))
    const id = this.#requests++
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const timer = setTimeout(() => this.#giveUp(id), timeMs)
    this.#pending.set(id, { resolve, reject, timer })
    worker.postMessage({ id, name, asked }, [])
    return promise as Promise<Calls[Name]['answered']>
  }

  /** May be called twice. */
  async close(): Promise<void> {
    const worker = this.#worker
    this.#closing = true
    if (this.#state === 'ready')
      await this.ask('close', null, CLIENT.closeMs).catch(() => undefined)
    this.#state = 'closed'
    this.#worker = null
    if (this.#restartTimer !== null) clearTimeout(this.#restartTimer)
    this.#rejectAll(unavailable('the search index is closed'))
    await worker?.terminate()
  }

  #start(): void {
    const { connectionString, model, parameters } = this.#options
    const firstEntry = 1 + this.#workers++ * CLIENT.entriesPerWorker
    const workerData: WorkerStart = { connectionString, model, parameters, firstEntry }
    const worker = new Worker(this.#options.worker ?? new URL('./worker.ts', import.meta.url), {
      workerData,
      execArgv: [],
      resourceLimits: WORKER_HEAP,
    })
    this.#worker = worker
    this.#lastReplyAt = performance.now()
    let failure: unknown
    worker.on('message', (reply: Reply) => this.#receive(reply))
    worker.on('error', (error) => (failure = error))
    worker.on('exit', () => this.#lost(worker, failure))
  }

  #receive(reply: Reply): void {
    this.#lastReplyAt = performance.now()
    switch (reply.kind) {
      case 'ready':
        return this.#ready()
      case 'trouble':
        return this.#trouble(readFault(reply.fault))
      case 'answer':
        return this.#take(reply.id)?.resolve(reply.answer)
      case 'fault':
        return this.#take(reply.id)?.reject(readFault(reply.fault))
      default:
        return reply satisfies never
    }
  }

  #ready(): void {
    if (this.#state !== 'starting') return
    this.#state = 'ready'
    this.#restartMs = CLIENT.restart.firstMs
    this.#opened?.resolve()
    this.#opened = null
  }

  #trouble(fault: Fault): void {
    this.#opened?.reject(fault)
    this.#opened = null
    this.#options.onFault(fault)
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    clearTimeout(pending?.timer)
    return pending
  }

  #giveUp(id: number): void {
    this.#take(id)?.reject(unavailable('the search index took too long to answer'))
    if (performance.now() - this.#lastReplyAt > CLIENT.silenceMs) void this.#worker?.terminate()
  }

  #lost(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker || this.#state === 'closed') return
    // A worker that was asked to close ends by itself, perhaps before its answer is read: nothing
    // broke.
    if (this.#closing) return this.#rejectAll(unavailable('the search index is closed'))
    const fault = unavailable('the search index broke down and is started again', cause)
    this.#worker = null
    this.#state = 'starting'
    this.#rejectAll(fault)
    this.#trouble(fault)
    this.#restartTimer = setTimeout(() => this.#start(), this.#restartMs)
    this.#restartMs = Math.min(2 * this.#restartMs, CLIENT.restart.maxMs)
  }

  #rejectAll(fault: Fault): void {
    for (const id of this.#pending.keys()) this.#take(id)?.reject(fault)
  }
}
