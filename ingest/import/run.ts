import { type Fault, refusalByCode } from '#contracts/fault.ts'
import { importSteps } from './import-texts.ts'
import type { ImportDeps, WriteContext } from '../command-handler/write-deps.ts'
import type { SourceRefusal, SourcePlace } from '../sources/source-item.ts'
import type {
  EmbeddedBatch,
  ImportActivities,
  ImportNote,
  ImportSummary,
  RecordOutcome,
} from './activities.ts'
import type { Members } from '../sources/document.ts'
import type { ReadDocument } from '../sources/documents.ts'
import { type ImportResult, textsImported } from './texts-imported.ts'
import { type CompleteListing, listingCloser } from './close-listing.ts'
import { discover } from './discover.ts'
import { dryRunDeps } from './dry-run.ts'
import { withRetries } from './retries.ts'
import { type BatchReader, batchReader, type ReadProgress } from './read-batches.ts'
import type { SourceName } from '../sources/registry/sources.ts'
import type { StreamId } from '#contracts/ids.ts'

/** Most texts of the notes at the end of a run. */
const REMEMBERED_MAX = 10_000

const olderStateNote = (place: SourcePlace): SourceRefusal => ({
  ...refusalByCode('already-recorded-older-state'),
  ...place,
})

/**
 * Collects the texts whose last statement of a run is an old one. This is known only at the end: a
 * source with all states of a text gives the old ones first.
 */
const olderStates = () => {
  const last = new Map<StreamId, SourcePlace>()
  return {
    add: (outcomes: readonly RecordOutcome[]): void => {
      for (const outcome of outcomes) {
        if (!('streamId' in outcome)) continue
        last.delete(outcome.streamId)
        if (outcome.isOlderState && last.size < REMEMBERED_MAX) {
          last.set(outcome.streamId, outcome.place)
        }
      }
    },
    notes: (): SourceRefusal[] => [...last.values()].map(olderStateNote),
  }
}

/** Progress of an import after a batch. */
export type ImportProgress = ImportSummary & ReadProgress

export type ImportRun = {
  readonly paths: readonly string[]
  readonly deps: ImportDeps
  readonly readDocument: ReadDocument
  readonly context: WriteContext
  /** The order of the steps: `importCorpus` of `workflows/`. */
  readonly workflow: (activities: ImportActivities) => Promise<ImportSummary>
  /** Publish texts of official sources under their policy; others become drafts. */
  readonly publish: boolean
  /** Decide everything, record nothing. */
  readonly dryRun: boolean
  /** Read every file as this format. */
  readonly as?: SourceName
  /** Members for manuscripts that state none of these. */
  readonly members?: Members
  /** The paths have every text of their publisher; those that are missing are counted as absent. */
  readonly complete?: CompleteListing
  /** Most texts that the result lists one by one. */
  readonly listedMax?: number
  /** After an abort no batch is read; the one under way is recorded. */
  readonly stop?: AbortSignal
  readonly onProgress?: (progress: ImportProgress) => void
  /** Called with each fault of a refused record. */
  readonly onRefusal?: (refusal: SourceRefusal) => void
  /** Called with each note. */
  readonly onNote?: (note: ImportNote) => void
  /** Called before a step is tried again after a pause. */
  readonly onWaiting?: (fault: Fault) => void
}

const withoutEmbedding: Pick<ImportActivities, 'embed'> = {
  embed: (batch) =>
    Promise.resolve({
      ...batch,
      streams: batch.streams.filter(({ events }) => events.length > 0),
    }),
}

const activitiesOf = (run: ImportRun, reader: BatchReader): ImportActivities => {
  const deps = run.dryRun ? dryRunDeps(run.deps) : run.deps
  return {
    ...importSteps(deps, {
      context: run.context,
      publish: run.publish,
      ...(run.complete === undefined ? {} : { listing: run.context.correlationId }),
    }),
    ...(run.dryRun ? withoutEmbedding : {}),
    read: () => (run.stop?.aborted === true ? Promise.resolve(null) : reader.read()),
    report: () => Promise.resolve(),
  }
}

const reportOutcomes = (run: ImportRun, { outcomes, notes }: EmbeddedBatch): void => {
  for (const outcome of outcomes) {
    if (outcome.classification !== 'refused') continue
    const { also = [], ...first } = outcome.refusal
    for (const fault of [first, ...also]) run.onRefusal?.(fault)
  }
  for (const note of notes) run.onNote?.(note)
}

/**
 * Imports files and folders; refused records are reported and skipped. In the summary, `read =
 * imported + unchanged + revised + refused + takenDown + withoutEffect`; an unreadable file or
 * folder counts as one. After an interruption a second run continues. Throws the Fault of an
 * unavailable engine.
 */
export const importPaths = async (run: ImportRun): Promise<ImportResult> => {
  const found = await discover(run.paths)
  for (const note of found.notes) run.onNote?.(note)
  const reader = batchReader(found, run)
  const older = olderStates()
  const texts = textsImported(run.listedMax)
  const steps = withRetries(activitiesOf(run, reader), run.onWaiting)
  const closer =
    run.complete === undefined || run.dryRun
      ? null
      : listingCloser(run.deps, run.context, run.paths, run.complete)
  const report: ImportActivities['report'] = (batch, summary) => {
    reportOutcomes(run, batch)
    older.add(batch.outcomes)
    texts.add(batch)
    closer?.add(batch.outcomes)
    run.onProgress?.({ ...summary, ...reader.progress() })
    return Promise.resolve()
  }
  try {
    const summary = await run.workflow({ ...steps, report })
    for (const note of older.notes()) run.onNote?.(note)
    for (const note of reader.notes()) run.onNote?.(note)
    const closed = await closer?.close(run.stop?.aborted !== true)
    for (const note of closed?.notes ?? []) run.onNote?.(note)
    const absent = closed?.absent ?? []
    return { ...summary, ...(run.dryRun ? { position: null } : {}), ...texts.result(), absent }
  } finally {
    await reader.close()
  }
}
