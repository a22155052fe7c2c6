/** `pandect erase`: lets words or a person be forgotten, once two people asked for it. */
import { type Command, Option } from '@commander-js/extra-typings'
import { ErasureGround } from '#contracts/events/article.ts'
import { Fault, isRefusal } from '#contracts/fault.ts'
import type { SemVer, Slug } from '#contracts/ids.ts'
import type { ErasureWanted } from '#ingest/domain/article/commands.ts'
import type { ErasureReason } from '#ingest/domain/two-persons.ts'
import type { ErasedCopy, ErasedCopyOfPerson } from '#ingest/editorial/erasure/copies.ts'
import { erasePerson } from '#ingest/editorial/erasure/erase-person.ts'
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
import {
  jsonOption,
  readCommentId,
  readPersonId,
  type ReadSettings,
  readSlug,
  readText,
  readVersions,
} from './reading.ts'
import { signedPersonOf } from './staff-token.ts'

/** Where copies of the words are, and what becomes of each. */
const COPIES: Readonly<Record<ErasedCopy, readonly [where: string, what: string]>> = {
  log: ['the log, and what Kafka has of it', 'the keys are destroyed: nobody can open the facts'],
  treatments: [
    'quotes and reasons of treatments',
    'the keys are destroyed; kind, day and effect of the treatment stay',
  ],
  texts: ['long texts and vectors', 'removed, unless a text that stays has the same'],
  'read-models': ['read models and search index', 'derived anew without the words'],
  'rollback-generation': [
    'generation kept for a rollback',
    'removed; `pandect replay` makes another one',
  ],
  desk: ['lists of the desk, scratches, kept answers', 'removed'],
  webhooks: ['webhook messages about the text', 'removed; endpoints are told article.erased'],
  receipts: ['receipts that accounts keep', 'slug, hash and signed receipt are removed'],
  pages: ['pages of tables and write-ahead log', 'written anew; tables are locked for as long'],
  backups: ['backups', 'stay readable with a `FILE.keys` from before: delete those'],
}
/** The same of a person. */
const COPIES_OF_PERSON: Readonly<
  Record<ErasedCopyOfPerson, readonly [where: string, what: string]>
> = {
  log: COPIES.log,
  persons: [
    'identity, office, decisions that name them',
    'removed from the read models; look-ups find nobody',
  ],
  'rollback-generation': COPIES['rollback-generation'],
  audit: ['look-ups in the audit', 'stay: they name a key, a time and the id, and no name'],
  pages: COPIES.pages,
  backups: COPIES.backups,
}
const COLUMN = 46

const numbered = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`

const linesOf = (copies: Readonly<Record<string, readonly [where: string, what: string]>>) =>
  Object.values(copies).map(([where, what]) => `    ${where.padEnd(COLUMN)}${what}`)

const copyLines = ({ keys, slugs, vectors, treatments }: ErasureOutcome): string[] => [
  ...linesOf(COPIES),
  `    ${[
    numbered(keys, 'key'),
    numbered(vectors, 'vector'),
    numbered(slugs, 'slug'),
    numbered(treatments, 'treatment'),
  ].join(', ')}`,
]

/** The part of a text that was erased, in words: versions, a comment or the whole text. */
export const erasedWords = (versions: readonly SemVer[], whole: boolean): string => {
  const named = `version${versions.length === 1 ? '' : 's'} ${versions.join(', ')}`
  if (!whole) return versions.length === 0 ? 'a comment with its answers' : named
  return versions.length === 0 ? 'the whole text' : `the whole text, ${named}`
}

const headLine = ({ slug, versions, whole, thread }: ErasureOutcome): string =>
  `${slug}  ${thread === null ? erasedWords(versions, whole) : `comment ${thread} with its answers`}`

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
  '    certified: `pandect erasure certificate` prints what was done to each copy',
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
  { state, position }: Pick<ErasureOutcome, 'state' | 'position'>,
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

const erasePersonById = async (
  settings: Settings,
  database: Database,
  id: string,
  wanted: ErasureReason,
  options: EraseOptions,
): Promise<void> => {
  const by = await signedPersonOf(settings, database)
  const deps = erasureDepsOf(database)
  const plan = await erasePerson(deps, by, id, wanted, { ...stampOf(), dryRun: true })
  if (isRefusal(plan)) return refuse(plan, id)
  const shown = [
    `person ${id}  identity and office`,
    ...linesOf(COPIES_OF_PERSON),
    `    ${numbered(plan.keys, 'key')}`,
  ]
  if (options.dryRun) return printResult(options, plan, [...shown, SAID.planned])
  if (!(await isConfirmed(shown, 'Erase this person for good?', options.yes)))
    return say(`${id}: ${SAID.planned}`)
  const outcome = await erasePerson(deps, by, id, wanted, stampOf())
  if (isRefusal(outcome)) return refuse(outcome, id)
  const finished = await finishedOf(settings, database, outcome)
  printResult(options, { ...outcome, finished }, [
    `person ${id}: ${SAID[outcome.state]}`,
    ...(finished === null ? [] : finishedLines(finished)),
  ])
}

type Subject = {
  readonly slug: Slug | undefined
  readonly person: string | undefined
  readonly comment: string | undefined
  readonly versions: readonly SemVer[] | 'all' | undefined
}

const unclear = (): Fault =>
  new Fault('erasure-subject-unclear', {
    hint: 'name a slug with --versions, a slug with --comment, or --person alone',
  })

type Wanted =
  | { readonly person: string }
  | { readonly slug: Slug; readonly what: Pick<ErasureWanted, 'versions' | 'thread'> }

/** Exactly one of wordings, a comment and a person. */
const wantedIn = ({ slug, person, comment, versions }: Subject): Wanted => {
  const isOne = (versions === undefined) !== (comment === undefined)
  if (person !== undefined && slug === undefined && versions === undefined && comment === undefined)
    return { person }
  if (person === undefined && slug !== undefined && isOne)
    return { slug, what: { versions: versions ?? [], thread: comment ?? null } }
  throw unclear()
}

export const eraseSubjects = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('[slug]', 'which text', readSlug)
    .option(
      '--versions <list>',
      'such as 1.0.0,1.1.0; all: the whole text, once deleted',
      readVersions,
    )
    .option('--comment <id>', 'a comment on the text, with its answers', readCommentId)
    .option('--person <id>', 'a magistrate or lawyer, instead of a text', readPersonId)
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
    .action((slug, { person, comment, versions, ground, request, ...options }) => {
      const wanted = wantedIn({ slug, person, comment, versions })
      const reason = { ground, request }
      return withDatabase(settings(), 'erase', (database) =>
        'person' in wanted
          ? erasePersonById(settings(), database, wanted.person, reason, options)
          : erase(settings(), database, wanted.slug, { ...wanted.what, ...reason }, options),
      )
    })

/** `pandect erasure finish`. */
export const finishErasing = (settings: Settings, options: Json): Promise<void> =>
  withDatabase(settings, 'erase', async (database) => {
    const finished = await finish(settings, database)
    if (finished === null) return say('every erasure is finished')
    printResult(options, finished, finishedLines(finished))
  })
