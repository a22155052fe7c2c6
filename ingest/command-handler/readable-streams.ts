import type { StoredEvent } from '#contracts/events/event.ts'
import { Fault } from '#contracts/fault.ts'
import type { StreamId } from '#contracts/ids.ts'
import type { EventStore } from '../ports.ts'

/** Whether an event has a shape that this version does not know: it waits for a newer one. */
export const isUnreadableFault = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'event-unreadable'

/**
 * Whole streams. One with an event of a shape that is not known is left out: it waits for a newer
 * program, and must not stop the lists of all others.
 */
export const readableStreams = async (
  store: Pick<EventStore, 'readStreams'>,
  ids: readonly StreamId[],
): Promise<ReadonlyMap<StreamId, StoredEvent[]>> => {
  try {
    return await store.readStreams(ids)
  } catch (error) {
    if (!isUnreadableFault(error)) throw error
    if (ids.length <= 1) return new Map()
  }
  const streams = new Map<StreamId, StoredEvent[]>()
  for (const id of ids)
    for (const [streamId, events] of await readableStreams(store, [id]))
      streams.set(streamId, events)
  return streams
}
