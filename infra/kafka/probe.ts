import { Fault } from '#contracts/fault.ts'
import { withinTime } from '#contracts/toolkit/wait.ts'
import { type Patience, sayWaiting, untilThere } from '../waiting.ts'
import { KAFKA, kafkaClient, type KafkaOptions, topicNames } from './client.ts'

/** Limits of a probe that answers or fails soon, without retries of the client. */
const PROBE = { timeoutMs: 8_000, requestTimeoutMs: 5_000, retries: 0 } as const

export type Probed = {
  readonly brokers: number
  /** Partitions of our topics; null: the topic does not exist yet. */
  readonly partitions: Readonly<Record<string, number | null>>
}

const away = ({ brokers }: KafkaOptions, cause: unknown): Fault =>
  new Fault(
    'transport-unavailable',
    `Kafka does not answer at KAFKA_BROKERS=${brokers.join(',')}`,
    {
      cause,
      retryAfterMs: 1_000,
      hint: 'start the brokers, or correct KAFKA_BROKERS (host:port, with commas between)',
    },
  )

const look = async (options: KafkaOptions): Promise<Probed> => {
  const { requestTimeoutMs, retries } = PROBE
  const admin = kafkaClient({ ...options, requestTimeoutMs, retries }).admin()
  try {
    await admin.connect()
    const { brokers } = await admin.describeCluster()
    const existing = await admin.listTopics()
    const { events, deadLetters } = topicNames(options)
    const ours = [events, deadLetters].filter((topic) => existing.includes(topic))
    const { topics } =
      ours.length === 0 ? { topics: [] } : await admin.fetchTopicMetadata({ topics: ours })
    const counts = new Map(topics.map(({ name, partitions }) => [name, partitions.length]))
    const partitions = [events, deadLetters].map((name) => [name, counts.get(name) ?? null])
    return { brokers: brokers.length, partitions: Object.fromEntries(partitions) }
  } finally {
    // Not awaited: disconnecting from an absent broker takes a while.
    void admin.disconnect().catch(() => undefined)
  }
}

/**
 * Finds the brokers that answer and the partitions of our topics. Throws Fault
 * `transport-unavailable` within eight seconds.
 */
export const probeKafka = async (options: KafkaOptions): Promise<Probed> => {
  try {
    return await withinTime(look(options), PROBE.timeoutMs, () => new Error('too slow'))
  } catch (cause) {
    throw away(options, cause)
  }
}

/**
 * Waits for the brokers and reports each retry. Throws Fault `transport-unavailable` after the time
 * limit.
 */
export const waitForKafka = async (
  who: string,
  options: KafkaOptions,
  patience: Patience,
): Promise<void> => {
  await untilThere(() => probeKafka(options), {
    ...patience,
    isAway: (error) => error instanceof Fault,
    onWaiting: (error, pauseMs) =>
      sayWaiting(who, error instanceof Fault ? error.message : '', pauseMs),
  })
}

/** The number of partitions that each of our topics is created with. */
export const wantedPartitions = (options: KafkaOptions): Readonly<Record<string, number>> => {
  const { events, deadLetters } = topicNames(options)
  return { [events]: KAFKA.partitions, [deadLetters]: KAFKA.deadLetterPartitions }
}
