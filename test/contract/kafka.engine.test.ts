/** The relay and the Kafka-fed log against a real broker and a real store. */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventLog } from '#contracts/events/append.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import { Instant, LOG_START, type Position, StreamId } from '#contracts/ids.ts'
import { makeKafkaEventLog } from '#infra/kafka/event-log.ts'
import { makeKafkaPublisher } from '#infra/kafka/publishers.ts'
import { makeOpenEvents } from '#infra/postgres/log/open-events.ts'
import { makeEventLog } from '#infra/postgres/log/event-log.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeRelay } from '#ingest/relay/relay.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { kafkaMissing, openTestKafka, type TestKafka } from '../engines/kafka.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const START_TIMEOUT_MS = 240_000
const PATIENCE_MS = 60_000
/** Time in which a reader at rest would have fetched many times. */
const SETTLED_MS = 2_000
/**
 * Together more than a client takes of one partition at once (1 MiB), each less than is read
 * from the log.
 */
const LONG_STREAM_EVENTS = 150
const LONG_REASON_CHARACTERS = 15_000
const missing = await kafkaMissing()
const onKafka = missing === null ? 'on Kafka' : `on Kafka (skipped: ${missing})`
let kafka: TestKafka
let database: TestDatabase
let pool: PostgresPool

const context = {
  actor: 'test',
  time: Instant.parse('2026-01-31T00:00:00.000Z'),
  correlationId: 'test',
  causationId: null,
}
const append = async (reasons: readonly string[]): Promise<void> => {
  const store = makeEventStore(pool)
  const appends = reasons.map((reason) => ({
    streamId: StreamId.parse(`article-${randomUUID()}`),
    expectedVersion: 0,
    events: [
      { type: 'Unpublished' as const, data: { reason } },
      { type: 'Deleted' as const, data: { reason } },
    ],
  }))
  expect(await store.append(appends, context)).toHaveProperty('lastPosition')
}

/**
 * On a busy machine Kafka may take longer than the reader's patience; a test that wants no gap
 * filled asks for more of it.
 */
const makeTransport = (prefix: string, gapPatienceMs?: number) => {
  const options = { brokers: [kafka.brokers], clientId: 'pandect-test', topicPrefix: prefix }
  const log = makeEventLog(pool)
  let checkpoint: Position = LOG_START
  const gaps: Position[] = []
  let received = 0
  const publisher = makeKafkaPublisher(options)
  const fed = makeKafkaEventLog({
    ...options,
    groupId: `${prefix}projectors`,
    open: makeOpenEvents(pool),
    onReceived: () => (received += 1),
    log,
    onGapFilled: (after) => gaps.push(after),
    ...(gapPatienceMs === undefined ? {} : { gapPatienceMs }),
  })
  const relay = makeRelay({
    log,
    publisher,
    lock: makeProjectorLock(database.connectionString),
    checkpoint: {
      read: () => Promise.resolve(checkpoint),
      advance: async (position) => {
        checkpoint = position
      },
    },
  })
  return {
    fed,
    relay,
    log,
    gaps,
    /** How many messages arrived, also again. */
    received: () => received,
    rewind: (position: Position) => (checkpoint = position),
    close: async () => {
      await fed.close()
      await publisher.close()
      await log.close()
    },
  }
}

const readThrough = async (fed: EventLog, from: Position, to: Position): Promise<StoredEvent[]> => {
  const all: StoredEvent[] = []
  const deadline = Date.now() + PATIENCE_MS
  while ((all.at(-1)?.position ?? from) < to && Date.now() < deadline) {
    const after = all.at(-1)?.position ?? from
    const some = await fed.read(after, 100)
    all.push(...some)
    if (some.length === 0) await fed.wait(after, 200, new AbortController().signal)
  }
  return all
}

describe.runIf(missing === null)(onKafka, () => {
  beforeAll(async () => {
    database = await openTestDatabase()
    pool = makePool(database.connectionString, {
      applicationName: 'pandect test',
      pepper: TEST_PEPPER,
      max: 4,
    })
    kafka = await openTestKafka()
  }, START_TIMEOUT_MS)
  afterAll(async () => {
    await pool.close()
    await database.close()
    await kafka.close()
  })

  test(
    'what is appended comes out of Kafka once, in log order, equal to the log',
    { timeout: PATIENCE_MS },
    async () => {
      const { fed, relay, log, gaps, close } = makeTransport('order.', PATIENCE_MS)
      await append(Array.from({ length: 300 }, (_, index) => `reason ${index}`))
      const head = await relay.runOnce(new AbortController().signal)
      const seen = await readThrough(fed, LOG_START, head)
      expect(seen).toEqual(await log.read(LOG_START, 10_000))
      expect(gaps).toEqual([])
      await close()
    },
  )

  test(
    'a stream of more than one fetch comes out whole, without the help of the log',
    { timeout: PATIENCE_MS },
    async () => {
      const { fed, relay, log, gaps, close } = makeTransport('long.', PATIENCE_MS)
      const reason = 'x'.repeat(LONG_REASON_CHARACTERS)
      const events = Array.from({ length: LONG_STREAM_EVENTS }, () => ({
        type: 'Unpublished' as const,
        data: { reason },
      }))
      const streamId = StreamId.parse(`article-${randomUUID()}`)
      const from = await log.head()
      const appended = await makeEventStore(pool).append(
        [{ streamId, expectedVersion: 0, events }],
        context,
      )
      expect(appended).toHaveProperty('lastPosition')
      const head = await relay.runOnce(new AbortController().signal)
      expect(await readThrough(fed, from, head)).toHaveLength(LONG_STREAM_EVENTS)
      expect(gaps).toEqual([])
      await close()
    },
  )

  test(
    'a stream that no single request to the broker can take is sent whole, in order',
    { timeout: PATIENCE_MS },
    async () => {
      const { fed, relay, log, gaps, close } = makeTransport('bulky.', PATIENCE_MS)
      const from = await log.head()
      // Random letters, since the client compresses what it sends.
      const events = Array.from({ length: LONG_STREAM_EVENTS }, () => ({
        type: 'Unpublished' as const,
        data: { reason: randomBytes(LONG_REASON_CHARACTERS).toString('base64') },
      }))
      const streamId = StreamId.parse(`article-${randomUUID()}`)
      const appended = await makeEventStore(pool).append(
        [{ streamId, expectedVersion: 0, events }],
        context,
      )
      expect(appended).toHaveProperty('lastPosition')
      const head = await relay.runOnce(new AbortController().signal)
      expect(await readThrough(fed, from, head)).toEqual(await log.read(from, 10_000))
      expect(gaps).toEqual([])
      await close()
    },
  )

  test('a batch that is sent twice is seen once', { timeout: PATIENCE_MS }, async () => {
    const { fed, relay, log, rewind, close } = makeTransport('twice.')
    const signal = new AbortController().signal
    await append(['a', 'b', 'c'])
    await relay.runOnce(signal)
    rewind(LOG_START)
    const head = await relay.runOnce(signal)
    expect(await readThrough(fed, LOG_START, head)).toEqual(await log.read(LOG_START, 10_000))
    await close()
  })

  test(
    'a message that is not read on yet is not taken from the broker again and again',
    { timeout: PATIENCE_MS },
    async () => {
      const { fed, relay, received, close } = makeTransport('once.', PATIENCE_MS)
      await append([`long ${'é'.repeat(900_000)}`])
      const head = await relay.runOnce(new AbortController().signal)
      await readThrough(fed, LOG_START, head)
      const byThen = received()
      expect(byThen).toBeGreaterThan(0)
      await sleep(SETTLED_MS)
      expect(received()).toBe(byThen)
      await close()
    },
  )

  test(
    'an event larger than a message is read from the log',
    { timeout: PATIENCE_MS },
    async () => {
      const { fed, relay, log, close } = makeTransport('large.')
      await append([`long ${'é'.repeat(900_000)}`])
      const head = await relay.runOnce(new AbortController().signal)
      expect(await readThrough(fed, LOG_START, head)).toEqual(await log.read(LOG_START, 10_000))
      await close()
    },
  )

  test(
    'a broker that dies and comes back loses nothing',
    { timeout: START_TIMEOUT_MS },
    async () => {
      const { fed, relay, log, close } = makeTransport('killed.')
      const stop = new AbortController()
      const following = relay.follow(stop.signal)
      await append(['before'])
      await sleep(1_500)
      await kafka.kill()
      await append(['while it is down'])
      await kafka.restart()
      await append(['after'])
      const head = await log.head()
      expect(await readThrough(fed, LOG_START, head)).toEqual(await log.read(LOG_START, 10_000))
      stop.abort()
      await following
      await close()
    },
  )
})
