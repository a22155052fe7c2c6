import type { EventLog } from '#contracts/events/append.ts'
import type { ParkedStream } from './ports.ts'
import { type EntryDeps, projectEntries } from './project-entries.ts'
import type { Batch } from './write-texts.ts'

/** Events of a parked stream that are folded and written at once. */
const EVENTS_PER_STEP = 500

type Deps = EntryDeps & { readonly log: Pick<EventLog, 'readStream'> }

/** A generation whose lock the caller holds, at its checkpoint. */
export type RestingGeneration = Pick<Batch, 'generation' | 'embeddingModel'> & {
  readonly checkpoint: Batch['after']
}

/**
 * Folds a stream from its parked event up to the checkpoint; returns where it stops now. It always
 * starts at the parked event, because an earlier retry may have been killed before it wrote
 * everything.
 */
const foldOn = async (
  deps: Deps,
  { streamId, streamVersion }: ParkedStream,
  { generation, embeddingModel, checkpoint }: RestingGeneration,
): Promise<ParkedStream | null> => {
  const { models } = deps
  const parked = { ...models.parked, among: async () => new Set<never>() }
  const awake = { ...deps, models: { ...models, parked } }
  const batch = {
    generation,
    embeddingModel,
    after: checkpoint,
    reaching: checkpoint,
    isRepeated: true,
  }
  for (let after = streamVersion - 1; ;) {
    const read = await deps.log.readStream(streamId, after, EVENTS_PER_STEP)
    const entries = read.filter(({ position }) => position <= checkpoint)
    const found = await projectEntries(awake, entries, batch)
    const others = found.parked.filter((one) => one.streamId !== streamId)
    if (others.length > 0) await models.parked.park(generation, others)
    // An event that could not be written comes after those that could not be read in this list, and
    // before them in the stream.
    const stop = found.parked.findLast((one) => one.streamId === streamId)
    if (stop !== undefined) return stop
    if (entries.length < EVENTS_PER_STEP) return null
    after = entries.at(-1)?.streamVersion ?? after
  }
}

/**
 * Folds every parked stream with a requested retry again; returns those that stop again. The caller
 * holds the lock of the generation, so no event is missed. After a kill, the next run repeats it.
 */
export const retryParked = async (
  deps: Deps,
  resting: RestingGeneration,
): Promise<ParkedStream[]> => {
  const { parked } = deps.models
  const stillParked: ParkedStream[] = []
  for (const one of await parked.retries(resting.generation)) {
    const stop = await foldOn(deps, one, resting)
    await parked.settleRetry(resting.generation, one.streamId, stop)
    if (stop !== null) stillParked.push(stop)
  }
  return stillParked
}
