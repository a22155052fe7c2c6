/** Runs one replay at a time, and removes no generation while a projector writes it. */
import { Fault } from '#contracts/fault.ts'
import type { Generation, ProjectorLock } from '../ports.ts'
import type { Projection } from '../projections/projection.ts'
import { projectorLockName } from '../projections/projector.ts'
import type { GenerationCatalogue, ReplayRecords } from './ports.ts'

/** Limits of a replay; times in milliseconds. */
export const REPLAY = {
  lockName: 'replay',
  /** How long it waits for another running replay. */
  lockWaitMs: 2_000,
  /** How long it waits for the projector of a generation to be removed. */
  retireWaitMs: 30_000,
  /** How long it waits for the live generation, when a resumed build is ahead of it. */
  liveWaitMs: 60_000,
  pollMs: 50,
  /** Larger than a projector's, because no reader waits for a batch. */
  eventsPerBatch: 2_000,
} as const

type RemovalDeps = {
  readonly lock: ProjectorLock
  readonly models: {
    readonly generations: Pick<GenerationCatalogue, 'retire' | 'forget'>
    readonly projections: readonly Pick<Projection, 'drop'>[]
  }
  readonly records: Pick<ReplayRecords, 'abandon'>
}

/** Runs one replay at a time. Throws Fault `replay-running` while another one runs. */
export const alone = async <T>(
  { lock }: Pick<RemovalDeps, 'lock'>,
  signal: AbortSignal,
  work: (held: AbortSignal) => Promise<T>,
): Promise<T> => {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), REPLAY.lockWaitMs)
  try {
    return await lock.hold(REPLAY.lockName, AbortSignal.any([signal, patience.signal]), (held) => {
      clearTimeout(timer)
      return work(held)
    })
  } catch (cause) {
    if (!patience.signal.aborted) throw cause
    throw new Fault('replay-running', { cause, retryAfterMs: REPLAY.lockWaitMs })
  } finally {
    clearTimeout(timer)
  }
}

/** Removes a generation that is not live. After a kill, another call completes it. */
export const dropGeneration = async (
  { generations, projections }: RemovalDeps['models'],
  generation: Generation,
): Promise<void> => {
  await generations.retire(generation)
  for (const { drop } of projections) await drop(generation)
  await generations.forget(generation)
}

/** Removes a generation after its projector has stopped. Throws Fault `generation-busy`. */
export const removeGeneration = async (
  { lock, models, records }: RemovalDeps,
  generation: Generation,
): Promise<void> => {
  const patience = AbortSignal.timeout(REPLAY.retireWaitMs)
  try {
    await lock.hold(projectorLockName(generation), patience, async () => {
      await records.abandon(generation)
      await dropGeneration(models, generation)
    })
  } catch (cause) {
    if (!patience.aborted || cause instanceof Fault) throw cause
    throw new Fault('generation-busy', `generation ${generation} is still being written`, {
      cause,
      hint: 'stop the projector that writes it, or try again',
    })
  }
}
