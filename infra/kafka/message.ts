import { z } from 'zod'
import type { Blobs } from '#contracts/events/append.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { CloudEvent, toCloudEvent } from '#contracts/events/cloud-event.ts'
import {
  EventMetadata,
  EventName,
  parseNewEvent,
  type StoredEvent,
} from '#contracts/events/event.ts'
import { upcast } from '#contracts/events/upcast.ts'
import { Sha256Hex, type Slug } from '#contracts/ids.ts'
import { KAFKA } from './client.ts'

/** The wire form; `dataref` names the blob with the data of an event too large for a message. */
const Message = CloudEvent.extend({ name: EventName, dataref: Sha256Hex.optional() })
type Message = z.infer<typeof Message>

/** The slug of an event that has content. */
const slugOf = (event: StoredEvent): Slug | null =>
  'content' in event.data ? event.data.content.slug : null

const envelope = (event: StoredEvent): Message => ({
  ...toCloudEvent(event, slugOf(event)),
  name: event.type,
})

/** Encodes an event as message text; data above the limit goes to a blob first. */
export const encodeEvent = async (event: StoredEvent, blobs: Blobs): Promise<string> => {
  const whole = JSON.stringify(envelope(event))
  if (Buffer.byteLength(whole) <= KAFKA.inlineBytesMax) return whole
  const text = JSON.stringify(event.data)
  const dataref = sha256Hex(text)
  await blobs.put([{ sha256: dataref, text }])
  return JSON.stringify({ ...envelope(event), data: {}, dataref })
}

const dataOf = async (message: Message, blobs: Blobs): Promise<Record<string, unknown>> => {
  if (message.dataref === undefined) return message.data
  const text = (await blobs.get([message.dataref])).get(message.dataref) ?? '{}'
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
}

/** Decodes the event of a message, upcast to the current shape. Throws if it is not an event. */
export const decodeEvent = async (text: string, blobs: Blobs): Promise<StoredEvent> => {
  const message = Message.parse(JSON.parse(text))
  const metadata = EventMetadata.parse({
    id: message.id,
    schemaVersion: message.schemaversion,
    position: Number(message.position),
    streamId: message.streamid,
    streamVersion: message.streamversion,
    appendId: message.appendid,
    causationId: message.causationid ?? null,
    correlationId: message.correlationid,
    actor: message.actor,
    time: message.time,
    payloadHash: message.payloadhash,
  })
  const data = upcast(message.name, metadata.schemaVersion, await dataOf(message, blobs))
  return { ...metadata, ...parseNewEvent(message.name, data) }
}
