import type { Command } from '@commander-js/extra-typings'
import type { Act } from '#contracts/audit.ts'
import { isRefusal } from '#contracts/fault.ts'
import {
  type ArticleId,
  LOG_START,
  type Position,
  type Slug,
  type StreamId,
} from '#contracts/ids.ts'
import { staffActor } from '#contracts/staff.ts'
import { type Database, withDatabase } from '../processes/wiring/database.ts'
import { makeStreamBeginnings } from '../postgres/log/stream-beginnings.ts'
import type { Settings } from '../settings.ts'
import { say } from '../terminal.ts'
import {
  accepting,
  editing,
  proposalsOf,
  type ProposedText,
  proposeFor,
  rejecting,
} from '#ingest/handlers/headnotes.ts'
import { loadText } from '#ingest/command-handler/text-handler.ts'
import type { Change } from '#ingest/handlers/revise-text.ts'
import type { WriteDeps } from '#ingest/command-handler/write-deps.ts'
import { namedSlugs, withPerson } from './acting.ts'
import { reviseBy } from './revising.ts'
import { commandActor } from './actor.ts'
import { type Json, printResult, refuse } from './output.ts'
import {
  jsonOption,
  readRuleType,
  readSequence,
  type ReadSettings,
  readSlug,
  readText,
} from './reading.ts'
import { withWriteDeps } from '../processes/wiring/write-deps.ts'
import { contextOf } from '../processes/wiring/context.ts'

const withHeadnotes = <T>(
  settings: Settings,
  work: (deps: WriteDeps, database: Database) => Promise<T>,
): Promise<T> =>
  withDatabase(settings, 'headnote', (database) =>
    withWriteDeps(settings, database, (write) => work(write, database)),
  )

const TEXTS_PER_BATCH = 50

async function* everyText({ pool }: Database): AsyncGenerator<StreamId[]> {
  const beginnings = makeStreamBeginnings(pool)
  for (let position: Position = LOG_START; ;) {
    const page = await beginnings.after('article', position, TEXTS_PER_BATCH)
    const last = page.at(-1)
    if (last === undefined) return
    yield page.map(({ streamId }) => streamId)
    position = last.position
  }
}

async function* namedTexts(deps: WriteDeps, slugs: readonly Slug[]): AsyncGenerator<StreamId[]> {
  for (const slug of slugs) {
    const loaded = await loadText(deps, slug)
    if (isRefusal(loaded)) refuse(loaded, slug)
    else yield [loaded.streamId]
  }
}

const indented = (summary: string): string => `    ${summary.replaceAll('\n', '\n    ')}`

const printProposals = ({ slug, proposals }: ProposedText, options: Json): void =>
  printResult(
    options,
    { slug, proposals },
    proposals.flatMap(({ id, legalRuleType, summary }) => [
      `${slug}  ${id}  ${legalRuleType ?? '-'}`,
      indented(summary),
    ]),
  )

const definePropose = (command: Command, settings: ReadSettings): void =>
  void command
    .description('propose headnotes for decisions that have none; proposals are not public')
    .argument('[slug...]', 'which texts')
    .option('--all', 'every text')
    .option('--dry-run', 'find and show, but record nothing')
    .addOption(jsonOption())
    .action((names, { all = false, dryRun = false, ...options }) => {
      const slugs = all ? [] : namedSlugs(names)
      return withHeadnotes(settings(), async (deps, database) => {
        const context = contextOf(commandActor())
        let [read, proposed] = [0, 0]
        for await (const ids of all ? everyText(database) : namedTexts(deps, slugs)) {
          const found = await proposeFor(deps, ids, { context, dryRun })
          read += ids.length
          proposed += found.reduce((sum, { proposals }) => sum + proposals.length, 0)
          for (const one of found) printProposals(one, options)
        }
        say(`read ${read} texts, ${proposed} new proposals${dryRun ? ' (nothing recorded)' : ''}`)
      })
    })

const defineList = (command: Command, settings: ReadSettings): void =>
  void command
    .description('the proposals for a text, and the decisions on them')
    .argument('<slug>', 'which text', readSlug)
    .addOption(jsonOption())
    .action((slug, options) =>
      withHeadnotes(settings(), async (deps) => {
        const found = await proposalsOf(deps, slug)
        if (isRefusal(found)) return refuse(found, slug)
        printResult(
          options,
          { slug, proposals: found },
          found.flatMap(({ id, outcome, legalRuleType, summary }) => [
            `${id}  ${outcome ?? 'proposed'}  ${legalRuleType ?? '-'}`,
            indented(summary),
          ]),
        )
      }),
    )

type Decision =
  | {
      readonly kind: 'headnote.accepted' | 'headnote.rejected'
      readonly data: { readonly proposalId: string }
    }
  | { readonly kind: 'headnote.edited'; readonly data: { readonly sequence: number } }

const decide = (
  settings: Settings,
  slug: Slug,
  change: Change,
  { decision, options }: { readonly decision: Decision; readonly options: Json },
): Promise<void> =>
  withPerson(settings, 'headnote', (acting) => {
    const actor = staffActor(acting.person.id)
    const actOn = (subject: ArticleId): Act => ({ ...decision, actor, subject })
    return reviseBy(acting, slug, { change, actOn, data: decision.data }, options)
  })

/** The proposal becomes the last headnote of a draft, which goes through review like any other. */
const defineAccept = (command: Command, settings: ReadSettings): void =>
  void command
    .description('make a proposal a headnote: a draft of the next version')
    .argument('<slug>', 'which text', readSlug)
    .argument('<id>', 'which proposal', readText)
    .option('--summary <text>', 'in other words than the proposal', readText)
    .option('--rule <type>', 'ratio, obiter or distinction', readRuleType)
    .addOption(jsonOption())
    .action((slug, proposalId, { summary, rule, ...options }) => {
      const edited = { summary: summary ?? null, legalRuleType: rule ?? null }
      const change = accepting(proposalId, edited)
      const decision = { kind: 'headnote.accepted', data: { proposalId } } as const
      return decide(settings(), slug, change, { decision, options })
    })

const defineEdit = (command: Command, settings: ReadSettings): void =>
  void command
    .description('change the words or the type of a headnote: a draft of the next version')
    .argument('<slug>', 'which text', readSlug)
    .argument('<number>', 'of the headnote, from 1', readSequence)
    .option('--summary <text>', 'its new words', readText)
    .option('--rule <type>', 'ratio, obiter or distinction', readRuleType)
    .addOption(jsonOption())
    .action((slug, sequence, { summary, rule, ...options }) => {
      const edited = { summary: summary ?? null, legalRuleType: rule ?? null }
      const decision = { kind: 'headnote.edited', data: { sequence } } as const
      return decide(settings(), slug, editing(sequence, edited), { decision, options })
    })

const defineReject = (command: Command, settings: ReadSettings): void =>
  void command
    .description('decide against a proposal; it is not made again')
    .argument('<slug>', 'which text', readSlug)
    .argument('<id>', 'which proposal', readText)
    .option('--reason <text>', 'why, for the record', readText)
    .addOption(jsonOption())
    .action((slug, proposalId, { reason, ...options }) => {
      const change = rejecting(proposalId, reason ?? null)
      const decision = { kind: 'headnote.rejected', data: { proposalId } } as const
      return decide(settings(), slug, change, { decision, options })
    })

export const headnote = (command: Command, settings: ReadSettings): void => {
  definePropose(command.command('propose'), settings)
  defineList(command.command('list'), settings)
  defineAccept(command.command('accept'), settings)
  defineEdit(command.command('edit'), settings)
  defineReject(command.command('reject'), settings)
}
