import type { EachBatchPayload } from 'kafkajs'
import type { EventLog, LogEntry, OpenEvents } from '#contracts/events/append.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import { Fault } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import type { SealedEvent } from '#contracts/sealing/sealed-event.ts'
import { ensureTopics, kafkaClient, type KafkaOptions, topicNames } from './client.ts'
import { makeCurrentConsumer } from './current-consumer.ts'
import { decodeEvent, type ReceivedEvent } from './message.ts'
import { probeKafka } from './probe.ts'
import { makeReorder } from './reorder.ts'

/** Limits of the consumer. */
const FOLLOW = {
  sessionTimeoutMs: 10_000,
  heartbeatMs: 2_000,
  /** A position missing for this long is read from the log itself. */
  gapPatienceMs: 1_500,
  pollMs: 50,
} as const

export type KafkaEventLogOptions = KafkaOptions & {
  readonly groupId: string
  /** Opens what is sealed, with the keys as they are when it is read. */
  readonly open: OpenEvents
  /** The log itself: knows the head, fills the gaps of the topic, and has what is too large. */
  readonly log: EventLog
  /** Called with each message that arrives, also again. */
  readonly onReceived?: () => void
  readonly onGapFilled?: (after: Position) => void
  /** How long to wait for a missing position, milliseconds; default: `FOLLOW.gapPatienceMs`. */
  readonly gapPatienceMs?: number
  /** Called each time the brokers fail and the log is read instead. */
  readonly onAway?: (fault: unknown) => void
}

/** Skips an unreadable message: its gap is read from the log, which reports the error. */
const decodeOrSkip = (text: string): ReceivedEvent | null => {
  try {
    return decodeEvent(text)
  } catch {
    return null
  }
}

const isWhole = (event: ReceivedEvent): event is SealedEvent => 'sealed' in event

type Seen = { readonly partition: number; readonly offset: bigint }

/**
 * Reads the log through Kafka. Positions are dense, so events of all partitions are put back into
 * log order and returned without a gap: a reader at position p has seen everything up to p, as when
 * it reads the log itself. `read(after)` means that everything up to `after` is done, and only then
 * are offsets committed. So the reader's own checkpoint moves first, and a message that is
 * delivered again is dropped by its position.
 */
export const makeKafkaEventLog = (
  options: KafkaEventLogOptions,
): EventLog & { close(): Promise<void> } => {
  const kafka = kafkaClient(options)
  const { events: topic } = topicNames(options)
  const { gapPatienceMs = FOLLOW.gapPatienceMs } = options
  const reorder = makeReorder<ReceivedEvent>()
  const offsets = new Map<Position, Seen>()
  /** Of a clock that nobody sets. */
  let waitingSince: number | null = null

  const onBatch = async (payload: EachBatchPayload): Promise<void> => {
    for (const message of payload.batch.messages) {
      options.onReceived?.()
      const event = decodeOrSkip(message.value?.toString('utf8') ?? '')
      if (event === null) {
        payload.resolveOffset(message.offset)
        continue
      }
      while (reorder.isFull(event.position) && payload.isRunning()) {
        await reorder.roomWithin(FOLLOW.heartbeatMs)
        await payload.heartbeat()
      }
      if (!payload.isRunning()) return
      if (reorder.add(event.position, event)) {
        offsets.set(event.position, {
          partition: payload.batch.partition,
          offset: BigInt(message.offset),
        })
      }
      // Otherwise the client would fetch the same messages until their offsets are committed.
      payload.resolveOffset(message.offset)
      await payload.heartbeat()
    }
  }

  const consumers = makeCurrentConsumer({
    make: async () => {
      // The client itself would retry for a long time before it reports absent brokers.
      await probeKafka(options)
      await ensureTopics(kafka, options)
      return kafka.consumer({
        groupId: options.groupId,
        sessionTimeout: FOLLOW.sessionTimeoutMs,
        heartbeatInterval: FOLLOW.heartbeatMs,
        allowAutoTopicCreation: false,
      })
    },
    start: async (one) => {
      await one.connect()
      await one.subscribe({ topics: [topic], fromBeginning: true })
      await one.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: onBatch })
    },
    ...(options.onAway === undefined ? {} : { onAway: options.onAway }),
  })

  const commitThrough = async (after: Position): Promise<void> => {
    const next = new Map<number, bigint>()
    for (const [position, { partition, offset }] of offsets) {
      if (position > after) continue
      offsets.delete(position)
      const past = offset + 1n
      if (past > (next.get(partition) ?? 0n)) next.set(partition, past)
    }
    const consumer = await consumers.get()
    if (next.size === 0 || consumer === null) return
    const commits = [...next].map(([partition, offset]) => ({
      topic,
      partition,
      offset: String(offset),
    }))
    // After a lost commit some messages come again; absent brokers must not block the reader.
    void consumer.commitOffsets(commits).catch(() => undefined)
  }

  /**
   * Reads events that the topic lacks although later ones or the log's head show that they exist.
   */
  const fillGap = async <Entry extends LogEntry>(
    after: Position,
    readLog: () => Promise<Entry[]>,
  ): Promise<Entry[]> => {
    const behind = reorder.hasBeyond(after) || (await options.log.head()) > after
    if (!behind) {
      waitingSince = null
      return []
    }
    waitingSince ??= performance.now()
    if (performance.now() - waitingSince < gapPatienceMs) return []
    waitingSince = null
    options.onGapFilled?.(after)
    return readLog()
  }

  /** The events that arrived; null: the log has to be read, for one is too large or not known. */
  const takeReady = async (after: Position, limit: number): Promise<StoredEvent[] | null> => {
    await consumers.openUnlessAway()
    await commitThrough(after)
    const ready = reorder.takeAfter(after, limit)
    if (ready.length > 0) waitingSince = null
    if (!ready.every(isWhole)) return null
    try {
      return await options.open(ready)
    } catch (error) {
      if (error instanceof Fault) throw error
      return null
    }
  }
  const readBoth = async <Entry extends LogEntry>(
    after: Position,
    limit: number,
    readLog: () => Promise<Entry[]>,
  ): Promise<(Entry | StoredEvent)[]> => {
    const ready = await takeReady(after, limit)
    if (ready === null) return readLog()
    return ready.length > 0 ? ready : fillGap(after, readLog)
  }
  const { log } = options
  return {
    read: (after, limit) => readBoth(after, limit, () => log.read(after, limit)),
    readEntries: (after, limit) => readBoth(after, limit, () => log.readEntries(after, limit)),
    readStream: (streamId, afterVersion, limit) => log.readStream(streamId, afterVersion, limit),
    head: () => options.log.head(),
    wait: async (after, timeoutMs, signal) => {
      const deadline = performance.now() + timeoutMs
      while (!signal.aborted && performance.now() < deadline && !reorder.has(after + 1)) {
        await reorder.arrivalWithin(FOLLOW.pollMs)
        if (waitingSince !== null && performance.now() - waitingSince >= gapPatienceMs) return
      }
    },
    close: () => consumers.close(),
  }
}
