import { Fault } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import { retryOnConflict } from '#ingest/domain/retry-on-conflict.ts'
import type {
  EmbeddedBatch,
  ImportActivities,
  ImportSummary,
  ReadBatch,
  RecordOutcome,
} from './activities.ts'

/** Most decisions of one batch, which is decided again when others write to its texts. */
export const IMPORT_BATCH = { decisionsMax: 8 } as const

type ImportedBatch = { readonly batch: EmbeddedBatch; readonly position: Position | null }

const streamsBusy = (): Fault =>
  new Fault('streams-busy', 'others keep writing to the texts of this import', {
    retryAfterMs: 10_000,
    hint: 'end the other import of the same texts, then run this one again',
  })

/**
 * Imports one batch. If others appended to one of its streams since the decision, nothing is
 * recorded and the batch is decided again. Throws Fault `streams-busy` if others keep writing; a
 * second run continues where this one stopped.
 */
const importBatch = async (
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

const NOTHING: ImportSummary = {
  read: 0,
  imported: 0,
  unchanged: 0,
  revised: 0,
  refused: 0,
  takenDown: 0,
  withoutEffect: 0,
  position: null,
}

type Count = Exclude<keyof ImportSummary, 'read' | 'position'>
const COUNTS: Readonly<Record<RecordOutcome['classification'], Count>> = {
  imported: 'imported',
  revised: 'revised',
  unchanged: 'unchanged',
  'already-recorded': 'unchanged',
  refused: 'refused',
  'taken-down': 'takenDown',
  'without-effect': 'withoutEffect',
}

const withOutcomes = (
  summary: ImportSummary,
  outcomes: readonly RecordOutcome[],
): ImportSummary => {
  const counts = { ...summary, read: summary.read + outcomes.length }
  for (const outcome of outcomes) counts[COUNTS[outcome.classification]] += 1
  return counts
}

/**
 * Imports all batches of `read` in order, so that the states of a text keep the order of their
 * source. After an interruption a second run continues.
 */
export const importCorpus = async (activities: ImportActivities): Promise<ImportSummary> => {
  let summary = NOTHING
  for (let read = await activities.read(); read !== null; read = await activities.read()) {
    const { batch, position } = await importBatch(activities, read)
    summary = withOutcomes(summary, batch.outcomes)
    summary = { ...summary, position: position ?? summary.position }
    await activities.report(batch, summary)
  }
  return summary
}
