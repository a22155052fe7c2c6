import { availableParallelism } from 'node:os'
import { chunksOf } from '#contracts/toolkit/chunks.ts'
import { mapAtOnce } from '#contracts/toolkit/concurrency.ts'
import type { Embedder } from '#ingest/ports.ts'
import type { QueryEmbedder } from '#query-api/ports.ts'
import { makeThreadPool, type ThreadPool } from '../threads/pool.ts'
import { modelBroken } from './model-folder.ts'

export const EMBEDDING_THREADS = {
  /** Passages per request: a query waits for at most this many. */
  passagesPerRequest: 16,
  /** At most so many threads: each holds the model and its runtime, about 100 MB. */
  max: 4,
  /**
   * A process that has embedded passages for so long has more before it, as a large import has: it
   * uses all cores. Others save the second and the memory that another thread takes.
   */
  msOfOne: 2_000,
} as const

/** The model computes on one core, so each core has its thread. */
const threadsOf = (cores: number): number => Math.min(EMBEDDING_THREADS.max, cores)

/** Start data of the thread. */
export type EmbeddingThreadStart = { readonly directory: string }

export type EmbeddingCalls = {
  describe: {
    asked: null
    answered: Pick<Embedder & QueryEmbedder, 'model' | 'dimensions' | 'similarityFloor'>
  }
  embedPassages: { asked: readonly string[]; answered: readonly Float32Array[] }
  /** Answers with one vector. */
  embedQuery: { asked: string; answered: readonly Float32Array[] }
}

type Threads = { readonly pool: ThreadPool<EmbeddingCalls>; embeddedMs: number }

/** The threads of each folder, shared by the whole process. */
const opened = new Map<string, Threads>()
const threadsFor = (directory: string): Threads => {
  const known = opened.get(directory)
  if (known !== undefined) return known
  const pool = makeThreadPool<EmbeddingCalls>(1, {
    program: new URL('./thread.ts', import.meta.url),
    data: (): EmbeddingThreadStart => ({ directory }),
    toFault: (_, cause) => modelBroken('its thread ended', cause),
  })
  const threads = { pool, embeddedMs: 0 }
  opened.set(directory, threads)
  return threads
}

export type ThreadedOptions = {
  /** How many threads may work for this caller; default: one for each core. */
  readonly cores?: number
  /** How long one thread works alone; default: `EMBEDDING_THREADS.msOfOne`. */
  readonly msOfOne?: number
}

/**
 * Opens the model of a folder (`local-onnx.ts`) on threads of its own: the caller's event loop
 * never blocks, and a query waits for at most one batch of passages. Many passages are embedded on
 * all cores. Faults: those of `openLocalOnnxEmbedder`.
 */
export const openThreadedEmbedder = async (
  directory: string,
  { cores = availableParallelism(), msOfOne = EMBEDDING_THREADS.msOfOne }: ThreadedOptions = {},
): Promise<Embedder & QueryEmbedder> => {
  const threads = threadsFor(directory)
  const { pool } = threads
  const described = await pool.ask('describe', null).catch(async (error: unknown) => {
    // The next caller opens it again, since the folder may be repaired by then.
    opened.delete(directory)
    await pool.close()
    throw error
  })
  const embedPassages = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const atOnce = threads.embeddedMs < msOfOne ? 1 : threadsOf(cores)
    const began = performance.now()
    pool.growTo(atOnce)
    const batches = [...chunksOf(texts, EMBEDDING_THREADS.passagesPerRequest)]
    const vectors = await mapAtOnce(batches, atOnce, (batch) => pool.ask('embedPassages', batch))
    threads.embeddedMs += performance.now() - began
    return vectors.flat()
  }
  const embedQuery = async (text: string): Promise<Float32Array> => {
    const [vector] = await pool.ask('embedQuery', text)
    if (vector === undefined) throw modelBroken('it gave no vector')
    return vector
  }
  return { ...described, costUsdPerQuery: 0, embedPassages, embedQuery }
}
