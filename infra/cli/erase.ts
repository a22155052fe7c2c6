/** `pandect erase`: lets the words of a text be forgotten, once two persons asked for it. */
import { type Command, Option } from '@commander-js/extra-typings'
import { ErasureGround } from '#contracts/events/article.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { SemVer, Slug } from '#contracts/ids.ts'
import type { ErasureWanted } from '#ingest/domain/article/commands.ts'
import type { ErasedCopy } from '#ingest/editorial/erasure/copies.ts'
import { type ErasureOutcome, eraseWordings } from '#ingest/editorial/erasure/erase.ts'
import type { FinishedErasures } from '#ingest/editorial/erasure/ports.ts'
import { makeErasureProgress } from '../postgres/erasure/progress.ts'
import { type Database, withDatabase } from '../processes/wiring/database.ts'
import { erasureDepsOf, finishAllErasures } from '../processes/wiring/erasure.ts'
import type { Settings } from '../settings.ts'
import { say } from '../terminal.ts'
import { stampOf } from './acting.ts'
import { isConfirmed } from './confirm.ts'
import { type Json, printResult, refuse } from './output.ts'
import { progressBar } from './progress-bar.ts'
import { jsonOption, type ReadSettings, readSlug, readText, readVersions } from './reading.ts'
import { signedPersonOf } from './staff-token.ts'

/** Where copies of the words are, and what becomes of each. */
const COPIES: Readonly<Record<ErasedCopy, readonly [where: string, what: string]>> = {
  log: ['the log, and what Kafka has of it', 'the keys are destroyed: nobody can open the facts'],
  texts: ['long texts and vectors', 'removed, unless a text that stays has the same'],
  'read-models': ['read models and search index', 'derived anew without the words'],
  'rollback-generation': [
    'generation kept for a rollback',
    'removed; `pandect replay` makes another one',
  ],
  desk: ['lists of the desk, scratches, kept answers', 'removed'],
  webhooks: ['webhook messages about the text', 'removed; endpoints are told article.erased'],
  pages: ['pages of tables and write-ahead log', 'written anew; tables are locked for as long'],
  backups: ['backups', 'stay readable with a `FILE.keys` from before: delete those'],
}
const COLUMN = 46

const numbered = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`

const copyLines = ({ keys, slugs, vectors }: ErasureOutcome): string[] => [
  ...Object.values(COPIES).map(([where, what]) => `    ${where.padEnd(COLUMN)}${what}`),
  `    ${[numbered(keys, 'key'), numbered(vectors, 'vector'), numbered(slugs, 'slug')].join(', ')}`,
]

/** What of a text is erased. */
export const erasedWords = (versions: readonly SemVer[], whole: boolean): string => {
  const named = `version${versions.length === 1 ? '' : 's'} ${versions.join(', ')}`
  if (!whole) return named
  return versions.length === 0 ? 'the whole text' : `the whole text, ${named}`
}

const headLine = ({ slug, versions, whole }: ErasureOutcome): string =>
  `${slug}  ${erasedWords(versions, whole)}`

const SAID: Readonly<Record<ErasureOutcome['state'], string>> = {
  planned: 'nothing was done',
  requested: 'asked for; a second person confirms it by the same command',
  erased: 'erased',
}

const finishedLines = ({ rows, generation, rewritten }: FinishedErasures): string[] => [
  ...Object.entries(rows)
    .filter(([, count]) => count > 0)
    .map(([table, count]) => `    ${numbered(count, 'row')} of ${table} removed`),
  ...(generation === null ? [] : [`    generation ${generation} removed`]),
  `    ${rewritten.tables.length} tables written anew`,
  rewritten.writeAheadLog
    ? '    the write-ahead log before is gone'
    : '    the user of the database may not end the write-ahead log: let an administrator run CHECKPOINT',
  '    certified: `pandect erasure certificate SLUG` prints what was done to each copy',
]

const finish = async (settings: Settings, database: Database): Promise<FinishedErasures | null> => {
  const bar = progressBar('erasure {bar} {percentage}% | {step}')
  try {
    return await finishAllErasures(settings, database, (step, done, all) =>
      bar.update(done, all, { step }),
    )
  } finally {
    bar.stop()
  }
}

/** What was removed; null: nothing was to be. A running service may have finished it before. */
const finishedOf = async (
  settings: Settings,
  database: Database,
  { state, position }: ErasureOutcome,
): Promise<FinishedErasures | null> => {
  if (state !== 'erased' || position === null) return null
  const here = await finish(settings, database)
  if (here !== null) return here
  return (await makeErasureProgress(database.pool).of([position])).get(position)?.finished ?? null
}

type EraseOptions = Json & { readonly dryRun: boolean; readonly yes: boolean }

const erase = async (
  settings: Settings,
  database: Database,
  slug: Slug,
  wanted: ErasureWanted,
  options: EraseOptions,
): Promise<void> => {
  const person = await signedPersonOf(settings, database)
  const deps = erasureDepsOf(database)
  const plan = await eraseWordings(deps, person, slug, wanted, { ...stampOf(), dryRun: true })
  if (isRefusal(plan)) return refuse(plan, slug)
  const shown = [headLine(plan), ...copyLines(plan)]
  if (options.dryRun) return printResult(options, plan, [...shown, SAID.planned])
  if (!(await isConfirmed(shown, 'Erase these words for good?', options.yes)))
    return say(`${slug}: ${SAID.planned}`)
  const outcome = await eraseWordings(deps, person, slug, wanted, stampOf())
  if (isRefusal(outcome)) return refuse(outcome, slug)
  const finished = await finishedOf(settings, database, outcome)
  printResult(options, { ...outcome, finished }, [
    `${slug}: ${SAID[outcome.state]}`,
    ...(finished === null ? [] : finishedLines(finished)),
  ])
}

export const eraseTexts = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug>', 'which text', readSlug)
    .addOption(
      new Option('--versions <list>', 'such as 1.0.0,1.1.0; all: the whole text, once deleted')
        .argParser(readVersions)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--ground <name>', 'why').choices(ErasureGround.options).makeOptionMandatory(),
    )
    .addOption(
      new Option('--request <reference>', 'of your register; it must name nobody')
        .argParser(readText)
        .makeOptionMandatory(),
    )
    .option('--dry-run', 'list every copy and do nothing', false)
    .option('--yes', 'do it without asking', false)
    .addOption(jsonOption())
    .action((slug, { versions, ground, request, ...options }) =>
      withDatabase(settings(), 'erase', (database) =>
        erase(settings(), database, slug, { versions, ground, request }, options),
      ),
    )

/** `pandect erasure finish`. */
export const finishErasing = (settings: Settings, options: Json): Promise<void> =>
  withDatabase(settings, 'erase', async (database) => {
    const finished = await finish(settings, database)
    if (finished === null) return say('every erasure is finished')
    printResult(options, finished, finishedLines(finished))
  })
