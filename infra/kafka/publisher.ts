import type { Message } from 'kafkajs'
import type { Blobs } from '#contracts/events/append.ts'
import type { EventPublisher } from '#ingest/ports.ts'
import { type KafkaOptions, topicNames } from './client.ts'
import { encodeEvent } from './message.ts'
import { makeSender } from './sender.ts'

/**
 * Kafka as the relay's transport: key = stream id, so that one stream keeps its order in one
 * partition.
 */
export const makeKafkaPublisher = (options: KafkaOptions, blobs: Blobs): EventPublisher => {
  const sender = makeSender(options)
  return {
    publish: async (events) => {
      const messages: Message[] = []
      for (const event of events) {
        messages.push({ key: event.streamId, value: await encodeEvent(event, blobs) })
      }
      await sender.send(topicNames(options).events, messages)
    },
    close: () => sender.close(),
  }
}
