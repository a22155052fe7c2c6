/** The program of the thread that reads documents. */
import { Fault } from '#contracts/fault.ts'
import type { ReadItems, WholeDocument } from '#ingest/sources/documents.ts'
import { readWholeDocument } from '#ingest/sources/registry/read-whole.ts'
import { serveRequests } from '../../threads/serve.ts'

export type ReadingCalls = {
  readonly read: { readonly asked: WholeDocument; readonly answered: ReadItems }
}

// The stack, a string or a buffer would become too large.
const toFault = (cause: unknown): Fault =>
  new Fault(cause instanceof RangeError ? 'document-too-costly' : 'internal-error', { cause })

serveRequests<ReadingCalls>({ read: readWholeDocument }, { toFault })
