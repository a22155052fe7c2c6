import type { StreamId } from '#contracts/ids.ts'
import type { SourcePlace, SourceRefusal } from '../sources/source-item.ts'
import type { Outcome } from './activities.ts'

/** Texts remembered for the notes at the end of a run. */
const REMEMBERED_MAX = 10_000

const note = (place: SourcePlace): SourceRefusal => ({
  ...place,
  refused: 'already-recorded-older-state',
  reason: 'the text went back to what this source said before, which is recorded already',
  hint: 'give source.version to record that it came back',
})

/**
 * Remembers the texts whose last statement of a run is an old one. Only at the end of the run is it
 * known: a source that tells all states of a text tells the old ones first.
 */
export const olderStates = () => {
  const last = new Map<StreamId, SourcePlace>()
  return {
    add: (outcomes: readonly Outcome[]): void => {
      for (const outcome of outcomes) {
        if (outcome.classification === 'refused') continue
        last.delete(outcome.streamId)
        if (outcome.isOlderState && last.size < REMEMBERED_MAX) {
          last.set(outcome.streamId, outcome.place)
        }
      }
    },
    notes: (): SourceRefusal[] => [...last.values()].map(note),
  }
}
