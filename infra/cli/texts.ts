import type { Command } from '@commander-js/extra-typings'
import type { Actor } from '#contracts/audit.ts'
import { isRefusal } from '#contracts/fault.ts'
import { type Database, withDatabase } from '../processes/wiring/database.ts'
import { recordAct } from '../postgres/platform/audit.ts'
import type { Settings } from '../settings.ts'
import { print } from '../terminal.ts'
import { diffVersions, printDiff } from '#ingest/handlers/diff.ts'
import type { EditorialAct } from '#ingest/editorial/acts.ts'
import { type ActOutcome, carryOut } from '#ingest/handlers/editorial.ts'
import { type History, historyOf } from '#ingest/handlers/history.ts'
import { commandActor } from './actor.ts'
import { type ActingOptions, namedSlugs } from './acting.ts'
import { printResult, refuse } from './output.ts'
import { asPerson, jsonOption, type ReadSettings, readSlug, readText } from './reading.ts'
import { withWriteDeps } from '../processes/wiring/write-deps.ts'
import { contextOf } from '../processes/wiring/context.ts'

const AUDITED = {
  publish: 'text.published',
  unpublish: 'text.unpublished',
  delete: 'text.deleted',
} as const

type CommandedAct = Extract<EditorialAct, { readonly act: keyof typeof AUDITED }>

/**
 * The log holds the act with its actor already, in one transaction; this is its line among all
 * other acts.
 */
const audit = async (
  { pool }: Database,
  [kind, actor]: readonly [(typeof AUDITED)[CommandedAct['act']], Actor],
  { articleId: subject, version }: ActOutcome,
): Promise<void> => {
  await recordAct(pool, { kind, actor, subject, data: { version } })
}

/** One act on each of several texts; a refused one does not stop the others. */
const carryOutOn = (
  settings: Settings,
  act: CommandedAct,
  names: readonly string[],
  { json, as: actor = commandActor() }: ActingOptions,
): Promise<void> =>
  withDatabase(settings, act.act, (database) =>
    withWriteDeps(settings, database, async (deps) => {
      for (const slug of namedSlugs(names)) {
        const outcome = await carryOut(deps, slug, act, contextOf(actor))
        if (isRefusal(outcome)) {
          refuse(outcome, slug)
          continue
        }
        await audit(database, [AUDITED[act.act], actor], outcome)
        const { status, version } = outcome
        const line = `${slug} ${status}${version === null ? '' : ` ${version}`}`
        printResult({ json }, outcome, [line])
      }
    }),
  )

const printVersion = ({
  version,
  sha256Hash,
  bump,
  ...one
}: History['versions'][number]): string[] => [
  `${version}  ${bump}${one.changeClass === null ? '' : ` (${one.changeClass})`}  sha256 ${sha256Hash}`,
  ...one.reasons.map((reason) => `    ${reason}`),
  ...one.validities
    .filter(({ validFrom, validTo }) => (validFrom ?? validTo) !== null)
    .map(({ validFrom, validTo }) => `    in force ${validFrom ?? '…'} to ${validTo ?? '…'}`),
]

const printHistory = ({ slug, status, hasDraft, sourceId, versions }: History): string[] => [
  `${slug}  ${status}${hasDraft ? ', with a draft' : ''}  source ${sourceId}`,
  ...versions.flatMap(printVersion),
]

export const publish = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug...>')
    .addOption(asPerson())
    .addOption(jsonOption())
    .action((slugs, options) =>
      carryOutOn(settings(), { act: 'publish', reason: null }, slugs, options),
    )

export const unpublish = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug...>')
    .option('--reason <text>', 'why, for the record', readText, 'unpublished by command')
    .addOption(asPerson())
    .addOption(jsonOption())
    .action((slugs, { reason, ...options }) =>
      carryOutOn(settings(), { act: 'unpublish', reason }, slugs, options),
    )

export const deleteTexts = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug...>')
    .option('--reason <text>', 'why, for the record', readText, 'deleted by command')
    .addOption(asPerson())
    .addOption(jsonOption())
    .action((slugs, { reason, ...options }) =>
      carryOutOn(settings(), { act: 'delete', reason }, slugs, options),
    )

export const history = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug>', 'which text', readSlug)
    .addOption(jsonOption())
    .action((slug, options) =>
      withDatabase(settings(), 'history', async (database) => {
        const found = await withWriteDeps(settings(), database, (deps) => historyOf(deps, slug))
        if (isRefusal(found)) refuse(found, slug)
        else printResult(options, found, printHistory(found))
      }),
    )

export const diff = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<slug>', 'which text', readSlug)
    .argument('<v1>', 'a version, e.g. 1.0.0', readText)
    .argument('<v2>', 'another version', readText)
    .action((slug, from, to) =>
      withDatabase(settings(), 'diff', async (database) => {
        const found = await withWriteDeps(settings(), database, (deps) =>
          diffVersions(deps, slug, { from, to }),
        )
        if (isRefusal(found)) refuse(found, slug)
        else for (const line of printDiff(found)) print(line)
      }),
    )
