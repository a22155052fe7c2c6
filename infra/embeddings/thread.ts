/**
 * The embedding thread: opens the model of a folder and embeds what it is asked, so that no event
 * loop waits for it.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { Fault } from '#contracts/fault.ts'
import { openLocalOnnxEmbedder } from './local-onnx.ts'
import { modelBroken } from './model-folder.ts'
import type { Ask, ThreadStart, Told, ToldFault } from './thread-protocol.ts'

const port = parentPort
if (port === null) throw new Error('this file is the thread of threaded.ts')
const { directory } = workerData as ThreadStart
const tell = (told: Told, buffers: ArrayBuffer[] = []): void => port.postMessage(told, buffers)

const toldOf = (error: unknown): ToldFault => {
  const { code, message, hint } =
    error instanceof Fault ? error : modelBroken('it does not compute', error)
  return { code, message, hint }
}

try {
  const embedder = await openLocalOnnxEmbedder({ directory })
  const { model, dimensions, similarityFloor } = embedder
  port.on('message', ({ id, kind, texts }: Ask) => {
    const work =
      kind === 'passages'
        ? embedder.embedPassages(texts)
        : Promise.all(texts.map((text) => embedder.embedQuery(text)))
    work.then(
      (vectors) =>
        tell(
          { kind: 'vectors', id, vectors },
          vectors.map(({ buffer }) => buffer as ArrayBuffer),
        ),
      (error: unknown) => tell({ kind: 'failed', id, fault: toldOf(error) }),
    )
  })
  tell({ kind: 'ready', model, dimensions, similarityFloor })
} catch (error) {
  tell({ kind: 'refused', fault: toldOf(error) })
}
