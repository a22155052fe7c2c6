import { chunksOf } from '#contracts/toolkit/chunks.ts'
import type { Embedder } from '#ingest/ports.ts'
import type { QueryEmbedder } from '#query-api/ports.ts'
import { makeThread, type Thread } from '../threads/thread.ts'
import { modelBroken } from './model-folder.ts'

export const EMBEDDING_THREAD = {
  /** Passages per request: a query waits for at most this many. */
  passagesPerRequest: 16,
} as const

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

/** One thread per folder, shared by the whole process. */
const threads = new Map<string, Thread<EmbeddingCalls>>()
const threadOf = (directory: string): Thread<EmbeddingCalls> => {
  const known = threads.get(directory)
  if (known !== undefined) return known
  const thread = makeThread<EmbeddingCalls>({
    program: new URL('./thread.ts', import.meta.url),
    data: (): EmbeddingThreadStart => ({ directory }),
    toFault: (_, cause) => modelBroken('its thread ended', cause),
  })
  threads.set(directory, thread)
  return thread
}

/**
 * Opens the model of a folder (`local-onnx.ts`) on a thread of its own: the caller's event loop
 * never blocks, and a query waits for at most one batch of passages. Faults: those of
 * `openLocalOnnxEmbedder`.
 */
export const openThreadedEmbedder = async (
  directory: string,
): Promise<Embedder & QueryEmbedder> => {
  const thread = threadOf(directory)
  const described = await thread.ask('describe', null).catch(async (error: unknown) => {
    // The next caller opens it again, since the folder may be repaired by then.
    threads.delete(directory)
    await thread.close()
    throw error
  })
  const embedPassages = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const vectors: Float32Array[] = []
    for (const some of chunksOf(texts, EMBEDDING_THREAD.passagesPerRequest))
      vectors.push(...(await thread.ask('embedPassages', some)))
    return vectors
  }
  const embedQuery = async (text: string): Promise<Float32Array> => {
    const [vector] = await thread.ask('embedQuery', text)
    if (vector === undefined) throw modelBroken('it gave no vector')
    return vector
  }
  return { ...described, costUsdPerQuery: 0, embedPassages, embedQuery }
}
