import type { Message, Producer } from 'kafkajs'
import { inBatches } from '#contracts/toolkit/chunks.ts'
import type { EventPublisher } from '#ingest/ports.ts'
import type { DeadLetterPublisher } from '#query-api/projections/ports.ts'
import {
  ensureTopics,
  KAFKA,
  kafkaClient,
  type KafkaOptions,
  loadKafkajs,
  overKafka,
  topicNames,
} from './client.ts'
import { encodeEvent } from './message.ts'
import { probeKafka } from './probe.ts'

const ALL_IN_SYNC_REPLICAS = -1
/** One request in flight keeps the order of an idempotent producer through retries. */
const IN_FLIGHT_MAX = 1
const REQUEST = { countMax: Infinity, sizeMax: KAFKA.requestBytesMax } as const

const bytesOf = ({ key, value }: Message): number =>
  Buffer.byteLength(key ?? '') + Buffer.byteLength(value ?? '')

type Sender = {
  /**
   * Resolves once every in-sync replica has the messages. After Fault `transport-unavailable` any
   * of them may have been sent.
   */
  send(topic: string, messages: Message[]): Promise<void>
  close(): Promise<void>
}

/**
 * Connects a producer. The client asks for the id of an idempotent one once it is connected, and
 * stays connected where a broker refuses it.
 */
export const connectProducer = async <P extends Pick<Producer, 'connect' | 'disconnect'>>(
  producer: P,
): Promise<P> => {
  try {
    await overKafka(() => producer.connect())
    return producer
  } catch (error) {
    await producer.disconnect().catch(() => undefined)
    throw error
  }
}

const openProducer = async (options: KafkaOptions): Promise<Producer> => {
  // The client itself would retry for a long time before it reports absent brokers.
  await probeKafka(options)
  const kafka = kafkaClient(options)
  await ensureTopics(kafka, options)
  return connectProducer(
    kafka.producer({
      idempotent: true,
      maxInFlightRequests: IN_FLIGHT_MAX,
      allowAutoTopicCreation: false,
    }),
  )
}

/**
 * An idempotent producer with `acks=all`. It connects with the first messages and is discarded
 * after a failure, so that a retry starts with a clean one.
 */
const makeSender = (options: KafkaOptions): Sender => {
  let producer: Promise<Producer> | null = null
  const opened = (): Promise<Producer> => (producer ??= openProducer(options))
  const close = async (): Promise<void> => {
    const open = producer
    producer = null
    await open?.then((one) => one.disconnect()).catch(() => undefined)
  }
  return {
    send: async (topic, messages) => {
      try {
        const sender = await opened()
        for (const some of inBatches(messages, bytesOf, REQUEST))
          await overKafka(() =>
            sender.send({
              topic,
              acks: ALL_IN_SYNC_REPLICAS,
              compression: loadKafkajs().CompressionTypes.GZIP,
              messages: some,
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

/**
 * Kafka as the relay's transport. The key is the stream id, so a stream keeps its order in one
 * partition.
 */
export const makeKafkaPublisher = (options: KafkaOptions): EventPublisher => {
  const sender = makeSender(options)
  return {
    publish: async (events) => {
      const messages = events.map((event) => ({ key: event.streamId, value: encodeEvent(event) }))
      await sender.send(topicNames(options).events, messages)
    },
    close: () => sender.close(),
  }
}

/** The topic of parked streams: key = stream id, value = DeadLetterMessage as JSON. */
export const makeKafkaDeadLetters = (options: KafkaOptions): DeadLetterPublisher => {
  const sender = makeSender(options)
  return {
    publish: (letters) =>
      sender.send(
        topicNames(options).deadLetters,
        letters.map((letter) => ({ key: letter.streamId, value: JSON.stringify(letter) })),
      ),
    close: () => sender.close(),
  }
}
