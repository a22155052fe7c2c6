import type * as kafkajs from 'kafkajs'
import type { Kafka, SASLOptions } from 'kafkajs'
import { Fault } from '#contracts/fault.ts'
import { lazyPackage } from '../lazy-package.ts'

export const loadKafkajs = lazyPackage<typeof kafkajs>(import.meta.url, 'kafkajs')

/** Limits of the transport. */
export const KAFKA = {
  topic: 'pandect.events',
  deadLetterTopic: 'pandect.dead-letters',
  partitions: 6,
  /** Parked streams are few, and their readers want one order. */
  deadLetterPartitions: 1,
  /** The log keeps everything; the topic keeps what consumers may still need. */
  retentionMs: 7 * 24 * 3_600_000,
  messageBytesMax: 1_048_588,
  /** Above this size an event's data is sent by reference (claim check). */
  inlineBytesMax: 800_000,
  /**
   * Of the messages in one request. The client makes one batch of those for a partition, and the
   * broker measures the batch by `messageBytesMax`, not each message.
   */
  requestBytesMax: 900_000,
  connectTimeoutMs: 5_000,
  requestTimeoutMs: 30_000,
  /** Retries of the client, some ten seconds in all; callers retry and report by themselves. */
  retries: 5,
} as const

export type KafkaOptions = {
  readonly brokers: readonly string[]
  readonly clientId: string
  readonly topicPrefix?: string
  readonly sasl?: SASLOptions
  readonly ssl?: boolean
  /** Overrides the value in KAFKA. */
  readonly requestTimeoutMs?: number
  readonly retries?: number
}

const NEGATIVE_TIMEOUT = 'TimeoutNegativeWarning'
let isQuiet = false

/**
 * kafkajs 2.2.4 sets timers in the past, and Node 24 warns about that on stderr, once per process.
 * They fire at once, as intended, so this warning is dropped; all others pass.
 */
const quietNegativeTimeouts = (): void => {
  if (isQuiet) return
  isQuiet = true
  const listeners = process.listeners('warning')
  process.removeAllListeners('warning')
  process.on('warning', (warning) => {
    if (warning.name === NEGATIVE_TIMEOUT) return
    for (const listener of listeners) listener.call(process, warning)
  })
}

/** Makes a client without a log of its own: errors become Faults. */
export const kafkaClient = (options: KafkaOptions): Kafka => {
  quietNegativeTimeouts()
  const { Kafka: Client, logLevel } = loadKafkajs()
  return new Client({
    clientId: options.clientId,
    brokers: [...options.brokers],
    logLevel: logLevel.NOTHING,
    connectionTimeout: KAFKA.connectTimeoutMs,
    requestTimeout: options.requestTimeoutMs ?? KAFKA.requestTimeoutMs,
    retry: { retries: options.retries ?? KAFKA.retries },
    ...(options.sasl === undefined ? {} : { sasl: options.sasl }),
    ...(options.ssl === undefined ? {} : { ssl: options.ssl }),
  })
}

export const topicNames = (options: KafkaOptions): { events: string; deadLetters: string } => ({
  events: `${options.topicPrefix ?? ''}${KAFKA.topic}`,
  deadLetters: `${options.topicPrefix ?? ''}${KAFKA.deadLetterTopic}`,
})

export const transportFault = (cause: unknown): Fault =>
  new Fault('transport-unavailable', 'Kafka did not take or give messages.', {
    cause,
    retryAfterMs: 1_000,
    hint: 'check KAFKA_BROKERS and that the brokers run',
  })

/** Runs an operation of the client; its errors become Fault `transport-unavailable`. */
export const overKafka = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Fault) throw error
    throw transportFault(error)
  }
}

/** Creates the topics with explicit partitions, retention and size; leaves existing ones alone. */
export const ensureTopics = async (kafka: Kafka, options: KafkaOptions): Promise<void> => {
  const names = topicNames(options)
  const configEntries = [
    { name: 'retention.ms', value: String(KAFKA.retentionMs) },
    { name: 'max.message.bytes', value: String(KAFKA.messageBytesMax) },
    { name: 'cleanup.policy', value: 'delete' },
  ]
  const admin = kafka.admin()
  const create = async (): Promise<void> => {
    await admin.connect()
    const existing = new Set(await admin.listTopics())
    const wanted = [
      { topic: names.events, numPartitions: KAFKA.partitions, configEntries },
      { topic: names.deadLetters, numPartitions: KAFKA.deadLetterPartitions, configEntries },
    ].filter(({ topic }) => !existing.has(topic))
    if (wanted.length > 0) await admin.createTopics({ topics: wanted, waitForLeaders: true })
  }
  try {
    await overKafka(create)
  } finally {
    await admin.disconnect().catch(() => undefined)
  }
}
