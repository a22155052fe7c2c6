import { z } from 'zod'
import { CloudEvent, toCloudEvent } from '#contracts/events/cloud-event.ts'
import { EventMetadata, EventName } from '#contracts/events/event.ts'
import { printedData, type SealedEvent } from '#contracts/sealing/sealed-event.ts'
import { KAFKA } from './client.ts'

/** The wire form; `datainlog`: the data are too large for a message, and are read from the log. */
const Message = CloudEvent.extend({ name: EventName, datainlog: z.literal(true).optional() })

/** Encodes an event as message text. What is sealed stays sealed. */
export const encodeEvent = (event: SealedEvent): string => {
  const { type: name, data, sealed } = event
  const envelope = toCloudEvent(event, printedData(data, sealed))
  const whole = JSON.stringify({ ...envelope, name })
  if (Buffer.byteLength(whole) <= KAFKA.inlineBytesMax) return whole
  return JSON.stringify({ ...envelope, name, data: {}, datainlog: true })
}

const Sealed = z.strictObject({ key: z.uuid(), body: z.base64() })

/** An event of the topic: sealed as sent, or only its place where the log has the rest. */
export type ReceivedEvent = SealedEvent | Pick<SealedEvent, 'position' | 'streamId'>

/** Decodes the event of a message. Throws if it is not an event. */
export const decodeEvent = (text: string): ReceivedEvent => {
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
  if (message.datainlog === true)
    return { position: metadata.position, streamId: metadata.streamId }
  const { sealed, ...data } = message.data
  if (sealed === undefined) return { ...metadata, type: message.name, data, sealed: null }
  const { key, body } = Sealed.parse(sealed)
  const part = { key, body: Buffer.from(body, 'base64') }
  return { ...metadata, type: message.name, data, sealed: part }
}
