/**
 * Decisions about what publishers say of other texts and of persons. Pure. What is known already is
 * no fact.
 */
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { sha256Hex, URL_NAMESPACE, uuidV5 } from '#contracts/canonical/hash.ts'
import type { EventData, NewEvent, StoredEvent } from '#contracts/events/event.ts'
import { StreamId, TreatmentId } from '#contracts/ids.ts'
import { polarityOf } from '../treatment/decide.ts'

type Stated = EventData<'TreatmentStated'>
/** A statement before it has an identity. */
export type StatedByPublisher = Omit<Stated, 'id' | 'polarity' | 'by'> & {
  /** Whether the publisher states it now; false: it would be taken back if it was stated. */
  readonly stands: boolean
}

/**
 * What makes two statements one: who did what to what, and since when. Neither the publisher's
 * spelling nor the slug is part of it, nor are names where an id says the same.
 */
export const statedIdOf = ({
  type,
  source,
  target,
  effectiveDate,
}: Pick<Stated, 'type' | 'source' | 'target' | 'effectiveDate'>): TreatmentId => {
  const end = ({ articleId, names, label }: Stated['source'] | Stated['target']) =>
    articleId ?? (names.length === 0 ? { label } : { names })
  const said = { type, source: end(source), target: end(target), effectiveDate }
  return TreatmentId.parse(uuidV5(URL_NAMESPACE, `stated:${sha256Hex(canonicalJson(said))}`))
}

export const statedStream = (id: TreatmentId): StreamId => StreamId.parse(`treatment-${id}`)

const NO_LONGER = 'the publisher no longer states it'

/**
 * Records a statement once. One that an editor retracted stays retracted; one that no longer stands
 * is retracted.
 */
export const decideStated = (
  { stands, ...stated }: StatedByPublisher,
  facts: readonly StoredEvent[],
): NewEvent[] => {
  const isOver = facts.some(({ type }) => type === 'TreatmentRetracted')
  if (!stands) {
    if (facts.length === 0 || isOver) return []
    return [{ type: 'TreatmentRetracted', data: { reason: NO_LONGER } }]
  }
  if (facts.length > 0) return []
  const data = {
    ...stated,
    id: statedIdOf(stated),
    polarity: polarityOf(stated.type),
    by: 'publisher' as const,
  }
  return [{ type: 'TreatmentStated', data }]
}

export type PersonOffice = Omit<EventData<'PersonRecorded'>, 'recordedAt'>

export const personStream = (id: string): StreamId => StreamId.parse(`person-${id}`)
/** One stream for each person, decision and office: derived, so that naming twice is once. */
export const namingStream = ({ personId, articleId, office }: EventData<'PersonNamed'>): StreamId =>
  StreamId.parse(
    `person-${uuidV5(URL_NAMESPACE, `naming:${sha256Hex(canonicalJson({ personId, articleId, office }))}`)}`,
  )

/** Records a person in an office once; the first spelling of the name stays. */
export const decidePerson = (
  person: PersonOffice,
  recordedAt: EventData<'PersonRecorded'>['recordedAt'],
  facts: readonly StoredEvent[],
): NewEvent[] => {
  const isKnown = facts.some(
    ({ type, data }) =>
      type === 'PersonRecorded' &&
      data.office === person.office &&
      data.courtCode === person.courtCode,
  )
  if (isKnown) return []
  const [first] = facts.flatMap(({ type, data }) => (type === 'PersonRecorded' ? [data.name] : []))
  return [{ type: 'PersonRecorded', data: { ...person, name: first ?? person.name, recordedAt } }]
}

export const decideNaming = (
  naming: EventData<'PersonNamed'>,
  facts: readonly StoredEvent[],
): NewEvent[] => (facts.length > 0 ? [] : [{ type: 'PersonNamed', data: naming }])
