/**
 * How fast facts travel, over the embedded database and over Kafka. `node
 * test/bench/engines.bench.ts [texts]` prints appended, relayed and projected events a second, and
 * the time from a commit to when a search knows it, both ways.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOG_START, type Position } from '#contracts/ids.ts'
import { openEmbeddedPostgres } from '#infra/embedded/postgres.ts'
import { openEmbeddedSearchIndex } from '#infra/embedded/search/search-index.ts'
import { makeSearchWriter } from '#infra/embedded/search/rows.ts'
import { makeKafkaEventLog } from '#infra/kafka/event-log.ts'
import { makeKafkaPublisher } from '#infra/kafka/publishers.ts'
import { makeOpenEvents } from '#infra/postgres/log/open-events.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeEventLog } from '#infra/postgres/log/event-log.ts'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import { migrate } from '#infra/postgres/platform/migrate.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { readModelsOn } from '#infra/processes/wiring/read-models.ts'
import { makeRelayCheckpoint } from '#infra/postgres/log/relay-checkpoint.ts'
import { makeRelay } from '#ingest/relay/relay.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
import type { SearchIndex } from '#query-api/ports.ts'
import { openTestKafka } from '../engines/kafka.ts'
import { namesOf, recordTexts } from '../replay/world.ts'
import { quantile, round } from './figures.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const TEXTS = Number(process.argv[2] ?? 3_000)
const SAMPLES = 200
const TEXTS_PER_APPEND = 100
const PAUSE_MS = 25
const WAIT_MS = 30_000
const MS_PER_SECOND = 1_000

const report = (what: string, figure: string): void => console.log(`${what.padEnd(52)} ${figure}`)

const timed = async <T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> => {
  const start = performance.now()
  const value = await work()
  return { value, seconds: (performance.now() - start) / MS_PER_SECOND }
}

const projectorOver = (
  pool: PostgresPool,
  log: Parameters<typeof makeProjector>[0]['log'],
  connectionString: string,
) =>
  makeProjector({
    log,
    blobs: makeBlobs(pool),
    models: readModelsOn(pool, makeSearchWriter(pool)),
    lock: makeProjectorLock(connectionString),
  })

/**
 * Milliseconds from the answer of an append to when the index knows it, one append after the other.
 */
const latencies = async (pool: PostgresPool, index: SearchIndex, prefix: string) => {
  const samples: number[] = []
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const position = await recordTexts(pool, [`${prefix}-${sample}`])
    const committed = performance.now()
    await index.waitFor(position, WAIT_MS)
    samples.push(performance.now() - committed)
    await sleep(PAUSE_MS)
  }
  const sorted = samples.toSorted((a, b) => a - b)
  return `p50 ${round(quantile(sorted, 0.5), 1)} ms, p99 ${round(quantile(sorted, 0.99), 1)} ms`
}

/** While a loop follows. */
const whileFollowing = async <T>(
  loops: readonly ((signal: AbortSignal) => Promise<void>)[],
  work: () => Promise<T>,
): Promise<T> => {
  const stop = new AbortController()
  const running = loops.map((loop) => loop(stop.signal))
  try {
    return await work()
  } finally {
    stop.abort()
    await Promise.all(running)
  }
}

const bench = async (connectionString: string): Promise<void> => {
  await migrate(connectionString)
  const pool = makePool(connectionString, {
    applicationName: 'pandect bench',
    pepper: TEST_PEPPER,
    max: 8,
  })
  const log = makeEventLog(pool)
  const kafka = await openTestKafka()
  const options = { brokers: [kafka.brokers], clientId: 'pandect-bench' }
  const publisher = makeKafkaPublisher(options)
  const relay = makeRelay({
    log,
    publisher,
    checkpoint: makeRelayCheckpoint(pool),
    lock: makeProjectorLock(connectionString),
  })
  const signal = new AbortController().signal
  try {
    const names = namesOf(TEXTS)
    const appended = await timed(async () => {
      let position: Position = LOG_START
      for (let from = 0; from < names.length; from += TEXTS_PER_APPEND)
        position = await recordTexts(pool, names.slice(from, from + TEXTS_PER_APPEND))
      return position
    })
    const events = appended.value
    report('append, with blobs and vectors', `${Math.round(events / appended.seconds)} events/s`)
    const relayed = await timed(() => relay.runOnce(signal))
    report('relay to Kafka', `${Math.round(events / relayed.seconds)} events/s`)
    const projector = projectorOver(pool, log, connectionString)
    const projected = await timed(() => projector.runOnce(1))
    report('project, from the log', `${Math.round(events / projected.seconds)} entries/s`)

    const embeddedIndex = await openEmbeddedSearchIndex({
      pepper: TEST_PEPPER,
      connectionString,
      model: 'bench',
      onFault: () => undefined,
    })
    const embedded = await whileFollowing([(stop) => projector.follow(stop)], () =>
      latencies(pool, embeddedIndex, 'embedded'),
    )
    report(`commit to searchable, in process, ${SAMPLES} appends`, embedded)

    await relay.runOnce(signal)
    const fed = makeKafkaEventLog({ ...options, groupId: 'bench', open: makeOpenEvents(pool), log })
    const overKafka = projectorOver(pool, fed, connectionString)
    const real = await whileFollowing(
      [(stop) => relay.follow(stop), (stop) => overKafka.follow(stop)],
      async () => {
        await embeddedIndex.waitFor(await recordTexts(pool, ['warm']), WAIT_MS)
        await sleep(5_000)
        return latencies(pool, embeddedIndex, 'kafka')
      },
    )
    report(`commit to searchable, relay and Kafka, ${SAMPLES} appends`, real)
    await fed.close()
    await embeddedIndex.close()
  } finally {
    await publisher.close()
    await log.close()
    await pool.close()
    await kafka.close()
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'pandect-bench-'))
const server = await openEmbeddedPostgres({ dataDir })
try {
  await bench(server.connectionString)
} finally {
  await server.close()
  await rm(dataDir, { recursive: true })
}
