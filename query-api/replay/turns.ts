/** Whose turn it is: one replay at a time, and no generation removed while somebody writes it. */
import { Fault } from '#contracts/fault.ts'
import type { Generation, ProjectorLock, ReadModelStore, SearchWriter } from '../ports.ts'
import { projectorLockName } from '../projections/projector.ts'
import { REPLAY } from './patience.ts'
import type { ReplayRecords } from './ports.ts'

type Turns = {
  readonly lock: ProjectorLock
  readonly store: ReadModelStore
  readonly search: SearchWriter
  readonly records: ReplayRecords
}

/** One replay at a time. Who finds another one running is told so. */
export const alone = async <T>(
  { lock }: Pick<Turns, 'lock'>,
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
    throw new Fault('replay-running', 'another replay is running', {
      cause,
      hint: 'wait for it to end, or end it; the next one goes on where it was',
      retryAfterMs: REPLAY.lockWaitMs,
    })
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Removes a generation for good, once nobody writes it any more. Killed anywhere, the next replay
 * goes on with it.
 */
export const remove = async (
  { lock, store, search, records }: Turns,
  generation: Generation,
): Promise<void> => {
  const patience = AbortSignal.timeout(REPLAY.retireWaitMs)
  try {
    await lock.hold(projectorLockName(generation), patience, async () => {
      await records.abandon(generation)
      await store.retireGeneration(generation)
      await search.drop(generation)
      await store.dropGeneration(generation)
    })
  } catch (cause) {
    if (!patience.aborted || cause instanceof Fault) throw cause
    throw new Fault('generation-busy', `generation ${generation} is still being written`, {
      cause,
      hint: 'end the projector that writes it, or start it again',
    })
  }
}
