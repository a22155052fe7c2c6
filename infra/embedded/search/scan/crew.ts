import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { endThread } from '../../../threads/end.ts'
import type { Kernel, SharedMemory } from './kernel.ts'
import {
  CONTROL_WORDS,
  MEMORIES_KEPT,
  type ScanCall,
  type ScanMessage,
  scanPart,
  scanParts,
  WORD,
} from './parts.ts'

const CREW = {
  /** Fewer rows are faster to read alone. */
  rowsMin: 20_000,
  helpersMax: 3,
  /** A helper that takes longer to leave a scan is abandoned. */
  patienceMs: 1_000,
  /** Old generation of a helper's heap: loading its program needs ten, scanning none. */
  heapMb: 64,
} as const
const JOBS_MAX = 2 ** 30

/**
 * Reads rows: `start` begins a scan, and the function it returns completes it. One scan at a
 * time.
 */
export type Scanner = {
  start(kernel: Kernel, call: ScanCall): () => void
  close(): Promise<void>
}

/** Reads on the calling thread only. */
export const soloScanner = (): Scanner => ({
  start: (kernel, call) => () => scanPart(kernel, call),
  close: async () => undefined,
})

/**
 * Reads with other threads: they begin while the caller still does something else, and the caller
 * joins them in `finish`. Helpers start with the first large scan. A scan is always complete, since
 * the caller can do it alone.
 */
export class CrewScanner implements Scanner {
  readonly #control = new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS))
  readonly #helperCount: number
  readonly #rowsMin: number
  #helpers: Worker[] = []
  #state: 'idle' | 'working' | 'given up' = 'idle'
  #job = 0
  /** The memories that the helpers know, by their numbers; others were forgotten. */
  #memories: readonly (readonly [number, SharedMemory])[] = []
  #lastMemory = 0

  constructor(options: { helpers?: number; rowsMin?: number } = {}) {
    this.#helperCount = options.helpers ?? Math.min(availableParallelism() - 1, CREW.helpersMax)
    this.#rowsMin = options.rowsMin ?? CREW.rowsMin
  }

  start(kernel: Kernel, call: ScanCall): () => void {
    if (kernel.shared === null || call.count < this.#rowsMin || !this.#ready())
      return () => scanPart(kernel, call)
    this.#announce(kernel.shared, call)
    return () => {
      scanParts(kernel, call, this.#control)
      if (!this.#dismiss()) scanPart(kernel, call)
    }
  }

  async close(): Promise<void> {
    const helpers = this.#helpers
    this.#state = 'given up'
    this.#helpers = []
    await Promise.all(helpers.map((helper) => endThread(helper, null)))
  }

  #ready(): boolean {
    if (this.#state === 'idle' && this.#helperCount > 0) {
      this.#state = 'working'
      this.#helpers = Array.from({ length: this.#helperCount }, () => this.#hire())
    }
    return this.#state === 'working'
  }

  #hire(): Worker {
    const helper = new Worker(new URL('./helper.ts', import.meta.url), {
      workerData: this.#control,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: CREW.heapMb },
    })
    helper.on('error', () => this.#giveUp())
    helper.unref()
    return helper
  }

  #announce(memory: SharedMemory, call: ScanCall): void {
    this.#job = (this.#job % JOBS_MAX) + 1
    Atomics.store(this.#control, WORD.next, 0)
    Atomics.store(this.#control, WORD.job, this.#job)
    const known = this.#memories.find(([, one]) => one === memory)
    const number = known?.[0] ?? (this.#lastMemory += 1)
    const shared = known === undefined ? memory : null
    if (known === undefined)
      this.#memories = [...this.#memories, [number, memory] as const].slice(-MEMORIES_KEPT)
    const message: ScanMessage = { job: this.#job, call, memory: number, shared }
    for (const helper of this.#helpers) helper.postMessage(message, [])
  }

  /** Closes the scan and waits until every helper has left; false if one did not. */
  #dismiss(): boolean {
    Atomics.store(this.#control, WORD.job, 0)
    for (;;) {
      const active = Atomics.load(this.#control, WORD.active)
      if (active === 0) return true
      if (Atomics.wait(this.#control, WORD.active, active, CREW.patienceMs) === 'timed-out') break
    }
    this.#giveUp()
    return false
  }

  #giveUp(): void {
    this.#state = 'given up'
    for (const helper of this.#helpers) void helper.terminate()
    this.#helpers = []
  }
}
