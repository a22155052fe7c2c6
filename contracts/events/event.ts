import { z } from 'zod'
import { Instant, Position, Sha256Hex, StreamId } from '../ids.ts'
import { ARTICLE_EVENTS } from './article.ts'
import { CONCEPT_EVENTS, PERSON_EVENTS, TREATMENT_EVENTS } from './others.ts'

/** Every event by name, at its current schema version. */
export const EVENTS = {
  ...ARTICLE_EVENTS,
  ...TREATMENT_EVENTS,
  ...CONCEPT_EVENTS,
  ...PERSON_EVENTS,
} as const
export type EventName = keyof typeof EVENTS
const names = Object.keys(EVENTS) as [EventName, ...EventName[]]
export const EventName = z.enum(names)

export type EventData<Name extends EventName> = z.infer<(typeof EVENTS)[Name]>
/** A fact that a decision made, before it is appended. */
export type NewEvent = { [Name in EventName]: { type: Name; data: EventData<Name> } }[EventName]
export type ArticleEvent = Extract<NewEvent, { type: keyof typeof ARTICLE_EVENTS }>
export type TreatmentEvent = Extract<NewEvent, { type: keyof typeof TREATMENT_EVENTS }>
export type ConceptEvent = Extract<NewEvent, { type: keyof typeof CONCEPT_EVENTS }>
export type PersonEvent = Extract<NewEvent, { type: keyof typeof PERSON_EVENTS }>

/** What the store adds to a fact (contracts/conventions/events.md). */
export const EventMetadata = z.strictObject({
  /** UUID v7. */
  id: z.uuid(),
  schemaVersion: z.int().min(1),
  position: Position,
  streamId: StreamId,
  /** 1 for the first event of a stream, without gaps. */
  streamVersion: z.int().min(1),
  /** All events of one append share it. */
  appendId: z.uuid(),
  causationId: z.string().nullable(),
  correlationId: z.string(),
  actor: z.string(),
  time: Instant,
  /** SHA-256 of the RFC 8785 form of `data`. */
  payloadHash: Sha256Hex,
})
export type EventMetadata = z.infer<typeof EventMetadata>
/** A recorded fact, upcast to its current shape. */
export type StoredEvent = EventMetadata & NewEvent
export type StoredArticleEvent = EventMetadata & ArticleEvent

/** Builds one event name's discriminated schema, so that `type` and `data` are checked together. */
export const parseNewEvent = (type: string, data: unknown): NewEvent => {
  const name = EventName.parse(type)
  return { type: name, data: EVENTS[name].parse(data) } as NewEvent
}
