import { Fault } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import { retryOnConflict } from '#ingest/domain/retry-on-conflict.ts'
import type { EmbeddedBatch, ImportActivities, ReadBatch } from './activities.ts'

/** How often a batch is decided at most, because others wrote to its texts meanwhile. */
export const IMPORT_BATCH = { decisionsMax: 8 } as const

export type ImportedBatch = { readonly batch: EmbeddedBatch; readonly position: Position | null }

const streamsBusy = (): Fault =>
  new Fault('streams-busy', 'others keep writing to the texts of this import', {
    retryAfterMs: 10_000,
    hint: 'end the other import of the same texts, then run this one again',
  })

/**
 * One batch from what was read to what is recorded. A decision holds only for the events it was
 * made on: when others appended to a stream in between, nothing was recorded, and the batch is
 * decided again. Throws Fault `streams-busy` if that does not end; a second run then continues
 * where this one stopped.
 */
export const importBatch = async (
  activities: ImportActivities,
  read: ReadBatch,
): Promise<ImportedBatch> => {
  const cleaned = await activities.clean(read)
  return retryOnConflict(
    async () => {
      const decided = await activities.decide(cleaned)
      const batch = await activities.embed(decided)
      const recorded = await activities.record(batch)
      return recorded === 'moved-on' ? recorded : { batch, position: recorded.position }
    },
    { tries: IMPORT_BATCH.decisionsMax, busy: streamsBusy },
  )
}
