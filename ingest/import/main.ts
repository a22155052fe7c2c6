/**
 * Composition root of an import's order of steps: in this process, or by the workers of Temporal.
 */
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { COMMAND_WAIT_MS, connectTemporalClient } from '#infra/temporal/connection.ts'
import type { Settings } from '#infra/settings.ts'
import { stopSignal } from '#infra/stop-signal.ts'
import { say } from '#infra/terminal.ts'
import { importCorpus } from '#workflows/import-corpus.ts'
import { cancelImport, importIdOf, importThrough } from '#workflows/temporal/client.ts'
import type { WriteContext } from '../handlers/write-deps.ts'
import type { SourceFormat } from '../sources/source-item.ts'
import type { ImportSummary } from './activities.ts'
import type { ImportProgress, ImportRun } from './run.ts'

export type ImportOrder = {
  readonly paths: readonly string[]
  readonly publish: boolean
  readonly dryRun: boolean
  readonly context: WriteContext
  readonly as?: SourceFormat
  readonly onProgress?: (progress: ImportProgress) => void
}
type Workflow = ImportRun['workflow']

const onWaiting = (): void => say('import: waiting for Temporal and its workers …')

/** Carried out by workers, who read the same absolute paths; Ctrl-C stops the import there, too. */
const byWorkers = async (
  address: string,
  { paths, publish, context, as, onProgress }: ImportOrder,
  run: (workflow: Workflow) => Promise<ImportSummary>,
): Promise<ImportSummary> => {
  const temporal = await connectTemporalClient(address, {
    waitMs: COMMAND_WAIT_MS,
    onWaiting,
  })
  const request = {
    paths: paths.map((path) => resolve(path)),
    publish,
    context,
    ...(as === undefined ? {} : { as }),
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
 * Runs an import in the order that the settings choose: TEMPORAL_ADDRESS names who carries out the
 * steps, else this process does. A dry run is always done here, since it records nothing.
 */
export const inOrder = (
  settings: Settings,
  order: ImportOrder,
  run: (workflow: Workflow) => Promise<ImportSummary>,
): Promise<ImportSummary> =>
  settings.temporalAddress === null || order.dryRun
    ? run(importCorpus)
    : byWorkers(settings.temporalAddress, order, run)
