/** Calls a worker thread: typed requests, answers, and Faults that keep their code. */
import { Worker, type ResourceLimits } from 'node:worker_threads'
import { Fault } from '#contracts/fault.ts'
import { type ThreadBounds, watchBounds } from './bounds.ts'
import { endThread } from './end.ts'
import {
  type Calls,
  faultOf,
  type FromThread,
  plainOf,
  type ThreadCall,
  type ToThread,
} from './messages.ts'

/** Answers a call of the thread; throws Faults. `signal` aborts when the thread no longer waits. */
export type ServesThread = (name: string, asked: unknown, signal: AbortSignal) => Promise<unknown>

/** The functions that answer a thread's calls, as one. */
export const servesThread =
  <Owned extends Calls>(handlers: {
    readonly [Name in keyof Owned]: (
      asked: Owned[Name]['asked'],
      signal: AbortSignal,
    ) => Promise<Owned[Name]['answered']>
  }): ServesThread =>
  (name, asked, signal) =>
    handlers[name as keyof Owned](asked, signal)

export type ThreadOptions<Notice> = {
  /** The file that calls `serveRequests`. */
  readonly program: URL
  /** `workerData` of each thread. */
  readonly data?: () => unknown
  readonly resourceLimits?: ResourceLimits
  /** A thread that exceeds them while it works is terminated, like one that ended by itself. */
  readonly bounds?: ThreadBounds
  /** The Fault of requests without an answer: the thread ended, was closed, or took too long. */
  readonly toFault: (why: 'ended' | 'closed' | 'late', cause?: unknown) => Fault
  /** Answers calls of the thread. */
  readonly serves?: ServesThread
  readonly onNotice?: (notice: Notice) => void
  /** Called when the thread ended by itself: a bug, an exit, its memory limit. */
  readonly onLost?: (fault: Fault) => void
  /** Whether an idle thread keeps the process alive. */
  readonly holdsProcess?: boolean
  /** A thread that sends nothing for this long while a request is late is terminated. */
  readonly silenceMsMax?: number
}

export type AskOptions = {
  /** The request fails after this time. */
  readonly timeMsMax?: number | undefined
  /** Tells the thread that nobody waits any more; the request ends when the thread lets it. */
  readonly signal?: AbortSignal | undefined
}

export type Thread<C extends Calls> = {
  /** Starts the thread unless it runs; the first request also starts it. */
  start(): void
  /** Returns the thread's answer. Throws its Fault, or one from `toFault`. */
  ask<Name extends keyof C & string>(
    name: Name,
    asked: C[Name]['asked'],
    options?: AskOptions,
  ): Promise<C[Name]['answered']>
  /** Number of requests without an answer. */
  pendingCount(): number
  /** Ends the thread; pending requests fail. The next request starts another thread. */
  close(): Promise<void>
}

type Pending = PromiseWithResolvers<unknown> & { readonly timer: NodeJS.Timeout | null }

/** One running thread and its requests. */
class Running<C extends Calls, Notice> {
  readonly worker: Worker
  readonly pending = new Map<number, Pending>()
  isOver = false
  readonly #served = new Map<number, AbortController>()
  readonly #options: ThreadOptions<Notice>
  #requests = 0
  #heardAt = performance.now()
  #failure: unknown = undefined
  #endWatch: (() => void) | null = null

  constructor(options: ThreadOptions<Notice>) {
    this.#options = options
    const { program, data, resourceLimits } = options
    this.worker = new Worker(program, {
      workerData: data?.(),
      execArgv: [],
      ...(resourceLimits === undefined ? {} : { resourceLimits }),
    })
    this.worker.on('message', (message: FromThread<Notice>) => this.#receive(message))
    this.worker.on('error', (error) => (this.#failure = error))
    this.worker.on('exit', (code) => this.#lost(this.#failure ?? code))
    this.#rest()
  }

  ask(name: string, asked: unknown, { timeMsMax, signal }: AskOptions): Promise<unknown> {
    const id = (this.#requests += 1)
    const cancel = (): void => this.#send({ kind: 'cancel', id })
    const timer = timeMsMax === undefined ? null : setTimeout(() => this.#giveUp(id), timeMsMax)
    const pending: Pending = { ...Promise.withResolvers<unknown>(), timer }
    this.pending.set(id, pending)
    this.worker.ref()
    this.#watch()
    const request = { kind: 'request', id, name, asked } as ToThread<C>
    this.worker.postMessage(request, [])
    if (signal === undefined) return pending.promise
    if (signal.aborted) cancel()
    else signal.addEventListener('abort', cancel, { once: true })
    return pending.promise.finally(() => signal.removeEventListener('abort', cancel))
  }

  async close(): Promise<void> {
    this.#failAll(this.#options.toFault('closed'))
    if (this.isOver) return
    this.isOver = true
    await endThread(this.worker, { kind: 'end' } satisfies ToThread<C>)
  }

  #send(message: ToThread<C>): void {
    this.worker.postMessage(message, [])
  }

  async #serve({ id, name, asked }: ThreadCall): Promise<void> {
    const left = new AbortController()
    this.#served.set(id, left)
    try {
      const answer = await this.#options.serves?.(name, asked, left.signal)
      this.#send({ kind: 'returned', id, answer })
    } catch (error) {
      const fault = error instanceof Fault ? error : this.#options.toFault('ended', error)
      this.#send({ kind: 'failed', id, fault: plainOf(fault) })
    } finally {
      this.#served.delete(id)
    }
  }

  #receive(message: FromThread<Notice>): void {
    this.#heardAt = performance.now()
    switch (message.kind) {
      case 'answer':
        return this.#take(message.id)?.resolve(message.answer)
      case 'fault':
        return this.#take(message.id)?.reject(faultOf(message.fault))
      case 'call':
        return void this.#serve(message)
      case 'uncall':
        return this.#served.get(message.id)?.abort()
      case 'notice':
        return this.isOver ? undefined : this.#options.onNotice?.(message.notice)
      default:
        return message satisfies never
    }
  }

  #take(id: number): Pending | undefined {
    const pending = this.pending.get(id)
    this.pending.delete(id)
    clearTimeout(pending?.timer ?? undefined)
    this.#rest()
    return pending
  }

  #watch(): void {
    const { bounds } = this.#options
    if (bounds === undefined || this.#endWatch !== null) return
    this.#endWatch = watchBounds(this.worker, bounds, (reason) => {
      this.#failure ??= reason
      void this.worker.terminate()
    })
  }

  #rest(): void {
    if (this.pending.size > 0) return
    this.#endWatch?.()
    this.#endWatch = null
    if (this.#options.holdsProcess !== true) this.worker.unref()
  }

  #giveUp(id: number): void {
    this.#take(id)?.reject(this.#options.toFault('late'))
    const silentMs = performance.now() - this.#heardAt
    if (silentMs > (this.#options.silenceMsMax ?? Infinity)) void this.worker.terminate()
  }

  #lost(cause: unknown): void {
    if (this.isOver) return
    this.isOver = true
    const fault = this.#options.toFault('ended', cause)
    this.#failAll(fault)
    this.#options.onLost?.(fault)
  }

  #failAll(fault: Fault): void {
    for (const id of this.pending.keys()) this.#take(id)?.reject(fault)
  }
}

/** Makes a thread that starts with its first request, and again after it was lost. */
export const makeThread = <C extends Calls, Notice = never>(
  options: ThreadOptions<Notice>,
): Thread<C> => {
  let running: Running<C, Notice> | null = null
  const current = (): Running<C, Notice> =>
    running === null || running.isOver ? (running = new Running(options)) : running
  return {
    start: () => void current(),
    ask: (name, asked, asking = {}) => current().ask(name, asked, asking),
    pendingCount: () => running?.pending.size ?? 0,
    close: async () => running?.close(),
  }
}
