/** An event as it is stored and sent: some members sealed under a key that can be destroyed. */
import { z } from 'zod'
import { canonicalJson } from '../canonical/canonical.ts'
import { sha256Hex } from '../canonical/hash.ts'
import {
  type EventMetadata,
  type EventName,
  type NewEvent,
  parseNewEvent,
  type StoredEvent,
} from '../events/event.ts'
import { upcast } from '../events/upcast.ts'
import type { Sha256Hex } from '../ids.ts'
import { openBytes, sealBytes } from './seal.ts'
import { eraseMembers, joinMembers, splitMembers } from './sealed-members.ts'

type Json = Record<string, unknown>

/** The sealed members of an event: the id of their key, and the bytes of `sealBytes`. */
export type SealedPart = { readonly key: string; readonly body: Buffer }
/** `data`: the clear members. `sealed` null: the event has none, or was recorded before sealing. */
export type SealedEvent = EventMetadata & {
  readonly type: EventName
  readonly data: Json
  readonly sealed: SealedPart | null
}

type Place = Pick<EventMetadata, 'streamId' | 'streamVersion' | 'schemaVersion'> & {
  readonly type: EventName
}

/** Binds the sealed members to their event: one that was moved to another place does not open. */
const aboutOf = ({ streamId, streamVersion, type, schemaVersion }: Place): string =>
  `${streamId}/${streamVersion}/${type}/${schemaVersion}`

/** `data` as it is hashed and sent: the clear members and, in base64, the sealed ones. */
export const printedData = (clear: Json, sealed: SealedPart | null): Json =>
  sealed === null
    ? clear
    : { ...clear, sealed: { key: sealed.key, body: sealed.body.toString('base64') } }

/** SHA-256 of the RFC 8785 form of the data as printed. */
export const payloadHashOf = (clear: Json, sealed: SealedPart | null): Sha256Hex =>
  sha256Hex(canonicalJson(printedData(clear, sealed)))

/** Whether an event has members that are sealed. */
export const hasSealedMembers = ({ type, data }: NewEvent): boolean =>
  Object.keys(splitMembers(type, data).sealed).length > 0

/** Seals what has to be sealed of the data of an event. */
export const sealData = (
  place: Place,
  data: Json,
  key: { readonly id: string; readonly key: Buffer },
): { readonly clear: Json; readonly sealed: SealedPart | null } => {
  const { clear, sealed } = splitMembers(place.type, data)
  if (Object.keys(sealed).length === 0) return { clear, sealed: null }
  const plain = Buffer.from(canonicalJson(sealed))
  return { clear, sealed: { key: key.id, body: sealBytes(key.key, plain, aboutOf(place)) } }
}

const Members = z.record(z.string(), z.unknown())

const dataOf = (event: SealedEvent, key: Buffer | null): Json => {
  const { type, data, sealed } = event
  if (sealed === null) return data
  if (key === null) return eraseMembers(type, data, sealed.key)
  const plain = openBytes(key, sealed.body, aboutOf(event)).toString('utf8')
  return joinMembers(type, data, Members.parse(JSON.parse(plain)))
}

/**
 * Opens an event, upcast to its current shape. `key` null: its key was destroyed; it then has the
 * stand-ins of erased members. Throws for a wrong key, changed bytes or an unknown shape.
 */
export const openEvent = (event: SealedEvent, key: Buffer | null): StoredEvent => {
  const { type, data: _data, sealed: _sealed, ...metadata } = event
  const current = upcast(type, metadata.schemaVersion, dataOf(event, key))
  return { ...metadata, ...parseNewEvent(type, current) }
}
