/** Decisions about persons that decisions of courts name. Pure. */
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { sha256Hex, URL_NAMESPACE, uuidV5 } from '#contracts/canonical/hash.ts'
import type { EventData, PersonEvent } from '#contracts/events/event.ts'
import { PERSON_EVENTS } from '#contracts/events/others.ts'
import { isRefusal } from '#contracts/fault.ts'
import { personStream, type StreamId } from '#contracts/ids.ts'
import type { Decider, Fact } from '../decider.ts'
import { type DomainRefusal, refuse } from '../refusals.ts'
import { statedReason } from '../article/reasons.ts'
import {
  type Asked,
  type ErasureReason,
  isSameReason,
  roleOf,
  statedReference,
} from '../two-persons.ts'

type Recorded = EventData<'PersonRecorded'>
type Named = EventData<'PersonNamed'>

export type PersonOffice = Omit<Recorded, 'recordedAt'>

/** One stream for each person, decision and office: derived, so that naming twice is once. */
export const namingStream = ({ personId, articleId, office }: Named): StreamId =>
  personStream(
    uuidV5(URL_NAMESPACE, `naming:${sha256Hex(canonicalJson({ personId, articleId, office }))}`),
  )

/** A person with the offices known of them, or the fact that a decision names one. */
export type PersonState = {
  readonly streamVersion: number
  /** The spelling that came first. */
  readonly name: string | null
  readonly offices: readonly Pick<PersonOffice, 'office' | 'courtCode'>[]
  readonly isNamed: boolean
  readonly isErased: boolean
  readonly requested: (ErasureReason & Asked) | null
  /** Version of the stream with an erasure that has no certificate; null: there is none. */
  readonly uncertified: number | null
}

/** Asks for the erasure of a person, or confirms what another person asked for. */
export type ErasePerson = ErasureReason & {
  readonly type: 'ErasePerson'
  readonly actor: string
  /** Keys of all facts of the person. */
  readonly keys: readonly string[]
  /** Facts from before facts were sealed. */
  readonly unsealed: number
}

export type PersonCommand =
  /** Records a person in an office. */
  | { readonly type: 'RecordPerson'; readonly person: Recorded }
  /** Records that a decision names a person of the bench. */
  | { readonly type: 'NamePerson'; readonly naming: Named }
  | ErasePerson
  | { readonly type: 'CancelPersonErasure'; readonly reason: string }
  /** Records that every copy was handled. */
  | ({ readonly type: 'CertifyPersonErasure' } & EventData<'ErasureCertified'>)

const INITIAL: PersonState = {
  streamVersion: 0,
  name: null,
  offices: [],
  isNamed: false,
  isErased: false,
  requested: null,
  uncertified: null,
}

const changeOf = (state: PersonState, fact: Fact<PersonEvent>): Partial<PersonState> => {
  const { type, data, actor, time } = fact
  switch (type) {
    case 'PersonNamed':
      return { isNamed: true }
    case 'PersonRecorded': {
      const { name, office, courtCode } = data
      return { name: state.name ?? name, offices: [...state.offices, { office, courtCode }] }
    }
    case 'ErasureRequested': {
      const { ground, request } = data
      return { requested: { ground, request, by: actor, at: time } }
    }
    case 'ErasureCancelled':
      return { requested: null }
    case 'SubjectErased':
      return { isErased: true, requested: null, uncertified: state.streamVersion + 1 }
    case 'ErasureCertified':
      return { uncertified: null }
    default:
      return fact satisfies never
  }
}

const evolve = (state: PersonState, fact: Fact<PersonEvent>): PersonState => ({
  ...state,
  ...changeOf(state, fact),
  streamVersion: state.streamVersion + 1,
})

type Decision = PersonEvent[] | DomainRefusal

const record = (person: Recorded, { isErased, name, offices }: PersonState): Decision => {
  if (isErased) return refuse('person-erased')
  const isKnown = offices.some(
    ({ office, courtCode }) => office === person.office && courtCode === person.courtCode,
  )
  if (isKnown) return []
  return [{ type: 'PersonRecorded', data: { ...person, name: name ?? person.name } }]
}

const erase = (command: ErasePerson, { name, isErased, requested }: PersonState): Decision => {
  if (isErased) return refuse('already-erased')
  // The fact that a decision names somebody has a stream of its own, which is no person.
  if (name === null) return refuse('person-unknown')
  if (command.unsealed > 0) return refuse('facts-unsealed')
  const request = statedReference(command.request)
  if (isRefusal(request)) return request
  const wanted = { ground: command.ground, request }
  const role = roleOf(requested, wanted, isSameReason, command.actor)
  if (isRefusal(role)) return role
  if (role === 'asks' || requested === null)
    return [
      { type: 'ErasureRequested', data: { ...wanted, versions: [], whole: true, thread: null } },
    ]
  const keys = [...command.keys]
  return [{ type: 'SubjectErased', data: { ...wanted, requestedBy: requested.by, keys } }]
}

const cancel = (given: string, { requested }: PersonState): Decision => {
  if (requested === null) return refuse('nothing-pending')
  const reason = statedReason(given)
  return isRefusal(reason) ? reason : [{ type: 'ErasureCancelled', data: { reason } }]
}

const decide = (command: PersonCommand, state: PersonState): Decision => {
  switch (command.type) {
    case 'RecordPerson':
      return record(command.person, state)
    case 'NamePerson':
      return state.isNamed ? [] : [{ type: 'PersonNamed', data: command.naming }]
    case 'ErasePerson':
      return erase(command, state)
    case 'CancelPersonErasure':
      return cancel(command.reason, state)
    case 'CertifyPersonErasure': {
      const { erasure, certificate, signature } = command
      // Nothing happens if the erasure has its certificate: an earlier attempt recorded it before
      // it was killed.
      return state.uncertified === erasure
        ? [{ type: 'ErasureCertified', data: { erasure, certificate, signature } }]
        : []
    }
    default:
      return command satisfies never
  }
}

export const personDecider: Decider<PersonState, PersonCommand, PersonEvent> = {
  initial: INITIAL,
  evolve,
  decide,
  events: PERSON_EVENTS,
}
