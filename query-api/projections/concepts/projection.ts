import { isUnreadable, type LogEntry } from '#contracts/events/append.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import { ConceptId, type StreamId } from '#contracts/ids.ts'
import type { TextStates } from '../articles/ports.ts'
import type { ParkedStream } from '../ports.ts'
import type { EventProjection } from '../projection.ts'
import { parkedAt } from '../streams.ts'
import type { ConceptTables, StoredConcept } from './ports.ts'

const CONCEPT_STREAM = 'concept-'

/** A concept after one more event; null if the event cannot follow. */
const conceptAfter = (before: StoredConcept | null, event: StoredEvent): StoredConcept | null => {
  const { streamVersion, time: changedAt } = event
  if (streamVersion > (before?.streamVersion ?? 0) + 1) return null
  if (event.type === 'ConceptDefined')
    return { concept: event.data.concept, streamVersion, changedAt }
  if (event.type !== 'ConceptDeprecated' || before === null) return null
  const { replacedBy } = event.data
  const concept = { ...before.concept, status: 'deprecated' as const, replacedBy }
  return { concept, streamVersion, changedAt }
}

const conceptIdOf = ({ streamId }: LogEntry): ConceptId =>
  ConceptId.parse(streamId.slice(CONCEPT_STREAM.length))

/** Folds the entries of a batch; a stream stops at its first entry that can't be read. */
const foldConcepts = (
  entries: readonly LogEntry[],
  known: ReadonlyMap<ConceptId, StoredConcept>,
): { readonly concepts: StoredConcept[]; readonly parked: ParkedStream[] } => {
  const concepts = new Map<ConceptId, StoredConcept>()
  const parked = new Map<StreamId, ParkedStream>()
  for (const entry of entries) {
    const id = conceptIdOf(entry)
    const before = concepts.get(id) ?? known.get(id) ?? null
    const isSeen = before !== null && entry.streamVersion <= before.streamVersion
    if (parked.has(entry.streamId) || isSeen) continue
    const after = isUnreadable(entry) ? null : conceptAfter(before, entry)
    if (after !== null) concepts.set(id, after)
    else {
      const reason = isUnreadable(entry) ? entry.reason : 'stream-gap'
      parked.set(entry.streamId, parkedAt(entry, reason))
    }
  }
  return { concepts: [...concepts.values()], parked: [...parked.values()] }
}

/** The concepts of vocabularies; texts that show one are written again when it changes. */
export const conceptProjection = (
  tables: ConceptTables,
  texts: Pick<TextStates, 'showing'>,
): EventProjection => ({
  name: 'concepts',
  handles: 'events',
  streams: CONCEPT_STREAM,
  apply: async (generation, entries) => {
    const ids = [...new Set(entries.map(conceptIdOf))]
    const { concepts, parked } = foldConcepts(entries, await tables.get(generation, ids))
    await tables.save(generation, concepts)
    return { texts: await texts.showing(generation, ids), parked }
  },
  documents: tables.documents,
  drop: tables.drop,
})
