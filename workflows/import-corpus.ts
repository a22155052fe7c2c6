import type { ImportActivities, ImportSummary, RecordOutcome } from './activities.ts'
import { importBatch } from './import-batch.ts'

const NOTHING: ImportSummary = {
  read: 0,
  imported: 0,
  unchanged: 0,
  revised: 0,
  refused: 0,
  position: null,
}

const countAs = ({
  classification,
}: RecordOutcome): 'imported' | 'unchanged' | 'revised' | 'refused' =>
  classification === 'already-recorded' ? 'unchanged' : classification

const withOutcomes = (
  summary: ImportSummary,
  outcomes: readonly RecordOutcome[],
): ImportSummary => {
  const counts = { ...summary, read: summary.read + outcomes.length }
  for (const outcome of outcomes) counts[countAs(outcome)] += 1
  return counts
}

/**
 * Imports everything that `read` gives, batch after batch in its order: the states of one text
 * follow each other as their source tells them. Stopped anywhere, it is simply run again: what is
 * recorded stays so.
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
