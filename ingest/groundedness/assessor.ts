import { setImmediate as turn } from 'node:timers/promises'
import type { EventLog } from '#contracts/events/append.ts'
import { Fault, isRefusal } from '#contracts/fault.ts'
import type { ArticleId, Position, Slug } from '#contracts/ids.ts'
import { chunksOf } from '#contracts/toolkit/chunks.ts'
import { catchUp, follow, type Follower } from '#contracts/toolkit/follow.ts'
import { assessText, type GroundednessDeps } from './assess-text.ts'
import { isUnreadableFault } from '../command-handler/readable-streams.ts'
import type { WriteContext } from '../command-handler/write-deps.ts'
import type { SingleHolder } from '../ports.ts'
import { assessedIn, type ChangedText, changedTexts, FOLLOWED } from './changed-texts.ts'
import { untilProjected } from './caught-up.ts'
import type {
  AssessorMemory,
  CitingPlaces,
  CitingTexts,
  HeldScope,
  HeldScopes,
  LogLine,
  LogLines,
} from './ports.ts'

/** Bounds of the assessor. */
export const ASSESSOR = {
  lockName: 'assessor',
  /** Positions of the log in one step, which reads only the types of their events. */
  positionsPerStep: 5_000,
  /** Events whose texts are read at once. */
  linesPerRead: 100,
  citingPerPage: 200,
  waitMs: 5_000,
  backoff: { firstPauseMs: 100, pauseMsMax: 10_000 },
} as const

export type AssessorReport = {
  readonly position: Position
  /** Texts assessed again, and those with new results. */
  readonly assessed: number
  readonly recorded: number
}

export type AssessorDeps = GroundednessDeps & {
  readonly lines: LogLines
  readonly memory: AssessorMemory
  readonly citing: CitingTexts
  readonly scopes: HeldScopes
  readonly lock: SingleHolder
  readonly log: Pick<EventLog, 'wait'>
  /** Actor and time of each step. */
  readonly context: () => WriteContext
  readonly onStep?: (report: AssessorReport) => void
  /** Called with every fault before a retry, and for each text that can't be read. */
  readonly onFault?: (fault: unknown) => void
}

type Touched = Map<ArticleId, Slug>

type Page = { readonly after: ArticleId | null; readonly limit: number }
const addPages = async (
  touched: Touched,
  read: (page: Page) => Promise<readonly Pick<CitingPlaces, 'articleId' | 'slug'>[]>,
): Promise<void> => {
  for (let after: ArticleId | null = null; ;) {
    const found = await read({ after, limit: ASSESSOR.citingPerPage })
    for (const one of found) touched.set(one.articleId, one.slug)
    after = found.at(-1)?.articleId ?? null
    if (found.length < ASSESSOR.citingPerPage) return
  }
}

/** Adds the assessed texts that a change affects: the changed text and those that cite it. */
const addTouched = async (
  { citing, memory }: AssessorDeps,
  changed: readonly ChangedText[],
  touched: Touched,
): Promise<void> => {
  const ids = changed.flatMap(({ articleId }) => (articleId === null ? [] : [articleId]))
  const own = await memory.assessedAmong(ids)
  for (const { articleId, slug, names, jurisdiction } of changed) {
    if (articleId !== null && slug !== null && own.has(articleId)) touched.set(articleId, slug)
    await addPages(touched, (page) =>
      citing.citing({ names, jurisdiction }, { ...page, among: 'assessed' }),
    )
  }
}

const isSame = (a: HeldScope, b: HeldScope | undefined): boolean =>
  a.held === b?.held && a.from === b.from && a.to === b.to

/**
 * Adds the assessed texts with a citation that names no held text, where what is held of its work
 * or court is no longer what it was. Returns what is held now, to be remembered once they are
 * assessed.
 */
const addOfScopes = async (
  { memory, scopes }: AssessorDeps,
  names: readonly string[],
  touched: Touched,
): Promise<readonly HeldScope[]> => {
  if (names.length === 0) return []
  const before = new Map((await memory.scopesAmong(names)).map((one) => [one.scope, one]))
  const now = await scopes.heldOf(names)
  const moved = now.filter((one) => !isSame(one, before.get(one.scope)))
  if (moved.length > 0) {
    const ofScopes = moved.map(({ scope }) => scope)
    await addPages(touched, (page) => scopes.citingAbsent(ofScopes, page))
  }
  return moved
}

const touchedBy = async (
  deps: AssessorDeps,
  lines: readonly LogLine[],
): Promise<{ readonly touched: Touched; readonly moved: readonly HeldScope[] }> => {
  const touched: Touched = new Map()
  const scopes = new Set<string>()
  for (const chunk of chunksOf(lines, ASSESSOR.linesPerRead)) {
    const changed = await changedTexts(deps.store, chunk)
    for (const one of changed) for (const scope of one.scopes) scopes.add(scope)
    await addTouched(deps, changed, touched)
  }
  return { touched, moved: await addOfScopes(deps, [...scopes].toSorted(), touched) }
}

const stopIfAborted = (signal: AbortSignal): void => {
  if (signal.aborted) throw new Fault('aborted', 'the assessor was stopped between two texts')
}

/**
 * Processes one range of the log. The checkpoint moves last; a repetition records nothing twice.
 */
const step = async (
  deps: AssessorDeps,
  after: Position,
  signal: AbortSignal,
): Promise<AssessorReport> => {
  const { memory } = deps
  const { lines, through } = await deps.lines.lines(after, ASSESSOR.positionsPerStep, FOLLOWED)
  const report = { position: through, assessed: 0, recorded: 0 }
  if (through <= after) return report
  const assessed = assessedIn(lines)
  let scopes: readonly HeldScope[] = []
  const assess = async (slug: Slug, context: WriteContext): Promise<void> => {
    try {
      const outcome = await assessText(deps, slug, context, { isComplete: true })
      report.assessed += 1
      if (!isRefusal(outcome) && outcome.result === 'recorded') report.recorded += 1
    } catch (error) {
      if (!isUnreadableFault(error)) throw error
      deps.onFault?.(error)
    }
  }
  if (assessed.length > 0) await memory.advance(after, assessed, [])
  // If nothing was ever assessed, as in a mass import, there is nothing to do.
  if (lines.length > 0 && (await memory.hasAssessed())) {
    // No text is compared with outdated sources.
    await untilProjected(deps.cited, through, signal)
    const context = deps.context()
    const { touched, moved } = await touchedBy(deps, lines)
    scopes = moved
    for (const slug of touched.values()) {
      stopIfAborted(signal)
      await assess(slug, context)
      // Yields to other work of the process.
      await turn()
    }
  }
  await memory.advance(through, [], scopes)
  return report
}

/**
 * The assessor follows the log and assesses texts again when they or their sources change
 * (contracts/conventions/groundedness.md). It skips texts that were never assessed. One assessor is
 * active at a time; after a crash the next one continues.
 */
export const makeAssessor = (deps: AssessorDeps) => {
  const { lock, log, memory, onFault, onStep } = deps
  const follower: Follower<Position> = {
    hold: (signal, work) =>
      lock.hold(ASSESSOR.lockName, signal, async (held) => work(await memory.position(), held)),
    step: async (after, held) => {
      const report = await step(deps, after, held)
      if (report.assessed > 0) onStep?.(report)
      return { place: report.position, isCaughtUp: report.position <= after }
    },
    wait: (position, held) => log.wait(position, ASSESSOR.waitMs, held),
    backoff: ASSESSOR.backoff,
    onFault,
  }
  return {
    /**
     * Runs once up to the head of the log. Throws the Faults of its ports, and `projection-behind`.
     */
    runOnce: (signal: AbortSignal): Promise<Position> =>
      lock.hold(ASSESSOR.lockName, signal, async (held) =>
        catchUp(follower, await memory.position(), held),
      ),
    /** Follows the log until aborted. Faults are reported and tried again, with pauses. */
    follow: (signal: AbortSignal): Promise<void> => follow(follower, signal),
  }
}
