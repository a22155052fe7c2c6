import { Worker } from 'node:worker_threads'
import { Fault } from '#contracts/fault.ts'
import type { Embedder } from '#ingest/ports.ts'
import type { QueryEmbedder } from '#query-api/ports.ts'
import { modelBroken } from './model-folder.ts'
import type { Ask, ThreadStart, Told, ToldFault } from './thread-protocol.ts'

export const EMBEDDING_THREAD = {
  /** Passages sent at a time: a query that comes meanwhile waits for no more than these. */
  passagesPerAsk: 16,
} as const

type Ready = Extract<Told, { kind: 'ready' }>
type Waiting = {
  readonly resolve: (vectors: readonly Float32Array[]) => void
  readonly reject: (fault: Fault) => void
}

const faultOf = ({ code, message, hint }: ToldFault): Fault =>
  new Fault(code, message, hint === undefined ? {} : { hint })

/**
 * A thread with the model open, and the questions on their way to it. Holds the process only while
 * it is asked something.
 */
class EmbeddingThread {
  readonly ready: Promise<Ready>
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #asked = 0
  #ended: Fault | null = null

  constructor(directory: string) {
    const workerData: ThreadStart = { directory }
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData })
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (told: Told) => {
        if (told.kind === 'ready') resolve(told)
        else if (told.kind === 'refused') {
          this.#ended = faultOf(told.fault)
          reject(this.#ended)
        } else this.#answer(told)
        if (told.kind !== 'failed' && told.kind !== 'vectors') this.#rest()
      })
      const end = (cause: unknown): void => {
        this.#ended ??= modelBroken('its thread ended', cause)
        reject(this.#ended)
        for (const { reject: fail } of this.#waiting.values()) fail(this.#ended)
        this.#waiting.clear()
      }
      this.#worker.on('error', end)
      this.#worker.on('exit', end)
    })
    this.ready.catch(() => this.#worker.terminate())
  }

  get isOver(): boolean {
    return this.#ended !== null
  }

  ask(kind: Ask['kind'], texts: readonly string[]): Promise<readonly Float32Array[]> {
    if (this.#ended !== null) return Promise.reject(this.#ended)
    const id = (this.#asked += 1)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker.ref()
      const asked: Ask = { id, kind, texts }
      this.#worker.postMessage(asked, [])
    })
  }

  #answer(told: Extract<Told, { id: number }>): void {
    const waiting = this.#waiting.get(told.id)
    this.#waiting.delete(told.id)
    if (told.kind === 'vectors') waiting?.resolve(told.vectors)
    else waiting?.reject(faultOf(told.fault))
    this.#rest()
  }

  #rest(): void {
    if (this.#waiting.size === 0) this.#worker.unref()
  }
}

/**
 * One thread for each folder of a process, whoever asks; one that ended is begun anew by the next
 * question.
 */
const threads = new Map<string, EmbeddingThread>()
const threadOf = (directory: string): EmbeddingThread => {
  const known = threads.get(directory)
  if (known !== undefined && !known.isOver) return known
  const thread = new EmbeddingThread(directory)
  threads.set(directory, thread)
  return thread
}

const embedAll = async (directory: string, texts: readonly string[]): Promise<Float32Array[]> => {
  const vectors: Float32Array[] = []
  for (let start = 0; start < texts.length; start += EMBEDDING_THREAD.passagesPerAsk) {
    const some = texts.slice(start, start + EMBEDDING_THREAD.passagesPerAsk)
    vectors.push(...(await threadOf(directory).ask('passages', some)))
  }
  return vectors
}

/**
 * The model of a folder (`local-onnx.ts`) on a thread of its own: the event loop of the caller
 * never waits for it, and a query waits for one batch of passages at most. Faults: those of
 * `openLocalOnnxEmbedder`.
 */
export const openThreadedEmbedder = async (
  directory: string,
): Promise<Embedder & QueryEmbedder> => {
  const { model, dimensions, similarityFloor } = await threadOf(directory).ready
  const embedQuery = async (text: string): Promise<Float32Array> => {
    const [vector] = await threadOf(directory).ask('query', [text])
    if (vector === undefined) throw modelBroken('it gave no vector')
    return vector
  }
  return {
    model,
    dimensions,
    similarityFloor,
    costUsdPerQuery: 0,
    embedPassages: (texts) => embedAll(directory, texts),
    embedQuery,
  }
}
