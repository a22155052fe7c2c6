/** The embedding thread: opens the model of a folder and embeds texts off the event loop. */
import { workerData } from 'node:worker_threads'
import { Moved, serveRequests } from '../threads/serve.ts'
import { openLocalOnnxEmbedder } from './local-onnx.ts'
import { modelBroken } from './model-folder.ts'
import type { EmbeddingCalls, EmbeddingThreadStart } from './threaded.ts'

const { directory } = workerData as EmbeddingThreadStart
const opened = openLocalOnnxEmbedder({ directory })
// Every request reports the failure, including the first.
opened.catch(() => undefined)

const moved = (vectors: readonly Float32Array[]): Moved<readonly Float32Array[]> =>
  new Moved(
    vectors,
    vectors.map(({ buffer }) => buffer as ArrayBuffer),
  )

serveRequests<EmbeddingCalls>(
  {
    describe: async () => {
      const { model, dimensions, similarityFloor } = await opened
      return { model, dimensions, similarityFloor }
    },
    embedPassages: async (texts) => moved(await (await opened).embedPassages(texts)),
    embedQuery: async (text) => moved([await (await opened).embedQuery(text)]),
  },
  { toFault: (error) => modelBroken('it does not compute', error) },
)
