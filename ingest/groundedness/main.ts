/**
 * Composition root of the assessment of groundedness: its commands, and the assessor that follows
 * the log.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Presets, SingleBar } from 'cli-progress'
import { Fault, isRefusal, type Refusal } from '#contracts/fault.ts'
import { type Database, truthOf, withDatabase } from '#infra/main.ts'
import { makeAssessorMemory, makeLogLines } from '#infra/postgres/read-models/assessor-memory.ts'
import { makeCitationIndex } from '#infra/postgres/read-models/citations.ts'
import {
  makeCitedTexts,
  makeCitingTexts,
  makePublicTexts,
} from '#infra/postgres/read-models/cited-texts.ts'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import { makeProcessLog } from '#infra/process-log.ts'
import type { Settings } from '#infra/settings.ts'
import { stopSignal } from '#infra/stop-signal.ts'
import { COMMAND_WAIT_MS, connectTemporalClient } from '#infra/temporal/connection.ts'
import { EXIT, print, say } from '#infra/terminal.ts'
import { resolveCitations } from '#query-api/citations/resolve.ts'
import { openProjections } from '#query-api/projections/main.ts'
import { cancelReassessment, reassessGroundedness } from '#workflows/temporal/client.ts'
import { commandActor, contextOf, parseInstant, parseSlug, personActor } from '../open/arguments.ts'
import { assessText } from '../handlers/groundedness.ts'
import type { WriteContext } from '../handlers/write-deps.ts'
import { doubtCodeOf } from './arguments.ts'
import { type AssessorDeps, makeAssessor } from './assessor.ts'
import { untilProjected } from './caught-up.ts'
import { dismissDoubt } from './dismiss.ts'
import { impactOf } from './impact.ts'
import type { CitedTexts, PublicTexts } from './ports.ts'
import { preparedSources } from './prepared-sources.ts'
import { countsLine, impactLines, outcomeLines, outcomeObject } from './shown.ts'
import { assessAll, type WalkCounts, type WalkDeps } from './walk.ts'

type Json = { readonly json?: boolean }

/** What texts cite, in the corpus as it stands. */
export const citedTextsOf = ({ pool }: Pick<Database, 'pool'>): CitedTexts => {
  const index = makeCitationIndex(pool)
  return makeCitedTexts(pool, (citations) => resolveCitations(index, citations, null))
}
export const publicTextsOf = ({ pool }: Pick<Database, 'pool'>): PublicTexts =>
  makePublicTexts(pool)

/** The assessor over a database, not yet started. */
export const openAssessor = (
  settings: Settings,
  database: Database,
  told: Pick<AssessorDeps, 'onFault'> = {},
) => {
  const { store, blobs, slugs, log } = truthOf(database)
  const { pool, connectionString } = database
  const processLog = makeProcessLog(settings, 'assessor')
  const assessor = makeAssessor({
    store,
    blobs,
    slugs,
    log,
    cited: citedTextsOf(database),
    prepared: preparedSources(),
    citing: makeCitingTexts(pool),
    lines: makeLogLines(pool),
    memory: makeAssessorMemory(pool),
    lock: makeProjectorLock(connectionString),
    context: () => contextOf('assessor'),
    onStep: ({ position, assessed }) =>
      processLog.info('assessed', { to: position, texts: assessed }),
    onFault: (fault) => {
      say(
        `assessor: ${fault instanceof Fault ? `${fault.code}: ${fault.message}` : 'internal-error'}; trying again`,
      )
      told.onFault?.(fault)
    },
  })
  return { ...assessor, close: () => log.close() }
}

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
