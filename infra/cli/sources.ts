/** Folders of publishers, whose texts `import --publish` publishes without a person. */
import { realpath, stat } from 'node:fs/promises'
import { parse, resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { ABSENCES_MAX } from '#ingest/import/decide-removals.ts'
import {
  addOfficialFolder,
  type ConfiguredFolder,
  listOfficialFolders,
  removeOfficialFolder,
} from '../postgres/log/official-folders.ts'
import {
  type AbsentDocument,
  absentDocuments,
  type KeptListing,
  keptListings,
} from '../postgres/log/publisher-documents.ts'
import { withDatabase } from '../processes/wiring/database.ts'
import { say } from '../terminal.ts'
import { commandActor } from './actor.ts'
import { printResult, refuse } from './output.ts'
import { jsonOption, readLicence, readPublisher, type ReadSettings } from './reading.ts'

/** The real path of a folder: later, a link in its place changes nothing. */
const realFolder = async (given: string): Promise<string | Refusal> => {
  try {
    const folder = await realpath(given)
    if (!(await stat(folder)).isDirectory()) return refusalByCode('source-not-a-folder')
    return folder === parse(folder).root ? refusalByCode('source-too-wide') : folder
  } catch {
    return refusalByCode('source-not-a-folder')
  }
}

const lineOf = ({ folder, publisher, licence, addedBy, addedAt }: ConfiguredFolder): string =>
  [folder, publisher, licence ?? 'no licence by default', `${addedBy} ${addedAt}`].join('  ')

const defineAdd = (command: Command, settings: ReadSettings): void =>
  void command
    .description('texts of files in this folder are official: import --publish publishes them')
    .argument('<folder>', 'the folder of a feed, to which only its publisher’s files are written')
    .requiredOption('--publisher <name>', 'the publisher of the texts, e.g. "DILA"', readPublisher)
    .option('--licence <name>', 'of texts that state none, e.g. "Licence Ouverte 2.0"', readLicence)
    .addOption(jsonOption())
    .action(async (given, { publisher, licence = null, json }) => {
      const folder = await realFolder(given)
      if (isRefusal(folder)) return refuse(folder, given)
      return withDatabase(settings(), 'sources', async ({ pool }) => {
        const source = { folder, publisher, licence }
        const isNew = await addOfficialFolder(pool, source, commandActor())
        if (!isNew) return refuse(refusalByCode('source-known'), folder)
        printResult({ json }, source, [`${folder}  ${publisher}`])
        say('import --publish publishes its texts at once: let only the publisher’s files in')
      })
    })

const defineList = (command: Command, settings: ReadSettings): void =>
  void command
    .description('the configured folders, with their publishers')
    .addOption(jsonOption())
    .action((options) =>
      withDatabase(settings(), 'sources', async ({ pool }) => {
        const folders = await listOfficialFolders(pool)
        printResult(options, folders, folders.map(lineOf))
        if (folders.length === 0 && options.json !== true)
          say('none: pandect sources add FOLDER --publisher NAME')
      }),
    )

const defineRemove = (command: Command, settings: ReadSettings): void =>
  void command
    .description('texts of this folder need a review from now on; those published stay')
    .argument('<folder>')
    .addOption(jsonOption())
    .action(async (given, { json }) => {
      // A folder that is gone goes by its path.
      const folder = await realpath(given).catch(() => resolve(given))
      return withDatabase(settings(), 'sources', async ({ pool }) => {
        if (!(await removeOfficialFolder(pool, folder, commandActor())))
          return refuse(refusalByCode('source-unknown'), folder)
        printResult({ json }, { folder }, [`${folder} removed`])
      })
    })

/** Rows that are shown at most. */
const ROWS_MAX = 1_000

const absentLine = ({ publisher, document, slug, absences, since }: AbsentDocument): string =>
  `${slug ?? document}  ${publisher}  ${document}  absent from ${absences} of ${ABSENCES_MAX} listings since ${since}`

const listingLine = ({ publisher, series, recordedAt, ...one }: KeptListing): string => {
  const outcome = one.counted ? 'counted' : 'not counted'
  return `${publisher}  ${series}  ${recordedAt}  ${one.documents} texts, ${one.before} before: ${outcome}`
}

const defineAbsences = (command: Command, settings: ReadSettings): void =>
  void command
    .description('texts that the last complete listings of their publishers lack, and the listings')
    .addOption(jsonOption())
    .action((options) =>
      withDatabase(settings(), 'sources', async ({ pool }) => {
        const absent = await absentDocuments(pool, ROWS_MAX)
        const listings = await keptListings(pool, ROWS_MAX)
        const lines = [...absent.map(absentLine), ...listings.map(listingLine)]
        printResult(options, { absent, listings }, lines)
        if (listings.length === 0 && options.json !== true)
          say('no complete listing yet: pandect import --complete FOLDER')
      }),
    )

export const sources = (command: Command, settings: ReadSettings): void => {
  defineAdd(command.command('add'), settings)
  defineList(command.command('list'), settings)
  defineRemove(command.command('remove'), settings)
  defineAbsences(command.command('absences'), settings)
}
