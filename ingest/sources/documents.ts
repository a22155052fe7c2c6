/** A port: documents that are read whole are read where their memory and time are bounded. */
import type { Members } from './document.ts'
import type { SourceItem, SourceRefusal } from './source-item.ts'

/** A whole file or entry of an archive, and the source that reads it. */
export type WholeDocument = {
  readonly source: string
  readonly file: string
  readonly bytes: Uint8Array
  /** Members from outside the file. */
  readonly members?: Members | undefined
}
export type ReadItems = {
  readonly items: readonly SourceItem[]
  readonly notes: readonly SourceRefusal[]
}

/**
 * Reads a document. A few kilobytes may unpack to gigabytes or keep a processor busy for hours: one
 * that exceeds the limits of memory or time is refused, and those after it are read.
 */
export type ReadDocument = (document: WholeDocument) => Promise<ReadItems>

export const DOCUMENT_LIMITS = {
  /** Memory that reading one document may take. */
  memoryBytesMax: 768 * 1024 * 1024,
  /** Processor time that reading one document may take. */
  processorMsMax: 60_000,
  /** Up to this size, a document that is not packed is read where it is. */
  hereBytesMax: 128 * 1024,
} as const
