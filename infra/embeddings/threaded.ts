import { chunksOf } from '#contracts/toolkit/chunks.ts'
import type { Embedder } from '#ingest/ports.ts'
import type { QueryEmbedder } from '#query-api/ports.ts'
import { makeThread, type Thread } from '../threads/thread.ts'
import { modelBroken } from './model-folder.ts'

export const EMBEDDING_THREAD = {
  /** Passages sent at a time: a query that comes meanwhile waits for no more than these. */
  passagesPerRequest: 16,
} as const

/** What the thread is started with. */
export type EmbeddingThreadStart = { readonly directory: string }

export type EmbeddingCalls = {
  describe: {
    asked: null
    answered: Pick<Embedder & QueryEmbedder, 'model' | 'dimensions' | 'similarityFloor'>
  }
  embedPassages: { asked: readonly string[]; answered: readonly Float32Array[] }
  /** One vector. */
  embedQuery: { asked: string; answered: readonly Float32Array[] }
}

/** One thread for each folder of a process, for all that ask. */
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
 * The model of a folder (`local-onnx.ts`) on a thread of its own: the event loop of the caller
 * never waits for it, and a query waits for one batch of passages at most. Faults: those of
 * `openLocalOnnxEmbedder`.
 */
export const openThreadedEmbedder = async (
  directory: string,
): Promise<Embedder & QueryEmbedder> => {
  const thread = threadOf(directory)
  const described = await thread.ask('describe', null).catch(async (error: unknown) => {
    // Opened anew for the next one that asks: the folder may be repaired by then.
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
