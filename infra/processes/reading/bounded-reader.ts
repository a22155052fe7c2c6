/** Reads documents in a thread of their own, which is ended when one takes too much. */
import { Fault, type Refusal } from '#contracts/fault.ts'
import { DOCUMENT_LIMITS, type ReadDocument } from '#ingest/sources/documents.ts'
import { makeThread } from '../../threads/thread.ts'
import type { ReadingCalls } from './program.ts'

const MEBIBYTE = 1024 * 1024
const MS_PER_SECOND = 1_000
/** Objects of one collection that survive no longer; the rest of the heap is for what is read. */
const YOUNG_MEBIBYTES = 64

export type BoundedReader = { readonly readDocument: ReadDocument; close(): Promise<void> }
export type ReadingLimits = Readonly<
  Record<keyof Pick<typeof DOCUMENT_LIMITS, 'memoryBytesMax' | 'processorMsMax'>, number>
>

const tooCostly = ({ memoryBytesMax, processorMsMax }: ReadingLimits): Refusal => ({
  refused: 'document-too-costly',
  reason: `reading it takes more than ${Math.floor(memoryBytesMax / MEBIBYTE)} MiB of memory or ${processorMsMax / MS_PER_SECOND} s of processor time`,
  hint: 'look where it comes from: a few kilobytes can be made to unpack to gigabytes; split a good one, or give its text as Markdown',
})

/**
 * Documents are read one after the other. The thread starts with the first one, and again after it
 * was ended.
 */
export const openBoundedReader = (limits: ReadingLimits = DOCUMENT_LIMITS): BoundedReader => {
  const thread = makeThread<ReadingCalls>({
    program: new URL('./program.ts', import.meta.url),
    resourceLimits: {
      maxOldGenerationSizeMb: limits.memoryBytesMax / MEBIBYTE - YOUNG_MEBIBYTES,
      maxYoungGenerationSizeMb: YOUNG_MEBIBYTES,
    },
    bounds: limits,
    toFault: (_, cause) => new Fault('document-too-costly', { cause }),
  })
  let last: Promise<unknown> = Promise.resolve()
  const readDocument: ReadDocument = async (document) => {
    const before = last
    const reading = before.then(() => thread.ask('read', document))
    last = reading.catch(() => undefined)
    try {
      return await reading
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'document-too-costly') throw error
      return { items: [{ file: document.file, line: 1, ...tooCostly(limits) }], notes: [] }
    }
  }
  return { readDocument, close: () => thread.close() }
}
