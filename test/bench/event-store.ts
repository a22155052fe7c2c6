/**
 * How fast the event store is on the embedded PostgreSQL, with every commit on the disk. `node
 * test/bench/event-store.ts` prints appended events a second and the memory of the server.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Append, AppendContext } from '#contracts/events/append.ts'
import { ArticleId, articleStream, Instant } from '#contracts/ids.ts'
import { openEmbeddedPostgres } from '#infra/embedded/postgres.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { migrate } from '#infra/postgres/platform/migrate.ts'
import { makePool } from '#infra/postgres/platform/pool.ts'
import type { EventStore } from '#ingest/ports.ts'
import { processesIn } from '../engines/embedded-client.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const EVENT_BYTES = 2_000
const BATCH = 500
const CONTEXT: AppendContext = {
  actor: 'bench',
  time: Instant.parse('2026-01-01T00:00:00.000Z'),
  correlationId: 'bench',
  causationId: null,
}
const reason = randomBytes(EVENT_BYTES / 2).toString('hex')

const appends = (count: number): Append[] =>
  Array.from({ length: count }, () => ({
    streamId: articleStream(ArticleId.parse(randomUUID())),
    expectedVersion: 0,
    events: [{ type: 'Unpublished', data: { reason } }],
  }))

/** Events a second when `clients` append `times` times, `batch` events each. */
const measure = async (store: EventStore, clients: number, times: number, batch: number) => {
  const work = async (): Promise<void> => {
    for (let i = 0; i < times; i += 1) await store.append(appends(batch), CONTEXT)
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: clients }, work))
  const seconds = (performance.now() - start) / 1_000
  return Math.round((clients * times * batch) / seconds)
}

const memoryMb = async (folder: string): Promise<number> => {
  const kb = await Promise.all(
    (await processesIn(folder)).map(async (pid) => {
      const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
      return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0)
    }),
  )
  return Math.round(kb.reduce((sum, value) => sum + value, 0) / 1_024)
}

const report = (what: string, value: number, unit: string): void =>
  console.log(`${what.padEnd(44)} ${String(value).padStart(8)} ${unit}`)

const bench = async (dataDir: string, connectionString: string): Promise<void> => {
  await migrate(connectionString)
  report('server, idle, PSS', await memoryMb(join(dataDir, 'postgres')), 'MB')
  const pool = makePool(connectionString, {
    applicationName: 'pandect bench',
    pepper: TEST_PEPPER,
    max: 8,
  })
  const store = makeEventStore(pool)
  await measure(store, 1, 4, BATCH)
  report(
    `appends of ${BATCH} events of 2 kB, 1 client`,
    await measure(store, 1, 40, BATCH),
    'events/s',
  )
  report('appends of 1 event, 1 client', await measure(store, 1, 1_000, 1), 'events/s')
  report('appends of 1 event, 8 clients', await measure(store, 8, 250, 1), 'events/s')
  report('server, after that, PSS', await memoryMb(join(dataDir, 'postgres')), 'MB')
  await pool.close()
}

const dataDir = await mkdtemp(join(tmpdir(), 'pandect-bench-'))
const timed = async () => {
  const start = performance.now()
  const server = await openEmbeddedPostgres({ dataDir })
  return { server, ms: Math.round(performance.now() - start) }
}
const first = await timed()
report('first start (makes the data)', first.ms, 'ms')
await first.server.close()
const second = await timed()
report('start on existing data', second.ms, 'ms')
try {
  await bench(dataDir, second.server.connectionString)
} finally {
  await second.server.close()
  await rm(dataDir, { recursive: true })
}
