import { setTimeout as pause } from 'node:timers/promises'
import { isUnreadable, type LogEntry } from '#contracts/events/append.ts'
import { Fault } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import type {
  EventLog,
  Generation,
  ParkedStream,
  ProjectorLock,
  ReadModelStore,
  SearchWriter,
} from '../ports.ts'
import type { Announcer } from './announcer.ts'
import { retryParked } from './retry.ts'
import { projectEntries } from './project-entries.ts'
import type { Lookups } from './articles/wording-view.ts'
import type { TextBlobs, WritingLimits } from './write-texts.ts'

/** Limits of the projector. Texts are bounded in `write-texts.ts`. */
export const PROJECTOR = {
  eventsPerBatch: 500,
  /** How long it sleeps at most when nothing wakes it, milliseconds. */
  waitMs: 5_000,
  /** Pauses after faults: doubled from the first to the longest, milliseconds. */
  firstPauseMs: 100,
  longestPauseMs: 10_000,
} as const

/** What became of one batch, for metrics and progress bars. */
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

/** What a run did, from the checkpoint it found to `position`. */
export type RunSummary = {
  readonly position: Position
  readonly events: number
  /** Texts written, counted once per batch that touched them. */
  readonly texts: number
  readonly parked: number
}

export type ProjectorDeps = {
  readonly log: EventLog
  readonly blobs: TextBlobs
  readonly store: ReadModelStore
  readonly search: SearchWriter
  readonly lock: ProjectorLock
  /** Other limits than PROJECTOR's and WRITING's. */
  readonly limits?: Partial<WritingLimits> & { readonly eventsPerBatch?: number }
  /**
   * The generations that are projected are not served yet: what readers would need in order may be
   * written side by side.
   */
  readonly unserved?: boolean
  /** Tells the world of streams that stand still. A build that is not served has none. */
  readonly announcer?: Pick<Announcer, 'tell'>
  /** Told of every batch, after its checkpoint moved. */
  readonly onBatch?: (report: BatchReport) => void
  /** Told of every fault that `follow` survives. */
  readonly onFault?: (fault: unknown) => void
}

export type Projector = {
  /**
   * Projects from the generation's checkpoint up to `upTo` (default: the head of the log at the
   * start), under the generation's lock. Killed anywhere, the next run goes on and comes to the
   * same read models. Throws the Faults of its ports, `lock-lost`, and `aborted` when `signal`
   * does.
   */
  runOnce(generation: Generation, options?: RunOptions): Promise<RunSummary>
  /**
   * Follows the log into the live generation until aborted. Faults are reported and tried again,
   * with pauses.
   */
  follow(signal: AbortSignal): Promise<void>
}
export type RunOptions = { readonly upTo?: Position; readonly signal?: AbortSignal }

export const projectorLockName = (generation: Generation): string => `projector-${generation}`

type Setting = { readonly generation: Generation; readonly embeddingModel: string | null }

/** Concepts are looked up text by text; one that no vocabulary defined is shown by its id. */
const NO_CONCEPTS: Lookups['concepts'] = new Map()
const lookupsOf = ({ embeddingModel }: Setting): Lookups => ({
  concepts: NO_CONCEPTS,
  embeddingModel,
})

const correlationIdsOf = (entries: readonly LogEntry[]): string[] => [
  ...new Set(entries.flatMap((one) => (isUnreadable(one) ? [] : [one.correlationId]))),
]

/** Projects events that follow `after` without a gap; the checkpoint moves last. */
const projectBatch = async (
  deps: ProjectorDeps,
  setting: Setting,
  after: Position,
  events: readonly [LogEntry, ...LogEntry[]],
): Promise<BatchReport> => {
  const { generation } = setting
  const last = events.at(-1) ?? events[0]
  const batch = { generation, after, reaching: last.position }
  const { texts, parked } = await projectEntries(deps, events, lookupsOf(setting), batch)
  if (parked.length > 0) await deps.store.park(generation, parked)
  await deps.search.apply(generation, [], last.position)
  await deps.store.advance(generation, last.position)
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

/** An event of a shape that is not known parks its own stream only, where the log can tell. */
const readEntries = (log: EventLog, after: Position, limit: number): Promise<LogEntry[]> =>
  log.readEntries?.(after, limit) ?? log.read(after, limit)

const isFilled = <T>(list: readonly T[]): list is readonly [T, ...T[]] => list.length > 0

const stopIfAborted = (signal: AbortSignal): void => {
  if (signal.aborted) throw new Fault('aborted', 'the projector was stopped between two batches')
}

/** Where a generation stands when its lock is taken. */
const openGeneration = async (
  { store }: ProjectorDeps,
  generation: Generation,
): Promise<{ readonly setting: Setting; readonly position: Position }> => {
  const { embeddingModel } = await store.setup(generation)
  const { position } = await store.progress(generation)
  return { setting: { generation, embeddingModel }, position }
}

/** All batches after `from`, up to `upTo` or to where the log ends. The caller holds the lock. */
const project = async (
  deps: ProjectorDeps,
  setting: Setting,
  from: Position,
  { upTo, signal }: { upTo: Position | null; signal: AbortSignal },
): Promise<RunSummary> => {
  const batchMax = deps.limits?.eventsPerBatch ?? PROJECTOR.eventsPerBatch
  const sum = { position: from, events: 0, texts: 0, parked: 0 }
  for (;;) {
    stopIfAborted(signal)
    const limit = Math.min(batchMax, (upTo ?? Infinity) - sum.position)
    if (limit <= 0) break
    const lookups = lookupsOf(setting)
    const resting = { ...setting, lookups, checkpoint: sum.position }
    const stillParked = await retryParked(deps, resting)
    deps.announcer?.tell(setting.generation, stillParked)
    const events = await readEntries(deps.log, sum.position, limit)
    if (!isFilled(events)) break
    const report = await projectBatch(deps, setting, sum.position, events)
    deps.announcer?.tell(setting.generation, report.parked)
    deps.onBatch?.(report)
    sum.position = report.position
    sum.events += report.events
    sum.texts += report.texts
    sum.parked += report.parked.length
  }
  return sum
}

/** Follows the log into one generation, until aborted or until another generation is live. */
const followGeneration = async (
  deps: ProjectorDeps,
  generation: Generation,
  held: AbortSignal,
): Promise<void> => {
  const { setting, position } = await openGeneration(deps, generation)
  // Whoever held the generation before may have ended before it told of them.
  const parked = await deps.store.parked(generation)
  deps.announcer?.tell(generation, parked)
  let seen = position
  while (!held.aborted && (await deps.store.liveGeneration()) === generation) {
    ;({ position: seen } = await project(deps, setting, seen, { upTo: null, signal: held }))
    await deps.log.wait(seen, PROJECTOR.waitMs, held)
  }
}

const pauseAfter = (failures: number): number =>
  Math.min(PROJECTOR.firstPauseMs * 2 ** failures, PROJECTOR.longestPauseMs)

/**
 * The projector: events of the log → read tables and search documents of one generation. Reads from
 * its ports and writes to them; computes no embedding and calls nobody else, so a replay buys and
 * sends nothing.
 */
export const makeProjector = (given: ProjectorDeps): Projector => {
  const follow = async (signal: AbortSignal): Promise<void> => {
    let failures = 0
    const deps: ProjectorDeps = {
      ...given,
      onBatch: (report) => {
        failures = 0
        given.onBatch?.(report)
      },
    }
    while (!signal.aborted) {
      try {
        const generation = await deps.store.liveGeneration()
        await deps.lock.hold(projectorLockName(generation), signal, (held) =>
          followGeneration(deps, generation, held),
        )
      } catch (error) {
        if (signal.aborted) return
        deps.onFault?.(error)
        await pause(pauseAfter(failures), undefined, { signal }).catch(() => undefined)
        failures += 1
      }
    }
  }
  return {
    runOnce: async (generation, { upTo, signal = new AbortController().signal } = {}) => {
      const end = upTo ?? (await given.log.head())
      return given.lock.hold(projectorLockName(generation), signal, async (held) => {
        const { setting, position } = await openGeneration(given, generation)
        return project(given, setting, position, { upTo: end, signal: held })
      })
    },
    follow,
  }
}
