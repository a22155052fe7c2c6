/** Runs an import: in this process, or with the workers of Temporal. */
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Settings } from '../../settings.ts'
import { stopSignal } from '../../stop-signal.ts'
import { say } from '../../terminal.ts'
import { importCorpus } from '#workflows/import-corpus.ts'
import type { WriteContext } from '#ingest/command-handler/write-deps.ts'
import { refusalLine } from '#ingest/sources/source-item.ts'
import type { Members } from '#ingest/sources/document.ts'
import type { SourceName } from '#ingest/sources/registry/sources.ts'
import type { ImportResult } from '#ingest/import/texts-imported.ts'
import type { CompleteListing } from '#ingest/import/close-listing.ts'
import { importPaths, type ImportProgress, type ImportRun } from '#ingest/import/run.ts'
import { openBoundedReader } from '../reading/bounded-reader.ts'
import { withWriteDeps } from './write-deps.ts'
import { contextOf, now } from './context.ts'
import { importLog } from '#ingest/import/import-log.ts'
import type { Instant } from '#contracts/ids.ts'
import type { Database } from './database.ts'
import { loadTemporal } from './temporal.ts'
import { makeProcessLog } from '../../process-log.ts'

export type ImportOrder = {
  readonly paths: readonly string[]
  readonly publish: boolean
  readonly dryRun: boolean
  readonly context: WriteContext
  readonly as?: SourceName
  readonly members?: Members
  readonly complete?: CompleteListing
  readonly stop?: AbortSignal
  readonly onProgress?: (progress: ImportProgress) => void
}
type Workflow = ImportRun['workflow']

const onWaiting = (): void => say('import: waiting for Temporal and its workers …')

/** Lets workers run the import. They read the same absolute paths. Ctrl-C also stops it there. */
const byWorkers = async (
  address: string,
  { paths, publish, context, as, members, onProgress }: ImportOrder,
  run: (workflow: Workflow) => Promise<ImportResult>,
): Promise<ImportResult> => {
  const { cancelImport, COMMAND_WAIT_MS, connectTemporalClient, importIdOf, importThrough } =
    await loadTemporal()
  const temporal = await connectTemporalClient(address, {
    waitMs: COMMAND_WAIT_MS,
    onWaiting,
  })
  const request = {
    paths: paths.map((path) => resolve(path)),
    publish,
    context,
    ...(as === undefined ? {} : { as }),
    ...(members === undefined ? {} : { members: { ...members } }),
  }
  stopSignal().addEventListener('abort', () => {
    say('import: stopping …')
    void cancelImport(temporal.client, importIdOf(request)).catch(() => undefined)
  })
  const standing = importThrough(temporal.client, request, {
    wait: (milliseconds) => wait(milliseconds),
    onWaiting,
    onProgress: ({ summary, bytesDone, bytesTotal }) =>
      onProgress?.({ ...summary, bytesDone, bytesTotal }),
  })
  try {
    return await run(standing)
  } finally {
    await temporal.close()
  }
}

/**
 * Runs an import where the settings say: with Temporal's workers if TEMPORAL_ADDRESS is set, else
 * in this process. A dry run always stays here, since it records nothing, and so does a complete
 * listing: only whoever reads all of it knows what it lacks.
 */
export const inOrder = (
  settings: Settings,
  order: ImportOrder,
  run: (workflow: Workflow) => Promise<ImportResult>,
): Promise<ImportResult> =>
  settings.temporalAddress === null || order.dryRun || order.complete !== undefined
    ? run(importCorpus)
    : byWorkers(settings.temporalAddress, order, run)

export type ImportRequest = Pick<ImportRun, 'paths' | 'publish'> &
  Partial<Pick<ImportRun, 'dryRun' | 'as' | 'members' | 'complete' | 'onProgress' | 'stop'>> & {
    readonly actor: string
    readonly at?: Instant
    /** Whether stderr shows a progress bar; then no log lines are written. */
    readonly bar?: boolean
  }

/** Imports into an open database; prints refusals on stderr, one line each. */
export const importInto = async (
  settings: Settings,
  database: Database,
  { actor, at = now(), dryRun = false, bar = false, onProgress, ...request }: ImportRequest,
): Promise<ImportResult> => {
  const context = contextOf(actor, at)
  // A dry run records nothing, and a person at a terminal has the bar.
  const log =
    dryRun || bar ? null : importLog(makeProcessLog(settings, 'import'), context.correlationId)
  const order = {
    ...request,
    dryRun,
    context,
    onProgress: (progress: ImportProgress): void => {
      log?.progress(progress)
      onProgress?.(progress)
    },
  }
  const documents = openBoundedReader()
  try {
    const summary = await withWriteDeps(settings, database, (deps) =>
      inOrder(settings, order, (workflow) =>
        importPaths({
          ...order,
          deps,
          readDocument: documents.readDocument,
          workflow,
          onRefusal: (refusal) => say(refusalLine(refusal)),
          onNote: (note) => say(refusalLine(note)),
          onWaiting: ({ code, message }) => say(`import: ${code}: ${message}; trying again`),
        }),
      ),
    )
    log?.ended(request.stop?.aborted === true ? 'stopped' : 'completed')
    return summary
  } catch (error) {
    log?.ended('failed')
    throw error
  } finally {
    await documents.close()
  }
}
