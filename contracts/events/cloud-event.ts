import { z } from 'zod'
import { printPosition } from '../ids.ts'
import type { EventMetadata, EventName } from './event.ts'

/**
 * The event on the wire: CloudEvents 1.0 with our extension attributes
 * (contracts/conventions/events.md).
 */
export const CloudEvent = z.strictObject({
  specversion: z.literal('1.0'),
  id: z.uuid(),
  source: z.string(),
  type: z.string(),
  subject: z.string(),
  time: z.string(),
  datacontenttype: z.literal('application/json'),
  position: z.string().regex(/^\d{15}$/),
  streamid: z.string(),
  streamversion: z.int().min(1),
  appendid: z.uuid(),
  causationid: z.string().optional(),
  correlationid: z.string(),
  schemaversion: z.int().min(1),
  payloadhash: z.string(),
  actor: z.string(),
  data: z.record(z.string(), z.unknown()),
})
export type CloudEvent = z.infer<typeof CloudEvent>

/** `VersionPublished`, 1 → `legal.version.published.v1`. */
export const cloudEventType = (name: string, schemaVersion: number): string =>
  `legal.${name
    .replaceAll(/([a-z])([A-Z])/g, '$1.$2')
    .toLowerCase()
    .replaceAll('_', '.')}.v${schemaVersion}`

/**
 * The wire form of an event with its data as printed. `subject` is the stream: a slug may have the
 * words of a name, and what was sent can't be taken back.
 */
export const toCloudEvent = (
  event: EventMetadata & { readonly type: EventName },
  data: Record<string, unknown>,
): CloudEvent => ({
  specversion: '1.0',
  id: event.id,
  source: '/pandect',
  type: cloudEventType(event.type, event.schemaVersion),
  subject: event.streamId,
  time: event.time,
  datacontenttype: 'application/json',
  position: printPosition(event.position),
  streamid: event.streamId,
  streamversion: event.streamVersion,
  appendid: event.appendId,
  ...(event.causationId === null ? {} : { causationid: event.causationId }),
  correlationid: event.correlationId,
  schemaversion: event.schemaVersion,
  payloadhash: event.payloadHash,
  actor: event.actor,
  data,
})
