/** Builds a generation anew whose search index was lost, beside what is still served of it. */
import type { Generation } from '../ports.ts'
import { makeProjector } from '../projections/projector.ts'
import type { ReplayDeps } from './replay.ts'
import { alone, removeGeneration, REPLAY } from './turns.ts'

export type LostDeps = Pick<
  ReplayDeps,
  'truth' | 'models' | 'lock' | 'records' | 'limits' | 'onBegin'
> & {
  /** Whether the engine holds less of a generation than was projected. */
  readonly isLost: (generation: Generation) => Promise<boolean>
}

/** An unfinished build that the engine still holds is continued. */
const targetOf = async ({ records, isLost }: LostDeps, live: Generation): Promise<Generation> => {
  const unfinished = await records.unfinished()
  if (unfinished === live) await records.end(live, 'swapped', null)
  const isKept = unfinished !== null && unfinished !== live && !(await isLost(unfinished))
  return isKept ? unfinished : records.nextGeneration()
}

/**
 * Rebuilds the live generation into a new one and swaps. There is nothing to compare it with: the
 * log decides. After a kill, another call continues. Returns the new generation; null if the live
 * one is there. Throws Fault `replay-running` and those of the ports.
 */
export const rebuildLost = (deps: LostDeps, signal: AbortSignal): Promise<Generation | null> =>
  alone(deps, signal, async (held) => {
    const { truth, models, lock, records, limits } = deps
    const { generations } = models
    const live = await generations.live()
    if (!(await deps.isLost(live))) return null
    deps.onBegin?.()
    const to = await targetOf(deps, live)
    for (const other of await generations.list())
      if (other !== live && other !== to) await removeGeneration(deps, other)
    await records.begin(to)
    await generations.open(to, await generations.setup(live))
    const projector = makeProjector({
      log: truth.log,
      blobs: truth.blobs,
      models,
      lock,
      unserved: true,
      limits: { eventsPerBatch: REPLAY.eventsPerBatch, ...limits },
    })
    await projector.runOnce(to, { signal: held })
    await generations.swap(live, to, async (reached) => {
      await projector.runOnce(to, { upTo: reached, signal: held })
    })
    await records.end(to, 'swapped', { generation: to, replaced: live, reason: 'index lost' })
    return to
  })
