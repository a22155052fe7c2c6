/** Composition root of `pandect vocab`. */
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Presets, SingleBar } from 'cli-progress'
import type { VocabularyName } from '#contracts/concept.ts'
import { Fault } from '#contracts/fault.ts'
import { truthOf, withDatabase } from '../processes/wiring/database.ts'
import type { Settings } from '../settings.ts'
import { EXIT, print, say } from '../terminal.ts'
import { commandActor } from './arguments.ts'
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

const printSummary = (summary: VocabularySummary, json: boolean): void => {
  if (json) return print(JSON.stringify(summary))
  const { read, defined, revised, unchanged, refused } = summary
  print(
    `read ${read}, defined ${defined}, revised ${revised}, unchanged ${unchanged}, refused ${refused}`,
  )
}

const sayPassedOver = ({ unknown, outside }: VocabularySummary): void => {
  if (outside > 0) say(`${outside} references to concepts outside these files were kept`)
  for (const [name, count] of Object.entries(unknown)) say(`not read: ${name} (${count})`)
}

export type VocabularyOptions = { readonly vocabulary: VocabularyName; readonly json?: boolean }

/** `pandect vocab import PATH… --vocabulary NAME` */
export const importVocabularies = async (
  settings: Settings,
  paths: readonly string[],
  { vocabulary, json = false }: VocabularyOptions,
): Promise<void> => {
  const files = (await Promise.all(paths.map(filesAt))).flat().map(fileAt)
  const bar = new SingleBar(
    {
      format: 'vocabulary {bar} {percentage}% | {value} of {total} | {eta_formatted} left',
      noTTYOutput: false,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  )
  const summary = await withDatabase(settings, 'vocabulary', async (database) => {
    const { store, log } = truthOf(database)
    try {
      return await importVocabulary({
        store,
        files,
        vocabulary,
        context: contextOf(commandActor()),
        onRefusal: ({ place, refused, reason, hint }) =>
          say(`${place}: ${refused}: ${reason}; ${hint}`),
        onProgress: (done, total) => {
          if (!bar.isActive) bar.start(total, 0)
          bar.update(done)
        },
      })
    } finally {
      await log.close()
    }
  }).finally(() => bar.stop())
  sayPassedOver(summary)
  printSummary(summary, json)
  if (summary.refused > 0) process.exitCode = EXIT.failed
}
