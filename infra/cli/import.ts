/**
 * Composition root of imports, over the engines that the settings name. The other commands have
 * folders of their own.
 */
import { Presets, SingleBar } from 'cli-progress'
import { withDatabase } from '../processes/wiring/database.ts'
import { recordActOnce } from '../postgres/accounts/audit.ts'
import type { Settings } from '../settings.ts'
import { EXIT, print } from '../terminal.ts'
import type { ImportSummary } from '#ingest/import/activities.ts'
import { auditImport } from '#ingest/import/audit.ts'
import { type ImportProgress } from '#ingest/import/run.ts'
import { commandActor, type Json, parseInstant } from './arguments.ts'
import type { SourceName } from '#ingest/sources/sources.ts'
import { importInto } from '../processes/wiring/import.ts'

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
  readonly as?: SourceName
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
