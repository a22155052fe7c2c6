/** The state of a text as it was at a position of the log. */
import { isUnreadable } from '#contracts/events/append.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import type { Position, StreamId } from '#contracts/ids.ts'
import { fold, NEW_TEXT, type TextState } from '../projections/articles/text-state.ts'
import type { ScanSources } from './ports.ts'

/** Events of one read. */
const EVENTS_PER_READ = 200

/**
 * Folds the events of a stream up to a position, as the projector had done by then. What other
 * streams say of the text is left out.
 */
export const stateAt = async (
  { readStream }: Pick<ScanSources, 'readStream'>,
  streamId: StreamId,
  position: Position,
): Promise<TextState> => {
  let state = NEW_TEXT
  for (;;) {
    const entries = await readStream(streamId, state.streamVersion, EVENTS_PER_READ)
    const events: StoredEvent[] = []
    for (const entry of entries) {
      if (entry.position > position || isUnreadable(entry)) break
      events.push(entry)
    }
    const folded = fold(state, events)
    state = folded.state
    if (folded.stop !== null || events.length < EVENTS_PER_READ) return state
  }
}
