import { isUnreadable } from '#contracts/events/append.ts'
import type { EventData, StoredEvent } from '#contracts/events/event.ts'
import { PERSON_EVENTS } from '#contracts/events/others.ts'
import { idOfPerson, type StreamId } from '#contracts/ids.ts'
import { ERASED_WORDS } from '#contracts/sealing/sealed-members.ts'
import type { ParkedStream } from '../ports.ts'
import type { EventProjection } from '../projection.ts'
import { parkedAt } from '../streams.ts'
import type { HeldOffice, Naming, PersonTables, StoredPerson } from './ports.ts'

const PERSON_STREAM = 'person-'

const isSameOffice = (a: HeldOffice, b: HeldOffice): boolean =>
  a.office === b.office && a.courtCode === b.courtCode && a.from === b.from && a.to === b.to

/** Whose key is destroyed has neither name nor office, from the beginning. */
const nobody = (id: string, streamVersion: number): StoredPerson => ({
  id,
  name: '',
  offices: [],
  streamVersion,
})
const isNobody = ({ name }: StoredPerson): boolean => name === ''

/** The newest name wins; each office is kept once. */
const personAfter = (
  before: StoredPerson | null,
  id: string,
  streamVersion: number,
  { name, office, courtCode, from, to }: EventData<'PersonRecorded'>,
): StoredPerson => {
  if (name === ERASED_WORDS) return nobody(id, streamVersion)
  const held = { office, courtCode, from, to }
  const offices = before?.offices ?? []
  const isKnown = offices.some((one) => isSameOffice(one, held))
  return { id, name, offices: isKnown ? offices : [...offices, held], streamVersion }
}

type Folded = {
  readonly persons: Map<string, StoredPerson>
  readonly namings: Naming[]
  readonly erased: Set<string>
  readonly parked: Map<StreamId, ParkedStream>
}

type PersonFact = Extract<StoredEvent, { type: keyof typeof PERSON_EVENTS }>
const isOfPerson = (event: StoredEvent): event is PersonFact => event.type in PERSON_EVENTS

const foldOne = (
  event: StoredEvent,
  { persons, namings, erased }: Folded,
  known: ReadonlyMap<string, StoredPerson>,
): 'read' | 'stream-gap' | 'event-unread' => {
  if (!isOfPerson(event)) return 'event-unread'
  if (event.type === 'PersonNamed') {
    namings.push(event.data)
    return 'read'
  }
  const id = idOfPerson(event.streamId)
  const { streamVersion } = event
  const before = persons.get(id) ?? known.get(id) ?? null
  const seen = before?.streamVersion ?? 0
  // Of a person that is erased the namings are removed again: the run before may have been killed.
  if (event.type === 'SubjectErased') erased.add(id)
  if (streamVersion <= seen) return 'read'
  if (streamVersion > seen + 1) return 'stream-gap'
  if (event.type === 'PersonRecorded')
    persons.set(id, personAfter(before, id, streamVersion, event.data))
  else if (event.type === 'SubjectErased') persons.set(id, nobody(id, streamVersion))
  else persons.set(id, { ...(before ?? nobody(id, 0)), streamVersion })
  return 'read'
}

/** Persons with their offices and the decisions that name them. Changes no served text. */
export const personProjection = (tables: PersonTables): EventProjection => ({
  name: 'persons',
  handles: 'events',
  streams: PERSON_STREAM,
  apply: async (generation, entries) => {
    const ids = new Set(entries.map(({ streamId }) => idOfPerson(streamId)))
    const named = entries.flatMap((entry) =>
      !isUnreadable(entry) && entry.type === 'PersonNamed' ? [entry.data.personId] : [],
    )
    const known = await tables.get(generation, [...new Set([...ids, ...named])])
    const folded: Folded = {
      persons: new Map(),
      namings: [],
      erased: new Set(),
      parked: new Map(),
    }
    for (const entry of entries) {
      if (folded.parked.has(entry.streamId)) continue
      const outcome = isUnreadable(entry) ? entry.reason : foldOne(entry, folded, known)
      if (outcome !== 'read') folded.parked.set(entry.streamId, parkedAt(entry, outcome))
    }
    const { persons, namings, erased } = folded
    await tables.savePersons(generation, [...persons.values()])
    // Whoever is erased is named nowhere, whatever came first.
    const isGone = ({ personId }: Naming): boolean => {
      const person = persons.get(personId) ?? known.get(personId)
      return person !== undefined && isNobody(person)
    }
    await tables.saveNamings(
      generation,
      namings.filter((one) => !isGone(one)),
    )
    await tables.removeNamings(generation, [...erased])
    return { texts: [], parked: [...folded.parked.values()] }
  },
  documents: tables.documents,
  drop: tables.drop,
})
