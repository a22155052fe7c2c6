import type { Command } from '@commander-js/extra-typings'
import { isRefusal } from '#contracts/fault.ts'
import type { ArticleId, ConceptId, Slug } from '#contracts/ids.ts'
import { staffActor } from '#contracts/staff.ts'
import { type Database, withDatabase } from '../processes/wiring/database.ts'
import { recordAct } from '../postgres/platform/audit.ts'
import { makeStreamBeginnings } from '../postgres/log/stream-beginnings.ts'
import type { Settings } from '../settings.ts'
import { say } from '../terminal.ts'
import {
  assigning,
  type ConceptDeps,
  conceptNamed,
  loadVocabulary,
  matchTexts,
  type MatchSummary,
  unassigning,
} from '#ingest/handlers/concepts.ts'
import type { Change } from '#ingest/handlers/revise-text.ts'
import { commandActor } from './actor.ts'
import { type Json, printResult, refuse } from './output.ts'
import { progressBar } from './progress-bar.ts'
import { jsonOption, readRelevance, type ReadSettings, readSlug, readText } from './reading.ts'
import { namedSlugs, withPerson } from './acting.ts'
import { reviseBy } from './revising.ts'
import { withWriteDeps } from '../processes/wiring/write-deps.ts'
import { contextOf } from '../processes/wiring/context.ts'

const withConcepts = <T>(
  settings: Settings,
  work: (deps: ConceptDeps, database: Database) => Promise<T>,
): Promise<T> =>
  withDatabase(settings, 'concept', (database) =>
    withWriteDeps(settings, database, (write) =>
      work(
        {
          ...write,
          beginnings: makeStreamBeginnings(database.pool),
        },
        database,
      ),
    ),
  )

type Acts = {
  readonly kind: 'concept.assigned' | 'concept.unassigned'
  readonly changeOf: (id: ConceptId) => Change
}

/** One concept given to a text or taken from it. */
const revise = (
  settings: Settings,
  [slug, named]: readonly [Slug, string],
  { kind, changeOf }: Acts,
  options: Json,
): Promise<void> =>
  withPerson(settings, 'concept', async (acting) => {
    const { deps, database, person } = acting
    const beginnings = makeStreamBeginnings(database.pool)
    const found = conceptNamed(await loadVocabulary({ ...deps, beginnings }), named)
    if (isRefusal(found)) return refuse(found, named)
    const { id } = found
    const data = { conceptId: id }
    const actor = staffActor(person.id)
    const actOn = (subject: ArticleId) => ({ kind, actor, subject, data })
    await reviseBy(acting, slug, { change: changeOf(id), actOn, data }, options)
  })

const NAMED = 'UUID, URI, or a label that only one concept has'

const defineAssign = (command: Command, settings: ReadSettings): void =>
  void command
    .description('give a text a concept: a draft of its next version')
    .argument('<slug>', 'which text', readSlug)
    .argument('<concept>', NAMED, readText)
    .option('--relevance <number>', 'from 0 to 1', readRelevance)
    .addOption(jsonOption())
    .action((slug, named, { relevance: percent = null, ...options }) =>
      revise(
        settings(),
        [slug, named],
        { kind: 'concept.assigned', changeOf: (id) => assigning(id, percent) },
        options,
      ),
    )

const defineUnassign = (command: Command, settings: ReadSettings): void =>
  void command
    .description('take a concept away; a machine does not bring it back')
    .argument('<slug>', 'which text', readSlug)
    .argument('<concept>', NAMED, readText)
    .addOption(jsonOption())
    .action((slug, named, options) =>
      revise(
        settings(),
        [slug, named],
        { kind: 'concept.unassigned', changeOf: unassigning },
        options,
      ),
    )

const summaryLine = (summary: MatchSummary, dryRun: boolean): string => {
  const { read, changed, unchanged, passedOver, concepts, ambiguousLabels } = summary
  const verb = dryRun ? 'would change' : 'changed'
  return `read ${read}, ${verb} ${changed}, unchanged ${unchanged}, passed over ${passedOver}; ${concepts} concepts, ${ambiguousLabels} ambiguous labels left out`
}

/** Labels of all imported vocabularies, in the language of each text. */
const defineMatch = (command: Command, settings: ReadSettings): void =>
  void command
    .description('find concepts of imported vocabularies in texts by their labels')
    .argument('[slug...]', 'which texts')
    .option('--all', 'every text')
    .option('--dry-run', 'find and count, but record nothing')
    .addOption(jsonOption())
    .action((names, { all = false, dryRun = false, ...options }) => {
      const slugs = all ? null : namedSlugs(names)
      const bar = progressBar('concept match {bar} {value} texts')
      const actor = commandActor()
      return withConcepts(settings(), async (deps, { pool }) => {
        const summary = await matchTexts({
          deps,
          context: contextOf(actor),
          dryRun,
          slugs,
          onProgress: (done) => bar.update(done, done),
          onRefusal: (slug, refusal) => refuse(refusal, slug),
          ...(slugs === null
            ? {}
            : { onText: ({ slug, concepts }) => say(`${slug}: ${concepts} concepts`) }),
        }).finally(bar.stop)
        if (!dryRun && summary.changed > 0) {
          const data = { changed: summary.changed }
          await recordAct(pool, { kind: 'concepts.matched', actor, subject: null, data })
        }
        printResult(options, summary, [summaryLine(summary, dryRun)])
      })
    })

export const concept = (command: Command, settings: ReadSettings): void => {
  defineAssign(command.command('assign'), settings)
  defineUnassign(command.command('unassign'), settings)
  defineMatch(command.command('match'), settings)
}
