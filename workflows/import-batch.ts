import { Fault } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import type { EmbeddedBatch, ImportActivities, ReadBatch } from './activities.ts'

/** How often a batch is decided anew because others wrote to its texts meanwhile. */
export const IMPORT_BATCH = { decisionsMax: 8 } as const

export type ImportedBatch = { readonly batch: EmbeddedBatch; readonly position: Position | null }

/**
 * One batch from what was read to what is recorded. A decision holds only for the facts it was made
 * on: when others appended to a stream in between, nothing was recorded, and the batch is decided
 * again. Throws Fault `streams-busy` if that does not end; a second run then goes on where this one
 * stopped.
 */
export const importBatch = async (
  activities: ImportActivities,
  read: ReadBatch,
): Promise<ImportedBatch> => {
  const cleaned = await activities.clean(read)
  for (let decision = 1; decision <= IMPORT_BATCH.decisionsMax; decision += 1) {
    const decided = await activities.decide(cleaned)
    const batch = await activities.embed(decided)
    const recorded = await activities.record(batch)
    if (recorded !== 'moved-on') return { batch, position: recorded.position }
  }
  throw new Fault('streams-busy', 'others keep writing to the texts of this import', {
    retryAfterMs: 10_000,
    hint: 'end the other import of the same texts, then run this one again',
  })
}
