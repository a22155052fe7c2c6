import { isUnreadable } from '#contracts/events/append.ts'
import { Fault } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import { pollUntil } from '#contracts/toolkit/poll.ts'
import type { Blobs, EventLog, Generation, ProjectorLock } from '../ports.ts'
import type { Difference } from '../projections/compare.ts'
import type { Digest } from '../projections/digest.ts'
import { makeProjector, type Projector, type ProjectorDeps } from '../projections/projector.ts'
import type { ReadModels } from '../projections/projection.ts'
import { rebuildGeneration, type Rebuilt } from './rebuild.ts'
import type { GenerationCatalogue, ReplayRecords } from './ports.ts'
import { makeTally, type ReplayFigures, type ReplayProgress } from './progress.ts'
import { readAhead } from './read-ahead.ts'
import { type CallCounts, watchPorts, watchReadModels } from './side-effects.ts'
import { alone, removeGeneration, REPLAY } from './turns.ts'

/** The ports of log, blobs and embeddings in this process. A build only reads the first two. */
export type ReplayTruth = {
  readonly log: EventLog
  readonly blobs: Pick<Blobs, 'get'>
} & Readonly<Record<string, object>>

export type ReplayDeps = {
  readonly truth: ReplayTruth
  readonly models: ReadModels & { readonly generations: GenerationCatalogue }
  readonly lock: ProjectorLock
  readonly records: ReplayRecords
  /** Milliseconds. */
  readonly clock: () => number
  /**
   * Number of processes and of connections to other hosts than the engines that this process
   * started.
   */
  readonly outward: () => number
  readonly limits?: NonNullable<ProjectorDeps['limits']>
  readonly onProgress?: (progress: ReplayProgress) => void
  /** Called first, to start slow resources before the build begins. */
  readonly onBegin?: () => void
}

export type ReplayRequest = {
  /** The generation to build. Default: an unfinished one, else a new one. */
  readonly generation?: Generation
  /** Swap even if the build differs from the live generation. */
  readonly accept?: boolean
  /**
   * The model whose passages a new generation carries; default: that of the live one. Another model
   * changes the digest.
   */
  readonly embeddingModel?: string
  readonly signal?: AbortSignal
}

/**
 * The result of a replay. `differences` has the first keys that differ between the two builds at
 * one position.
 */
export type ReplayResult = CallCounts &
  ReplayFigures & {
    readonly generation: Generation
    readonly replaced: Generation
    readonly equal: boolean
    readonly swapped: boolean
    readonly live: Digest
    readonly rebuilt: Digest
    readonly differences: readonly Difference[]
    /** Streams that are parked in the build. */
    readonly parked: number
    /** The first position of this run; 0 unless it resumed a build. */
    readonly from: Position
    /** Of the whole run, with the digests and the comparison. */
    readonly seconds: number
  }

export type RollbackResult = {
  readonly generation: Generation
  readonly replaced: Generation
  readonly position: Position
}

export type Replay = {
  /**
   * Builds a generation beside the live one, compares both at one position, and swaps if they are
   * equal. After a kill, the next run resumes. Returns `swapped: false` if the builds differ
   * (unless accepted) or if the build had side effects (always). Throws Faults `replay-running`,
   * `generation-live`, `generation-behind`, `aborted`, and those of the ports.
   */
  run(request?: ReplayRequest): Promise<ReplayResult>
  /**
   * Catches up the previous generation and makes it live again. Throws Fault `rollback-impossible`.
   */
  rollback(signal?: AbortSignal): Promise<RollbackResult>
}

const MS_PER_SECOND = 1_000
const never = (): AbortSignal => new AbortController().signal

const projectorDeps = ({ truth, models, lock }: ReplayDeps): ProjectorDeps => ({
  log: truth.log,
  blobs: truth.blobs,
  models,
  lock,
})

/**
 * The generation that this run builds. Records a build that was swapped before a kill and not
 * recorded.
 */
const targetOf = async (
  { records }: ReplayDeps,
  live: Generation,
  asked: Generation | undefined,
): Promise<Generation> => {
  const unfinished = await records.unfinished()
  if (unfinished === live) await records.end(live, 'swapped', null)
  if (asked !== undefined) return asked
  return unfinished === null || unfinished === live ? records.nextGeneration() : unfinished
}

/**
 * A build killed just before its swap may be ahead of the live generation. To compare both at one
 * position, waits for the projector of the live one, or projects it here if none runs.
 */
const bringLiveTo = async (
  generations: GenerationCatalogue,
  projector: Projector,
  live: Generation,
  position: Position,
): Promise<void> => {
  const isThere = async (): Promise<boolean> =>
    (await generations.progress(live)).position >= position
  if (await isThere()) return
  const projecting = new AbortController()
  const following = projector.follow(projecting.signal)
  try {
    const { pollMs, liveWaitMs } = REPLAY
    if (!(await pollUntil(isThere, { everyMs: pollMs, timeMsMax: liveWaitMs })))
      throw new Fault('generation-behind', `generation ${live} does not come to ${position}`, {
        hint: 'build a new generation: pandect replay --generation with a number not used yet',
      })
  } finally {
    projecting.abort()
    await following
  }
}

const ENTRIES_PER_READ = 500

const ERASURES: ReadonlySet<string> = new Set(['WordingErased', 'SubjectErased'])

/** The last erasure that is recorded after a position; null: there is none. */
const erasureAfter = async (
  log: Pick<EventLog, 'readEntries'>,
  position: Position,
): Promise<Position | null> => {
  let [last, found]: [Position, Position | null] = [position, null]
  for (;;) {
    const entries = await log.readEntries(last, ENTRIES_PER_READ)
    for (const entry of entries)
      if (!isUnreadable(entry) && ERASURES.has(entry.type)) found = entry.position
    last = entries.at(-1)?.position ?? last
    if (entries.length < ENTRIES_PER_READ) return found
  }
}

/**
 * Facts read otherwise once their key is destroyed, also before the position that says so. Where
 * the live generation read them before, both are equal only beyond that position.
 */
const equalBeyondErasures = async (
  { truth, models: { generations } }: ReplayDeps,
  live: Generation,
  projector: Projector,
  rebuild: () => Promise<Rebuilt>,
): Promise<Rebuilt> => {
  for (;;) {
    const rebuilt = await rebuild()
    const erased = rebuilt.equal ? null : await erasureAfter(truth.log, rebuilt.live.position)
    if (erased === null) return rebuilt
    await bringLiveTo(generations, projector, live, erased)
  }
}

type Plan = {
  readonly live: Generation
  readonly to: Generation
  readonly embeddingModel: string | undefined
}

/** Builds and compares, with every port watched. */
const buildAndCompare = async (
  deps: ReplayDeps,
  { live, to, embeddingModel }: Plan,
  signal: AbortSignal,
) => {
  const { clock, limits, models } = deps
  const { generations } = models
  const setup = await generations.setup(live)
  await generations.open(to, embeddingModel === undefined ? setup : { embeddingModel })
  const { position: from } = await generations.progress(to)
  await bringLiveTo(generations, makeProjector(projectorDeps(deps)), live, from)
  const tally = makeTally(from, (await generations.progress(live)).position, clock)
  const watch = watchPorts(to)
  const truth = watch.ports(deps.truth)
  const watched = { ...deps, truth, models: watchReadModels(watch, models) }
  const outwardBefore = deps.outward()
  const projector = makeProjector({
    ...projectorDeps(watched),
    log: readAhead(truth.log),
    unserved: true,
    limits: { eventsPerBatch: REPLAY.eventsPerBatch, ...limits },
    onBatch: (batch) => {
      tally.add(batch)
      deps.onProgress?.(tally.progress())
    },
  })
  deps.onProgress?.(tally.progress())
  const building = {
    runOnce: (...given: Parameters<Projector['runOnce']>) =>
      tally.timed(() => projector.runOnce(...given)),
  }
  const rebuilt = await equalBeyondErasures(deps, live, makeProjector(projectorDeps(deps)), () =>
    rebuildGeneration({ ...watched.models, projector: building }, { to, signal }),
  )
  const counts = (): CallCounts => {
    const calls = watch.counts()
    const outward = deps.outward() - outwardBefore
    return {
      ...calls,
      sideEffects: calls.sideEffects + outward,
      offenders: outward === 0 ? calls.offenders : [...calls.offenders, 'outward'],
    }
  }
  return { rebuilt, projector, from, tally, counts }
}

const replay = async (
  deps: ReplayDeps,
  { generation, accept = false, embeddingModel }: ReplayRequest,
  held: AbortSignal,
): Promise<ReplayResult> => {
  const { records } = deps
  const { generations, parked } = deps.models
  const startedAt = deps.clock()
  deps.onBegin?.()
  const live = await generations.live()
  const to = await targetOf(deps, live, generation)
  if (to === live)
    throw new Fault('generation-live', `generation ${to} is the one that is served`, {
      hint: 'leave --generation out, or give a number that is not served',
    })
  for (const other of await generations.list())
    if (other !== live && other !== to) await removeGeneration(deps, other)
  await records.begin(to)
  const plan = { live, to, embeddingModel }
  const { rebuilt, projector, from, tally, counts } = await buildAndCompare(deps, plan, held)
  const found = counts()
  const pure = found.sideEffects === 0 && found.embeddingsComputed === 0
  const result = {
    generation: to,
    replaced: live,
    from,
    parked: (await parked.list(to)).length,
    ...rebuilt,
    ...tally.figures(),
    ...found,
    seconds: (deps.clock() - startedAt) / MS_PER_SECOND,
  }
  if (!pure || !(rebuilt.equal || accept)) {
    const refused = { ...result, swapped: false }
    await records.end(to, 'refused', refused)
    return refused
  }
  await projector.runOnce(to, { signal: held })
  await generations.swap(live, to, async (reached) => {
    await projector.runOnce(to, { upTo: reached, signal: held })
  })
  const swapped = { ...result, swapped: true }
  await records.end(to, 'swapped', swapped)
  return swapped
}

const rollback = async (deps: ReplayDeps, held: AbortSignal): Promise<RollbackResult> => {
  const { generations } = deps.models
  const live = await generations.live()
  const previous = await generations.previous()
  if (previous === null) throw new Fault('rollback-impossible')
  const projector = makeProjector(projectorDeps(deps))
  await projector.runOnce(previous, { signal: held })
  await generations.swap(live, previous, async (reached) => {
    await projector.runOnce(previous, { upTo: reached, signal: held })
  })
  const { position } = await generations.progress(previous)
  return { generation: previous, replaced: live, position }
}

/**
 * Replay: rebuilds every read model from the log beside the live one, compares both and swaps
 * (contracts/conventions/replay.md).
 */
export const makeReplay = (deps: ReplayDeps): Replay => ({
  run: (request = {}) =>
    alone(deps, request.signal ?? never(), (held) => replay(deps, request, held)),
  rollback: (signal = never()) => alone(deps, signal, (held) => rollback(deps, held)),
})
