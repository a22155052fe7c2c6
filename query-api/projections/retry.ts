import type { EventLog } from '#contracts/events/append.ts'
import type { Position } from '#contracts/ids.ts'
import type { Generation, ParkedStream, ReadModelStore, SearchWriter } from '../ports.ts'
import { projectEntries } from './project-entries.ts'
import type { Lookups } from './articles/wording-view.ts'
import type { TextBlobs, WritingLimits } from './write-texts.ts'

/** Events of a parked stream that are folded and written at once. */
const EVENTS_PER_STEP = 500

type Deps = {
  readonly log: EventLog
  readonly blobs: TextBlobs
  readonly store: ReadModelStore
  readonly search: SearchWriter
  readonly limits?: Partial<WritingLimits>
}

/** A generation whose lock the caller holds, at its checkpoint. */
export type Resting = {
  readonly generation: Generation
  readonly checkpoint: Position
  readonly lookups: Lookups
}

const NOBODY_ASLEEP = async (): Promise<ReadonlySet<never>> => new Set()

/**
 * Folds a stream on from where it was parked, up to the checkpoint; answers where it stops now. It
 * starts at the parked event even if an earlier try came further, since that one may have been
 * killed before everything was written.
 */
const foldOn = async (
  deps: Deps,
  readStream: NonNullable<EventLog['readStream']>,
  { streamId, streamVersion }: ParkedStream,
  { generation, checkpoint, lookups }: Resting,
): Promise<ParkedStream | null> => {
  const awake = { ...deps, store: { ...deps.store, parkedAmong: NOBODY_ASLEEP } }
  for (let after = streamVersion - 1; ;) {
    const read = await readStream(streamId, after, EVENTS_PER_STEP)
    const entries = read.filter(({ position }) => position <= checkpoint)
    const batch = { generation, after: checkpoint, reaching: checkpoint }
    const { parked } = await projectEntries(awake, entries, lookups, batch)
    const others = parked.filter((one) => one.streamId !== streamId)
    if (others.length > 0) await deps.store.park(generation, others)
    // What could not be written stands after what could not be read, and lies before it in the
    // stream.
    const stop = parked.findLast((one) => one.streamId === streamId)
    if (stop !== undefined) return stop
    if (entries.length < EVENTS_PER_STEP) return null
    after = entries.at(-1)?.streamVersion ?? after
  }
}

/**
 * Folds every parked stream again whose retry was asked for: it is served again, or it is parked
 * where it stops now; answers the latter. The caller holds the generation's lock, so no event
 * passes by meanwhile. Killed anywhere, the next run does it again.
 */
export const retryParked = async (deps: Deps, resting: Resting): Promise<ParkedStream[]> => {
  const { log, store } = deps
  if (log.readStream === undefined) return []
  const readStream = log.readStream.bind(log)
  const stillParked: ParkedStream[] = []
  for (const parked of await store.retries(resting.generation)) {
    const stop = await foldOn(deps, readStream, parked, resting)
    await store.settleRetry(resting.generation, parked.streamId, stop)
    if (stop !== null) stillParked.push(stop)
  }
  return stillParked
}
