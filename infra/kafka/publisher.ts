import { CompressionTypes, type Message, type Producer } from 'kafkajs'
import type { Blobs } from '#contracts/events/append.ts'
import type { EventPublisher } from '#ingest/ports.ts'
import { ensureTopics, kafkaClient, type KafkaOptions, overKafka, topicNames } from './client.ts'
import { encodeEvent } from './message.ts'

const ALL_IN_SYNC_REPLICAS = -1
/** One request in flight keeps the order of an idempotent producer through retries. */
const IN_FLIGHT_MAX = 1

const openProducer = async (options: KafkaOptions): Promise<Producer> => {
  const kafka = kafkaClient(options)
  await ensureTopics(kafka, options)
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: IN_FLIGHT_MAX,
    allowAutoTopicCreation: false,
  })
  await overKafka(() => producer.connect())
  return producer
}

/**
 * Kafka as the relay's transport: key = stream id, so that one stream keeps its order in one partition; idempotent,
 * `acks=all`. The producer opens with the first batch and is thrown away after a failure, so that a relay that tries
 * again starts from a clean one.
 */
export const makeKafkaPublisher = (options: KafkaOptions, blobs: Blobs): EventPublisher => {
  let producer: Promise<Producer> | null = null
  const opened = (): Promise<Producer> => (producer ??= openProducer(options))
  const close = async (): Promise<void> => {
    const open = producer
    producer = null
    await open?.then((one) => one.disconnect()).catch(() => undefined)
  }
  return {
    publish: async (events) => {
      const messages: Message[] = []
      for (const event of events) {
        messages.push({ key: event.streamId, value: await encodeEvent(event, blobs) })
      }
      try {
        const sender = await opened()
        await overKafka(() =>
          sender.send({
            topic: topicNames(options).events,
            acks: ALL_IN_SYNC_REPLICAS,
            compression: CompressionTypes.GZIP,
            messages,
          }),
        )
      } catch (error) {
        await close()
        throw error
      }
    },
    close,
  }
}
