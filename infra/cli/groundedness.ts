/**
 * Composition root of the assessment of groundedness: its commands, and the assessor that follows
 * the log.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Presets, SingleBar } from 'cli-progress'
import { Fault, isRefusal, type Refusal } from '#contracts/fault.ts'
import { type Database, truthOf, withDatabase } from '../processes/wiring/database.ts'
import { makeCitingTexts } from '../postgres/read-models/cited-texts.ts'
import type { Settings } from '../settings.ts'
import { stopSignal } from '../stop-signal.ts'
import { COMMAND_WAIT_MS, connectTemporalClient } from '../temporal/connection.ts'
import { EXIT, print, say } from '../terminal.ts'
import { openProjections } from '../processes/wiring/projections.ts'
import { cancelReassessment, reassessGroundedness } from '#workflows/temporal/client.ts'
import { commandActor, parseInstant, parseSlug, personActor } from './arguments.ts'
import { assessText } from '#ingest/handlers/groundedness.ts'
import type { WriteContext } from '#ingest/handlers/write-deps.ts'
import { doubtCodeOf } from './doubt-code.ts'
import { untilProjected } from '#ingest/groundedness/caught-up.ts'
import { dismissDoubt } from '#ingest/groundedness/dismiss.ts'
import { impactOf } from '#ingest/groundedness/impact.ts'
import { preparedSources } from '#ingest/groundedness/prepared-sources.ts'
import { countsLine, impactLines, outcomeLines, outcomeObject } from './groundedness-lines.ts'
import { assessAll, type WalkCounts, type WalkDeps } from '#ingest/groundedness/walk.ts'
import { citedTextsOf, publicTextsOf } from '../processes/wiring/cited-texts.ts'
import { contextOf } from '../processes/wiring/context.ts'

type Json = { readonly json?: boolean }

const COMMAND_CATCH_UP_MS = 300_000

type Reading = WalkDeps & { readonly database: Database }

/**
 * Work on read models that know the whole log: a running service projects, else this process does
 * meanwhile.
 */
const withReadModels = <T>(settings: Settings, work: (deps: Reading) => Promise<T>): Promise<T> =>
  withDatabase(settings, 'groundedness', async (database) => {
    const { store, blobs, slugs, log } = truthOf(database)
    const cited = citedTextsOf(database)
    const projections = openProjections({ ...settings, kafkaBrokers: null }, database)
    const stop = stopSignal()
    const ended = new AbortController()
    const here = projections.projector.follow(ended.signal)
    const caughtUp = async (): Promise<void> =>
      untilProjected(cited, await log.head(), stop, COMMAND_CATCH_UP_MS)
    const throwIfStopped = (): void => {
      if (stop.aborted)
        throw new Fault('stopped', 'stopped on request', {
          hint: 'run it again: what is recorded stays so, and it goes on there',
        })
    }
    try {
      await caughtUp()
      const texts = publicTextsOf(database)
      const deps = { store, blobs, slugs, cited, texts, prepared: preparedSources() }
      const result = await work({ ...deps, throwIfStopped, database })
      await caughtUp()
      return result
    } finally {
      ended.abort()
      await here
      await projections.close()
      await log.close()
    }
  })

const refuse = (about: string, { refused, reason, hint }: Refusal): void => {
  say(`${about}: ${refused}: ${reason}`)
  say(`  hint: ${hint}`)
  process.exitCode = EXIT.failed
}

/** A bar over the texts, on a terminal's stderr only. */
const progressBar = () => {
  const bar = new SingleBar(
    {
      format: 'groundedness {bar} {percentage}% | {value}/{total} texts | {eta_formatted} left',
      noTTYOutput: false,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  )
  let started = false
  return {
    update: (read: number, total: number): void => {
      if (!started) bar.start(total, 0)
      started = true
      bar.update(Math.min(read, total))
    },
    stop: (): void => bar.stop(),
  }
}
type Bar = ReturnType<typeof progressBar>

const onWaiting = (): void => say('groundedness: waiting for Temporal and its workers …')

/** Carried out by workers; Ctrl-C stops it there, too. */
const byWorkers = async (
  address: string,
  { texts }: Reading,
  context: WriteContext,
  bar: Bar,
): Promise<WalkCounts> => {
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
      onProgress: (standing) => bar.update(standing.counts.read, total),
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
  const bar = progressBar()
  try {
    if (settings.temporalAddress !== null && !dryRun) {
      return await byWorkers(settings.temporalAddress, deps, context, bar)
    }
    const total = await deps.texts.count()
    return await assessAll(deps, { context, dryRun }, ({ read }) => bar.update(read, total))
  } finally {
    bar.stop()
  }
}

export type AssessOptions = Json & {
  readonly all?: boolean
  readonly dryRun?: boolean
  readonly at?: string
}

/** `pandect groundedness assess [slug…|--all]` */
export const assessCommand = (
  settings: Settings,
  names: readonly string[],
  { all = false, dryRun = false, json = false, at }: AssessOptions,
): Promise<void> => {
  if (all === names.length > 0) {
    throw new Fault('texts-unnamed', 'nothing says which texts are meant', {
      hint: 'give slugs, or --all, not both',
    })
  }
  const slugs = names.map(parseSlug)
  const context = contextOf(commandActor(), parseInstant(at))
  return withReadModels(settings, async (deps) => {
    if (all) {
      const counts = await walk(settings, deps, { context, dryRun })
      return print(json ? JSON.stringify(counts) : countsLine(counts, dryRun))
    }
    for (const slug of slugs) {
      const outcome = await assessText(deps, slug, context, { dryRun, isComplete: true })
      if (isRefusal(outcome)) refuse(slug, outcome)
      else if (json) print(JSON.stringify(outcomeObject(outcome)))
      else for (const line of outcomeLines(outcome)) print(line)
    }
  })
}

/** `pandect groundedness impact SLUG` */
export const impactCommand = (
  settings: Settings,
  name: string,
  { json = false }: Json,
): Promise<void> => {
  const slug = parseSlug(name)
  return withReadModels(settings, async ({ database, ...deps }) => {
    const found = await impactOf({ ...deps, citing: makeCitingTexts(database.pool) }, slug)
    if (isRefusal(found)) return refuse(slug, found)
    if (json) return print(JSON.stringify(found))
    for (const line of found.impacted.flatMap(impactLines)) print(line)
    const count = found.impacted.reduce((sum, { sentences }) => sum + sentences.length, 0)
    say(`${found.impacted.length} articles, ${count} sentences${found.more ? ', and more' : ''}`)
  })
}

export type DismissOptions = Json & {
  readonly reason: string
  readonly as?: string
  readonly item?: readonly string[]
}

/** `pandect groundedness dismiss SLUG CODE --reason TEXT` */
export const dismissCommand = (
  settings: Settings,
  name: string,
  code: string,
  { reason, as, item, json = false }: DismissOptions,
): Promise<void> => {
  const slug = parseSlug(name)
  const dismissal = { code: doubtCodeOf(code), reason, items: item ?? null }
  const context = contextOf(personActor(as))
  return withReadModels(settings, async (deps) => {
    const outcome = await dismissDoubt(deps, slug, dismissal, context)
    if (isRefusal(outcome)) return refuse(slug, outcome)
    if (json) return print(JSON.stringify(outcome))
    print(`${slug} ${outcome.code} dismissed, ${outcome.items.length} items`)
  })
}
