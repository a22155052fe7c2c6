import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, Option } from '@commander-js/extra-typings'
import { VocabularyName } from '#contracts/concept.ts'
import { Fault } from '#contracts/fault.ts'
import { truthOf, withDatabase } from '../processes/wiring/database.ts'
import type { Settings } from '../settings.ts'
import { EXIT, say } from '../terminal.ts'
import { commandActor } from './actor.ts'
import { printResult } from './output.ts'
import { progressBar } from './progress-bar.ts'
import { jsonOption, type ReadSettings } from './reading.ts'
import {
  importVocabulary,
  type VocabularyFile,
  type VocabularySummary,
} from '#ingest/vocabulary/import-vocabulary.ts'
import { contextOf } from '../processes/wiring/context.ts'

const VOCABULARY_FILE = /\.(?:rdf|owl|xml|skos|jsonl|ndjson)$/i

const filesAt = async (path: string): Promise<string[]> => {
  try {
    if (!(await stat(path)).isDirectory()) return [path]
    const names = await readdir(path)
    return names
      .filter((name) => VOCABULARY_FILE.test(name))
      .toSorted()
      .map((name) => join(path, name))
  } catch (cause) {
    throw new Fault('file-unreadable', `${path} can't be read`, {
      cause,
      hint: 'give a file of a vocabulary, or a folder of them',
    })
  }
}

const fileAt = (name: string): VocabularyFile => ({ name, chunks: () => createReadStream(name) })

const sayPassedOver = ({ unknown, outside }: VocabularySummary): void => {
  if (outside > 0) say(`${outside} references to concepts outside these files were kept`)
  for (const [name, count] of Object.entries(unknown)) say(`not read: ${name} (${count})`)
}

const importFrom = async (
  settings: Settings,
  paths: readonly string[],
  vocabulary: VocabularyName,
): Promise<VocabularySummary> => {
  const files = (await Promise.all(paths.map(filesAt))).flat().map(fileAt)
  const bar = progressBar(
    'vocabulary {bar} {percentage}% | {value} of {total} | {eta_formatted} left',
  )
  return withDatabase(settings, 'vocabulary', async (database) => {
    const { store, log } = truthOf(database)
    try {
      return await importVocabulary({
        store,
        files,
        vocabulary,
        context: contextOf(commandActor()),
        onRefusal: ({ place, refused, reason, hint }) =>
          say(`${place}: ${refused}: ${reason}; ${hint}`),
        onProgress: bar.update,
      })
    } finally {
      await log.close()
    }
  }).finally(bar.stop)
}

const defineImport = (command: Command, settings: ReadSettings): void =>
  void command
    .description('import a vocabulary; what is recorded already is left alone')
    .argument(
      '<path...>',
      'RDF/XML (SKOS, OWL) or JSON Lines files, or folders of them: one vocabulary',
    )
    .addOption(
      new Option('--vocabulary <name>', 'which one it is')
        .choices(VocabularyName.options)
        .makeOptionMandatory(),
    )
    .addOption(jsonOption())
    .action(async (paths, { vocabulary, ...options }) => {
      const summary = await importFrom(settings(), paths, vocabulary)
      const { read, defined, revised, unchanged, refused } = summary
      sayPassedOver(summary)
      printResult(options, summary, [
        `read ${read}, defined ${defined}, revised ${revised}, unchanged ${unchanged}, refused ${refused}`,
      ])
      if (refused > 0) process.exitCode = EXIT.failed
    })

export const vocab = (command: Command, settings: ReadSettings): void =>
  defineImport(command.command('import'), settings)
