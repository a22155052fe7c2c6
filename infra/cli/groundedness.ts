import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from '@commander-js/extra-typings'
import { Fault, isRefusal } from '#contracts/fault.ts'
import { type Database, truthOf, withDatabase } from '../processes/wiring/database.ts'
import { makeCitingTexts } from '../postgres/read-models/cited-texts.ts'
import type { Settings } from '../settings.ts'
import { stopSignal } from '../stop-signal.ts'
import { say } from '../terminal.ts'
import { whileProjecting } from '../processes/wiring/following.ts'
import { personContext, scopeRefusal } from './acting.ts'
import { commandActor } from './actor.ts'
import { printResult, refuse } from './output.ts'
import { type ProgressBar, progressBar } from './progress-bar.ts'
import {
  jsonOption,
  readDoubtCode,
  readInstant,
  type ReadSettings,
  readSlug,
  readText,
} from './reading.ts'
import { signedPersonOf } from './staff-token.ts'
import { assessText, type GroundednessOutcome } from '#ingest/groundedness/assess-text.ts'
import type { WriteContext } from '#ingest/command-handler/write-deps.ts'
import { type DescribedDoubt, describeDoubts } from '#ingest/groundedness/describe-doubt.ts'
import { doubtLines } from '#ingest/groundedness/doubt-lines.ts'
import { dismissDoubt } from '#ingest/groundedness/dismiss.ts'
import { impactOf } from '#ingest/groundedness/impact.ts'
import { preparedSources } from '#ingest/groundedness/prepared-sources.ts'
import type { ImpactedText } from '#ingest/groundedness/impact.ts'
import { assessAll, type WalkCounts, type WalkDeps } from '#ingest/groundedness/walk.ts'
import { citedTextsOf, publicTextsOf } from '../processes/wiring/cited-texts.ts'
import { contextOf } from '../processes/wiring/context.ts'
import { loadTemporal } from '../processes/wiring/temporal.ts'
import { openVerifier } from '../processes/wiring/verifier.ts'

type Reading = WalkDeps & { readonly database: Database }

/** Work on read models that know the whole log. */
const withReadModels = <T>(settings: Settings, work: (deps: Reading) => Promise<T>): Promise<T> =>
  withDatabase(settings, 'groundedness', (database) =>
    whileProjecting(settings, database, async (untilProjected) => {
      const { store, blobs, slugs } = truthOf(database)
      const stop = stopSignal()
      const throwIfStopped = (): void => {
        if (stop.aborted) throw new Fault('stopped')
      }
      await untilProjected()
      const result = await work({
        store,
        blobs,
        slugs,
        cited: citedTextsOf(database),
        texts: publicTextsOf(database),
        verifier: await openVerifier(settings),
        prepared: preparedSources(),
        throwIfStopped,
        database,
      })
      await untilProjected()
      return result
    }),
  )

const onWaiting = (): void => say('groundedness: waiting for Temporal and its workers …')

/** Carried out by workers; Ctrl-C stops it there, too. */
const byWorkers = async (
  address: string,
  { texts }: Reading,
  context: WriteContext,
  bar: ProgressBar,
): Promise<WalkCounts> => {
  const { cancelReassessment, COMMAND_WAIT_MS, connectTemporalClient, reassessGroundedness } =
    await loadTemporal()
  const temporal = await connectTemporalClient(address, { waitMs: COMMAND_WAIT_MS, onWaiting })
  const total = await texts.count()
  stopSignal().addEventListener('abort', () => {
    say('groundedness: stopping …')
    void cancelReassessment(temporal.client).catch(() => undefined)
  })
  try {
    const { counts } = await reassessGroundedness(temporal.client, context, {
      wait: (milliseconds) => wait(milliseconds),
      onWaiting,
      onProgress: (progress) => bar.update(Math.min(progress.counts.read, total), total),
    })
    return counts
  } finally {
    await temporal.close()
  }
}

const walk = async (
  settings: Settings,
  deps: Reading,
  { context, dryRun }: { readonly context: WriteContext; readonly dryRun: boolean },
): Promise<WalkCounts> => {
  const bar = progressBar(
    'groundedness {bar} {percentage}% | {value}/{total} texts | {eta_formatted} left',
  )
  try {
    if (settings.temporalAddress !== null && !dryRun) {
      return await byWorkers(settings.temporalAddress, deps, context, bar)
    }
    const total = await deps.texts.count()
    return await assessAll(deps, { context, dryRun }, ({ read }) =>
      bar.update(Math.min(read, total), total),
    )
  } finally {
    bar.stop()
  }
}

const outcomeObject = (
  { slug, result, assessedHash, position, assessment, flags }: GroundednessOutcome,
  doubts: readonly DescribedDoubt[],
) => ({
  slug,
  result,
  groundednessScore: assessment.score,
  groundedness: { ...assessment.counts, method: assessment.method, assessedHash },
  integrityFlags: flags,
  doubts,
  position,
})

const outcomeLines = (
  { slug, result, assessment }: GroundednessOutcome,
  doubts: readonly DescribedDoubt[],
): string[] => {
  const { supported, checkable } = assessment.counts
  return [
    `${slug}  ${assessment.score ?? '–'}  ${supported}/${checkable} supported  ${result}`,
    ...doubts.flatMap(doubtLines).map((line) => `    ${line}`),
  ]
}

const countsLine = (counts: WalkCounts, dryRun: boolean): string => {
  const { read, recorded, unchanged, norms, refused, flagged } = counts
  const done = `${dryRun ? 'would record' : 'recorded'} ${recorded}, unchanged ${unchanged}`
  return `read ${read}, ${done}, norms ${norms}, refused ${refused}; with doubts ${flagged}`
}

/** A sentence on one line. */
const oneLine = (words: string): string => words.replaceAll(/\s+/gu, ' ')

const impactLines = ({ id, title, sentences, words }: ImpactedText): string[] => [
  `${id}  ${title}`,
  ...sentences.map(
    ({ start, end }, index) => `    ${start}–${end}  ${oneLine(words[index] ?? '')}`,
  ),
]

const defineAssess = (command: Command, settings: ReadSettings): void =>
  void command
    .description('compare texts with what they cite; records score and doubts where they changed')
    .argument('[slug...]', 'which texts')
    .option('--all', 'every public text')
    .option('--dry-run', 'assess and show, but record nothing')
    .option(
      '--at <instant>',
      'recorded time, e.g. 2026-01-31T00:00:00.000Z (default: now)',
      readInstant,
    )
    .addOption(jsonOption())
    .action((names, { all = false, dryRun = false, at, ...options }) => {
      if (all === names.length > 0) {
        throw new Fault('texts-unnamed')
      }
      const slugs = names.map(readSlug)
      const context = contextOf(commandActor(), at)
      return withReadModels(settings(), async (deps) => {
        if (all) {
          const counts = await walk(settings(), deps, { context, dryRun })
          return printResult(options, counts, [countsLine(counts, dryRun)])
        }
        for (const slug of slugs) {
          const outcome = await assessText(deps, slug, context, { dryRun, isComplete: true })
          if (isRefusal(outcome)) {
            refuse(outcome, slug)
            continue
          }
          const { content, flags, assessment } = outcome
          const doubts = await describeDoubts(deps, content, flags, { language: 'en', assessment })
          printResult(options, outcomeObject(outcome, doubts), outcomeLines(outcome, doubts))
        }
      })
    })

const defineImpact = (command: Command, settings: ReadSettings): void =>
  void command
    .description(
      'which articles, and which of their sentences, cite a text: what a change of it touches',
    )
    .argument('<slug>', 'which text', readSlug)
    .addOption(jsonOption())
    .action((slug, options) =>
      withReadModels(settings(), async ({ database, ...deps }) => {
        const found = await impactOf({ ...deps, citing: makeCitingTexts(database.pool) }, slug)
        if (isRefusal(found)) return refuse(found, slug)
        const { impacted, more } = found
        printResult(options, found, impacted.flatMap(impactLines))
        if (options.json === true) return
        const count = impacted.reduce((sum, { sentences }) => sum + sentences.length, 0)
        say(`${impacted.length} articles, ${count} sentences${more ? ', and more' : ''}`)
      }),
    )

const defineDismiss = (command: Command, settings: ReadSettings): void =>
  void command
    .description('dismiss a doubt as unfounded; not by an author of the text')
    .argument('<slug>', 'which text', readSlug)
    .argument('<code>', 'such as claim_contradicted', readDoubtCode)
    .requiredOption('--reason <text>', 'why, for the record', readText)
    .option('--item <id...>', 'only these sentences or sources, by their ids in the evidence')
    .addOption(jsonOption())
    .action((slug, code, { reason, item, ...options }) => {
      const dismissal = { code, reason, items: item ?? null }
      return withReadModels(settings(), async (deps) => {
        const person = await signedPersonOf(settings(), deps.database)
        const closed = scopeRefusal(person, 'editorial:review')
        if (closed !== null) return refuse(closed, slug)
        const outcome = await dismissDoubt(deps, slug, dismissal, personContext(person))
        if (isRefusal(outcome)) return refuse(outcome, slug)
        const line = `${slug} ${outcome.code} dismissed, ${outcome.items.length} items`
        printResult(options, outcome, [line])
      })
    })

export const groundedness = (command: Command, settings: ReadSettings): void => {
  defineAssess(command.command('assess'), settings)
  defineImpact(command.command('impact'), settings)
  defineDismiss(command.command('dismiss'), settings)
}
