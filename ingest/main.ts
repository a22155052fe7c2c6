/**
 * Composition root of imports, over the engines that the settings name. The other commands have
 * folders of their own.
 */
import { Presets, SingleBar } from 'cli-progress'
import type { Instant } from '#contracts/ids.ts'
import { type Database, withDatabase } from '#infra/main.ts'
import { recordActOnce } from '#infra/postgres/accounts/audit.ts'
import { makeProcessLog } from '#infra/process-log.ts'
import type { Settings } from '#infra/settings.ts'
import { EXIT, print, say } from '#infra/terminal.ts'
import type { ImportSummary } from './import/activities.ts'
import { auditImport } from './import/audit.ts'
import { importLog } from './import/import-log.ts'
import { inOrder } from './import/main.ts'
import { importPaths, type ImportProgress, type ImportRun } from './import/run.ts'
import { commandActor, contextOf, now, parseInstant } from './open/arguments.ts'
import { type Json, withWriteDeps } from './open/main.ts'
import { refusalLine, type SourceFormat } from './sources/source-item.ts'

export type ImportRequest = Pick<ImportRun, 'paths' | 'publish'> &
  Partial<Pick<ImportRun, 'dryRun' | 'as' | 'onProgress'>> & {
    readonly actor: string
    readonly at?: Instant
    /** A person sees a bar on stderr, so no lines of a log stand there. */
    readonly bar?: boolean
  }

/** Imports into an open database; refusals go to stderr, one line each. */
export const importInto = async (
  settings: Settings,
  database: Database,
  { actor, at = now(), dryRun = false, bar = false, onProgress, ...request }: ImportRequest,
): Promise<ImportSummary> => {
  const context = contextOf(actor, at)
  // Nothing is recorded by a dry run, and who sits before a terminal has the bar.
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
  try {
    const summary = await withWriteDeps(settings, database, (deps) =>
      inOrder(settings, order, (workflow) =>
        importPaths({
          ...order,
          deps,
          workflow,
          onRefusal: (refusal) => say(refusalLine(refusal)),
          onNote: (note) => say(refusalLine(note)),
        }),
      ),
    )
    log?.ended('completed')
    return summary
  } catch (error) {
    log?.ended('failed')
    throw error
  }
}

/** A bar over the bytes read, on a terminal's stderr only. */
const progressBar = (): { update: (progress: ImportProgress) => void; stop: () => void } => {
  const bar = new SingleBar(
    {
      format: 'import {bar} {percentage}% | {read} read, {refused} refused | {eta_formatted} left',
      noTTYOutput: false,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  )
  let started = false
  return {
    update: ({ bytesDone, bytesTotal, read, refused }) => {
      if (!started) bar.start(bytesTotal, 0, { read, refused })
      started = true
      bar.update(bytesDone, { read, refused })
    },
    stop: () => bar.stop(),
  }
}

const printSummary = (summary: ImportSummary, json: boolean): void => {
  const { read, imported, unchanged, revised, refused } = summary
  if (json) return print(JSON.stringify({ read, imported, unchanged, revised, refused }))
  print(
    `read ${read}, imported ${imported}, unchanged ${unchanged}, revised ${revised}, refused ${refused}`,
  )
}

export type ImportOptions = Json & {
  readonly publish?: boolean
  readonly dryRun?: boolean
  readonly as?: SourceFormat
  readonly at?: string
}

export const importFiles = async (
  settings: Settings,
  paths: readonly string[],
  { json = false, publish = false, dryRun = false, as, at }: ImportOptions,
): Promise<void> => {
  const time = parseInstant(at)
  const bar = progressBar()
  const summary = await withDatabase(settings, 'import', async (database) => {
    const imported = await importInto(settings, database, {
      paths,
      publish,
      dryRun,
      actor: commandActor(),
      at: time,
      bar: process.stderr.isTTY,
      onProgress: bar.update,
      ...(as === undefined ? {} : { as }),
    })
    if (!dryRun)
      await auditImport((act) => recordActOnce(database.pool, act), imported, {
        actor: commandActor(),
        published: publish,
      })
    return imported
  }).finally(bar.stop)
  printSummary(summary, json)
  if (summary.refused > 0) process.exitCode = EXIT.failed
}
