import { type Command, Option } from '@commander-js/extra-typings'
import { Fault } from '#contracts/fault.ts'
import { auditImport } from '#ingest/import/audit.ts'
import { SOURCE_NAMES } from '#ingest/sources/registry/sources.ts'
import { recordActOnce } from '../postgres/platform/audit.ts'
import { now } from '../processes/wiring/context.ts'
import { withDatabase } from '../processes/wiring/database.ts'
import { importInto } from '../processes/wiring/import.ts'
import { stopSignal } from '../stop-signal.ts'
import { EXIT } from '../terminal.ts'
import { commandActor } from './actor.ts'
import { linesOf, summaryOf } from './imported.ts'
import { printResult } from './output.ts'
import { progressBar } from './progress-bar.ts'
import { jsonOption, readInstant, type ReadSettings } from './reading.ts'

export const importTexts = (command: Command, settings: ReadSettings): void =>
  void command
    .argument(
      '<path...>',
      "JSON Lines, Markdown, publishers' XML and JSON, DOCX, PDF; folders and archives of them",
    )
    .option('--publish', 'publish texts of official sources; others become drafts')
    .option('--dry-run', 'read, clean and decide, but record nothing')
    .addOption(new Option('--as <format>', 'read every file as this format').choices(SOURCE_NAMES))
    .option(
      '--at <instant>',
      'recorded time of the import, e.g. 2026-01-31T00:00:00.000Z (default: now)',
      readInstant,
    )
    .addOption(jsonOption())
    .action(async (paths, { publish = false, dryRun = false, as, at = now(), ...options }) => {
      const bar = progressBar(
        'import {bar} {percentage}% | {read} read, {refused} refused | {eta_formatted} left',
      )
      const actor = commandActor()
      const stop = stopSignal()
      const summary = await withDatabase(settings(), 'import', async (database) => {
        const imported = await importInto(settings(), database, {
          paths,
          publish,
          dryRun,
          actor,
          at,
          stop,
          bar: process.stderr.isTTY,
          onProgress: ({ bytesDone, bytesTotal, read, refused }) =>
            bar.update(bytesDone, bytesTotal, { read, refused }),
          ...(as === undefined ? {} : { as }),
        })
        if (!dryRun)
          await auditImport((act) => recordActOnce(database.pool, act), imported, {
            actor,
            published: publish,
          })
        return imported
      }).finally(bar.stop)
      printResult(options, summaryOf(summary), linesOf(summary, { publish, dryRun }))
      const { refused } = summary
      if (refused > 0) process.exitCode = EXIT.failed
      if (stop.aborted) throw new Fault('aborted')
    })
