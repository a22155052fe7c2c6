import { isUnreadable } from '#contracts/events/append.ts'
import type { EventData, StoredEvent } from '#contracts/events/event.ts'
import type { StreamId } from '#contracts/ids.ts'
import type { ParkedStream } from '../ports.ts'
import type { EventProjection } from '../projection.ts'
import { parkedAt } from '../streams.ts'
import type { HeldOffice, Naming, PersonTables, StoredPerson } from './ports.ts'

const PERSON_STREAM = 'person-'
const idOfStream = (streamId: StreamId): string => streamId.slice(PERSON_STREAM.length)

const isSameOffice = (a: HeldOffice, b: HeldOffice): boolean =>
  a.office === b.office && a.courtCode === b.courtCode && a.from === b.from && a.to === b.to

/** The newest name wins; each office is kept once. */
const personAfter = (
  before: StoredPerson | null,
  id: string,
  streamVersion: number,
  { name, office, courtCode, from, to }: EventData<'PersonRecorded'>,
): StoredPerson => {
  const held = { office, courtCode, from, to }
  const offices = before?.offices ?? []
  const isKnown = offices.some((one) => isSameOffice(one, held))
  return { id, name, offices: isKnown ? offices : [...offices, held], streamVersion }
}

type Folded = {
  readonly persons: Map<string, StoredPerson>
  readonly namings: Naming[]
  readonly parked: Map<StreamId, ParkedStream>
}

const foldOne = (
  event: StoredEvent,
  { persons, namings }: Folded,
  known: ReadonlyMap<string, StoredPerson>,
): 'read' | 'stream-gap' | 'event-unread' => {
  if (event.type === 'PersonNamed') {
    namings.push(event.data)
    return 'read'
  }
  if (event.type !== 'PersonRecorded') return 'event-unread'
  const id = idOfStream(event.streamId)
  const before = persons.get(id) ?? known.get(id) ?? null
  const seen = before?.streamVersion ?? 0
  if (event.streamVersion <= seen) return 'read'
  if (event.streamVersion > seen + 1) return 'stream-gap'
  persons.set(id, personAfter(before, id, event.streamVersion, event.data))
  return 'read'
}

/** Persons with their offices and the decisions that name them. Changes no served text. */
export const personProjection = (tables: PersonTables): EventProjection => ({
  name: 'persons',
  handles: 'events',
  streams: PERSON_STREAM,
  apply: async (generation, entries) => {
    const ids = [...new Set(entries.map(({ streamId }) => idOfStream(streamId)))]
    const known = await tables.get(generation, ids)
    const folded: Folded = { persons: new Map(), namings: [], parked: new Map() }
    for (const entry of entries) {
      if (folded.parked.has(entry.streamId)) continue
      const outcome = isUnreadable(entry) ? entry.reason : foldOne(entry, folded, known)
      if (outcome !== 'read') folded.parked.set(entry.streamId, parkedAt(entry, outcome))
    }
    await tables.savePersons(generation, [...folded.persons.values()])
    await tables.saveNamings(generation, folded.namings)
    return { texts: [], parked: [...folded.parked.values()] }
  },
  documents: tables.documents,
  drop: tables.drop,
})
