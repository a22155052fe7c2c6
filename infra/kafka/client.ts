import { Kafka, logLevel, type SASLOptions } from 'kafkajs'
import { Fault } from '#contracts/fault.ts'

/** Limits of the transport. */
export const KAFKA = {
  topic: 'pandect.events',
  deadLetterTopic: 'pandect.dead-letters',
  partitions: 6,
  /** Parked streams are few, and whoever reads of them wants one order. */
  deadLetterPartitions: 1,
  /** The log keeps everything; the topic keeps what a consumer may still need. */
  retentionMs: 7 * 24 * 3_600_000,
  messageBytesMax: 1_048_588,
  /** Above it an event's data travels by reference (claim check). */
  inlineBytesMax: 800_000,
  connectTimeoutMs: 5_000,
  requestTimeoutMs: 30_000,
  /**
   * Of the client, some ten seconds in all; whoever calls it tries again by itself, and says so.
   */
  retries: 5,
} as const

export type KafkaOptions = {
  readonly brokers: readonly string[]
  readonly clientId: string
  readonly topicPrefix?: string
  readonly sasl?: SASLOptions
  readonly ssl?: boolean
  /** Other than KAFKA's. */
  readonly requestTimeoutMs?: number
  readonly retries?: number
}

const NEGATIVE_TIMEOUT = 'TimeoutNegativeWarning'
let isQuiet = false

/**
 * kafkajs 2.2.4 asks for timers that lie in the past, of which Node 24 warns on stderr, once in a
 * process. They fire at once, as they are meant to, so the warning says nothing to anybody; all
 * others are passed on.
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

/** A client whose own log is off: what matters comes back as a Fault. */
export const kafkaClient = (options: KafkaOptions): Kafka => {
  quietNegativeTimeouts()
  return new Kafka({
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

/** Runs an operation of the client; its errors come out as Fault `transport-unavailable`. */
export const overKafka = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Fault) throw error
    throw transportFault(error)
  }
}

/**
 * Creates the topics with explicit partitions, retention and size; existing ones are left alone.
 */
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
