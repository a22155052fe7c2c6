import { isUnreadable, type LogEntry } from '#contracts/events/append.ts'
import { Fault } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import { follow, type Follower } from '#contracts/toolkit/follow.ts'
import type { EventLog, Generation, ProjectorLock } from '../ports.ts'
import type { Announcer } from './announcer.ts'
import type { ParkedStream } from './ports.ts'
import { type EntryDeps, projectEntries } from './project-entries.ts'
import { type IndexProjection, indexProjections } from './projection.ts'
import { retryParked } from './retry.ts'
import type { WritingLimits } from './write-texts.ts'

/** Limits of the projector. Texts are bounded in `write-texts.ts`. */
export const PROJECTOR = {
  eventsPerBatch: 500,
  /** How long it sleeps at most when nothing wakes it, milliseconds. */
  waitMs: 5_000,
  backoff: { firstPauseMs: 100, pauseMsMax: 10_000 },
} as const

/** The result of one batch, for metrics and progress bars. */
export type BatchReport = {
  readonly generation: Generation
  readonly position: Position
  readonly events: number
  readonly texts: number
  readonly parked: readonly ParkedStream[]
  /** Recorded time of the last event, so that a caller can measure the lag. */
  readonly lastEventTime: string
  /** Each once: the commands that these events came from. */
  readonly correlationIds: readonly string[]
}

/** The result of a run, from its first checkpoint to `position`. */
export type RunSummary = {
  readonly position: Position
  readonly events: number
  /** Texts written, counted once per batch that touched them. */
  readonly texts: number
  readonly parked: number
}

export type ProjectorDeps = Omit<EntryDeps, 'limits'> & {
  readonly log: EventLog
  readonly lock: ProjectorLock
  /** Other limits than PROJECTOR's and WRITING's. */
  readonly limits?: Partial<WritingLimits> & { readonly eventsPerBatch?: number }
  /** Announces parked streams. A build that is not served has none. */
  readonly announcer?: Pick<Announcer, 'announce'>
  /** Called with every batch, after its checkpoint moved. */
  readonly onBatch?: (report: BatchReport) => void
  /** Called with every fault that `follow` survives. */
  readonly onFault?: (fault: unknown) => void
}

export type Projector = {
  /**
   * Projects from the generation's checkpoint up to `upTo` (default: the head of the log at the
   * start), under the generation's lock. After a kill, the next run continues and builds the same
   * read models. Throws the Faults of its ports, `lock-lost`, and `aborted` when `signal` aborts.
   */
  runOnce(generation: Generation, options?: RunOptions): Promise<RunSummary>
  /**
   * Follows the log into the live generation until aborted. Reports Faults and retries with pauses.
   */
  follow(signal: AbortSignal): Promise<void>
}
export type RunOptions = { readonly upTo?: Position; readonly signal?: AbortSignal }

export const projectorLockName = (generation: Generation): string => `projector-${generation}`

type Setting = {
  readonly generation: Generation
  readonly embeddingModel: string | null
  /** How far a run came that was killed: what it wrote of these events is written again. */
  readonly repeatsUpTo: Position
}

const correlationIdsOf = (entries: readonly LogEntry[]): string[] => [
  ...new Set(entries.flatMap((one) => (isUnreadable(one) ? [] : [one.correlationId]))),
]

/** Projects events that follow `after` without a gap; the checkpoint moves last. */
const projectBatch = async (
  deps: ProjectorDeps,
  { generation, embeddingModel, repeatsUpTo }: Setting,
  after: Position,
  events: readonly [LogEntry, ...LogEntry[]],
): Promise<BatchReport> => {
  const { generations, parked: parkedStreams, projections } = deps.models
  const last = events.at(-1) ?? events[0]
  const isRepeated = after < repeatsUpTo
  const batch = { generation, embeddingModel, after, reaching: last.position, isRepeated }
  const { texts, parked } = await projectEntries(deps, events, batch)
  if (parked.length > 0) await parkedStreams.park(generation, parked)
  for (const index of indexProjections(projections))
    await index.apply(generation, [], last.position)
  await generations.advance(generation, last.position)
  return {
    generation,
    position: last.position,
    events: events.length,
    texts,
    parked,
    lastEventTime: last.time,
    correlationIds: correlationIdsOf(events),
  }
}

const isFilled = <T>(list: readonly T[]): list is readonly [T, ...T[]] => list.length > 0

const stopIfAborted = (signal: AbortSignal): void => {
  if (signal.aborted) throw new Fault('aborted', 'the projector was stopped between two batches')
}

/** The same, whose indexes hear when the lock of the generation is lost. */
const heldBy = (deps: ProjectorDeps, held: AbortSignal): ProjectorDeps => {
  const heard = ({ apply, rest: tidy, ...one }: IndexProjection): IndexProjection => ({
    ...one,
    apply: (generation, texts, position) => apply(generation, texts, position, held),
    ...(tidy === undefined ? {} : { rest: (generation: Generation) => tidy(generation, held) }),
  })
  const projections = deps.models.projections.map((one) =>
    one.handles === 'committed texts' ? heard(one) : one,
  )
  return { ...deps, models: { ...deps.models, projections } }
}

/** Lets the indexes tidy and check themselves. The caller holds the lock. */
const rest = async ({ models }: ProjectorDeps, generation: Generation): Promise<void> => {
  for (const index of indexProjections(models.projections)) await index.rest?.(generation)
}

/** The generation that is projected, and its checkpoint. */
type Checkpoint = { readonly setting: Setting; readonly position: Position }

/** While following: whether the last look found nothing to project either. */
type Following = Checkpoint & { readonly isIdle: boolean }

/** How far a generation has come when its lock is taken. */
const openGeneration = async (
  { models: { generations } }: ProjectorDeps,
  generation: Generation,
): Promise<Checkpoint> => {
  const { embeddingModel } = await generations.setup(generation)
  const { position, reaching } = await generations.progress(generation)
  return { setting: { generation, embeddingModel, repeatsUpTo: reaching }, position }
}

/** Nothing was left to project before the limit. */
const NOTHING_LEFT = null

/** One batch after `position`, of `limit` events at most. The caller holds the lock. */
const projectNext = async (
  deps: ProjectorDeps,
  setting: Setting,
  position: Position,
  limit: number,
): Promise<BatchReport | typeof NOTHING_LEFT> => {
  const stillParked = await retryParked(deps, { ...setting, checkpoint: position })
  deps.announcer?.announce(setting.generation, stillParked)
  const events = await deps.log.readEntries(position, limit)
  if (!isFilled(events)) return NOTHING_LEFT
  const report = await projectBatch(deps, setting, position, events)
  deps.announcer?.announce(setting.generation, report.parked)
  deps.onBatch?.(report)
  return report
}

const batchMaxOf = ({ limits }: ProjectorDeps): number =>
  limits?.eventsPerBatch ?? PROJECTOR.eventsPerBatch

/** All batches after `from` up to `upTo`, or to where the log ends. The caller holds the lock. */
const projectUpTo = async (
  deps: ProjectorDeps,
  setting: Setting,
  from: Position,
  { upTo, signal }: { readonly upTo: Position; readonly signal: AbortSignal },
): Promise<RunSummary> => {
  const sum = { position: from, events: 0, texts: 0, parked: 0 }
  for (;;) {
    stopIfAborted(signal)
    const limit = Math.min(batchMaxOf(deps), upTo - sum.position)
    const report = limit <= 0 ? NOTHING_LEFT : await projectNext(deps, setting, sum.position, limit)
    if (report === NOTHING_LEFT) return sum
    sum.position = report.position
    sum.events += report.events
    sum.texts += report.texts
    sum.parked += report.parked.length
  }
}

/** Follows the log into the live generation; a hold ends when another generation becomes live. */
const liveFollower = (deps: ProjectorDeps): Follower<Following> => ({
  hold: async (signal, work) => {
    const generation = await deps.models.generations.live()
    await deps.lock.hold(projectorLockName(generation), signal, async (held) => {
      const checkpoint = await openGeneration(deps, generation)
      // A process that held the generation before may have ended before it announced them.
      deps.announcer?.announce(generation, await deps.models.parked.list(generation))
      await work({ ...checkpoint, isIdle: true }, held)
    })
  },
  step: async ({ setting, position, isIdle }, held) => {
    const own = heldBy(deps, held)
    const report = await projectNext(own, setting, position, batchMaxOf(deps))
    if (report !== NOTHING_LEFT)
      return { place: { setting, position: report.position, isIdle: false }, isCaughtUp: false }
    if (isIdle) await rest(own, setting.generation)
    return { place: { setting, position, isIdle: true }, isCaughtUp: true }
  },
  wait: ({ position }, held) => deps.log.wait(position, PROJECTOR.waitMs, held),
  isOver: async ({ setting }) => (await deps.models.generations.live()) !== setting.generation,
  backoff: PROJECTOR.backoff,
  onFault: deps.onFault,
})

/**
 * The projector writes events of the log to the read tables and search documents of one generation.
 * It uses its ports only and computes no embedding, so a replay costs nothing and sends nothing.
 */
export const makeProjector = (deps: ProjectorDeps): Projector => ({
  runOnce: async (generation, { upTo, signal = new AbortController().signal } = {}) => {
    const end = upTo ?? (await deps.log.head())
    return deps.lock.hold(projectorLockName(generation), signal, async (held) => {
      const own = heldBy(deps, held)
      const { setting, position } = await openGeneration(own, generation)
      const summary = await projectUpTo(own, setting, position, { upTo: end, signal: held })
      await rest(own, generation)
      return summary
    })
  },
  follow: (signal) => follow(liveFollower(deps), signal),
})
