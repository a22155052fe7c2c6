import { setImmediate as turn } from 'node:timers/promises'
import type { EventLog } from '#contracts/events/append.ts'
import { Fault, isRefusal } from '#contracts/fault.ts'
import type { ArticleId, Position, Slug } from '#contracts/ids.ts'
import { chunksOf } from '#contracts/toolkit/chunks.ts'
import { catchUp, follow, type Follower } from '#contracts/toolkit/follow.ts'
import { assessText, type GroundednessDeps } from './assess-text.ts'
import type { WriteContext } from '../command-handler/write-deps.ts'
import type { SingleHolder } from '../ports.ts'
import { assessedIn, type ChangedText, changedTexts, FOLLOWED } from './changed-texts.ts'
import { untilProjected } from './caught-up.ts'
import type { AssessorMemory, CitingTexts, LogLine, LogLines } from './ports.ts'

/** Bounds of the assessor. */
export const ASSESSOR = {
  lockName: 'assessor',
  /** Positions of the log that one step looks at; only the names of their facts are read. */
  positionsPerStep: 5_000,
  /** Facts whose texts are read at once. */
  linesPerRead: 100,
  citingPerPage: 200,
  waitMs: 5_000,
  backoff: { firstPauseMs: 100, pauseMsMax: 10_000 },
} as const

export type AssessorReport = {
  readonly position: Position
  /** Texts that were assessed again, and those among them of which something new was recorded. */
  readonly assessed: number
  readonly recorded: number
}

export type AssessorDeps = GroundednessDeps & {
  readonly lines: LogLines
  readonly memory: AssessorMemory
  readonly citing: CitingTexts
  readonly lock: SingleHolder
  readonly log: Pick<EventLog, 'wait'>
  /** Who acts and when, for each step. */
  readonly context: () => WriteContext
  readonly onStep?: (report: AssessorReport) => void
  /** Called with every fault that the assessor survives. */
  readonly onFault?: (fault: unknown) => void
}

type Touched = Map<ArticleId, Slug>

/**
 * Adds the assessed texts that a change touches: the changed text itself, and those that cite it.
 */
const addTouched = async (
  { citing, memory }: AssessorDeps,
  changed: readonly ChangedText[],
  touched: Touched,
): Promise<void> => {
  const ids = changed.flatMap(({ articleId }) => (articleId === null ? [] : [articleId]))
  const own = await memory.assessedAmong(ids)
  for (const { articleId, slug, names, jurisdiction } of changed) {
    if (articleId !== null && slug !== null && own.has(articleId)) touched.set(articleId, slug)
    for (let after: ArticleId | null = null; ;) {
      const page = { after, limit: ASSESSOR.citingPerPage, among: 'assessed' as const }
      const found = await citing.citing({ names, jurisdiction }, page)
      for (const one of found) touched.set(one.articleId, one.slug)
      after = found.at(-1)?.articleId ?? null
      if (found.length < ASSESSOR.citingPerPage) break
    }
  }
}

const touchedBy = async (deps: AssessorDeps, lines: readonly LogLine[]): Promise<Touched> => {
  const touched: Touched = new Map()
  for (const chunk of chunksOf(lines, ASSESSOR.linesPerRead))
    await addTouched(deps, await changedTexts(deps.store, chunk), touched)
  return touched
}

const stopIfAborted = (signal: AbortSignal): void => {
  if (signal.aborted) throw new Fault('aborted', 'the assessor was stopped between two texts')
}

/**
 * One stretch of the log; the checkpoint moves last, and what a repeat finds recorded it does not
 * record again.
 */
const step = async (
  deps: AssessorDeps,
  after: Position,
  held: AbortSignal,
): Promise<AssessorReport> => {
  const { memory } = deps
  const { lines, through } = await deps.lines.lines(after, ASSESSOR.positionsPerStep, FOLLOWED)
  const report = { position: through, assessed: 0, recorded: 0 }
  if (through <= after) return report
  const assessed = assessedIn(lines)
  if (assessed.length > 0) await memory.advance(after, assessed)
  // Where nothing was ever assessed, as in a mass import, that is all.
  if (lines.length > 0 && (await memory.hasAssessed())) {
    // A text is never held against what is about to change.
    await untilProjected(deps.cited, through, held)
    const context = deps.context()
    for (const slug of (await touchedBy(deps, lines)).values()) {
      stopIfAborted(held)
      const outcome = await assessText(deps, slug, context, { isComplete: true })
      report.assessed += 1
      if (!isRefusal(outcome) && outcome.result === 'recorded') report.recorded += 1
      // The process may serve others meanwhile.
      await turn()
    }
  }
  await memory.advance(through, [])
  return report
}

/**
 * The assessor: follows the log and assesses again what was assessed before, when it changes or
 * when what it cites does (contracts/conventions/groundedness.md). Texts that nobody ever assessed
 * are left alone. One assessor is active at a time; killed anywhere, the next one goes on.
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
    /** Up to the head of the log, once. Throws the Faults of its ports, and `projection-behind`. */
    runOnce: (signal: AbortSignal): Promise<Position> =>
      lock.hold(ASSESSOR.lockName, signal, async (held) =>
        catchUp(follower, await memory.position(), held),
      ),
    /** Follows the log until aborted. Faults are reported and tried again, with pauses. */
    follow: (signal: AbortSignal): Promise<void> => follow(follower, signal),
  }
}
