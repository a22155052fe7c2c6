/** Decisions about persons that decisions of courts name. Pure. */
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { sha256Hex, URL_NAMESPACE, uuidV5 } from '#contracts/canonical/hash.ts'
import type { EventData, PersonEvent } from '#contracts/events/event.ts'
import { PERSON_EVENTS } from '#contracts/events/others.ts'
import { StreamId } from '#contracts/ids.ts'
import type { Decider } from '../decider.ts'

type Recorded = EventData<'PersonRecorded'>
type Named = EventData<'PersonNamed'>

export type PersonOffice = Omit<Recorded, 'recordedAt'>

export const personStream = (id: string): StreamId => StreamId.parse(`person-${id}`)
/** One stream for each person, decision and office: derived, so that naming twice is once. */
export const namingStream = ({ personId, articleId, office }: Named): StreamId =>
  StreamId.parse(
    `person-${uuidV5(URL_NAMESPACE, `naming:${sha256Hex(canonicalJson({ personId, articleId, office }))}`)}`,
  )

/** A person with the offices known of them, or the fact that a decision names one. */
export type PersonState = {
  /** The spelling that came first. */
  readonly name: string | null
  readonly offices: readonly Pick<PersonOffice, 'office' | 'courtCode'>[]
  readonly isNamed: boolean
}

export type PersonCommand =
  /** Records a person in an office. */
  | { readonly type: 'RecordPerson'; readonly person: Recorded }
  /** Records that a decision names a person of the bench. */
  | { readonly type: 'NamePerson'; readonly naming: Named }

const evolve = (state: PersonState, { type, data }: PersonEvent): PersonState => {
  if (type === 'PersonNamed') return { ...state, isNamed: true }
  const { name, office, courtCode } = data
  return { ...state, name: state.name ?? name, offices: [...state.offices, { office, courtCode }] }
}

const decide = (command: PersonCommand, state: PersonState): PersonEvent[] => {
  if (command.type === 'NamePerson')
    return state.isNamed ? [] : [{ type: 'PersonNamed', data: command.naming }]
  const { person } = command
  const isKnown = state.offices.some(
    ({ office, courtCode }) => office === person.office && courtCode === person.courtCode,
  )
  if (isKnown) return []
  return [{ type: 'PersonRecorded', data: { ...person, name: state.name ?? person.name } }]
}

export const personDecider: Decider<PersonState, PersonCommand, PersonEvent> = {
  initial: { name: null, offices: [], isNamed: false },
  evolve,
  decide,
  events: PERSON_EVENTS,
}
