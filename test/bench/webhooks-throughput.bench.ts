/**
 * How many messages a second one notifier queues and delivers to receivers that answer at once:
 *
 * node test/bench/webhooks-throughput.bench.ts [endpoints] [changes]
 *
 * Notifier and receiver are in this process, on an embedded PostgreSQL; so the figure is what the
 * notifier does in at most one core, less what the receiver takes of it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { makePool } from '#infra/postgres/platform/pool.ts'
import { makeQueue } from '#infra/postgres/webhooks/queue.ts'
import type { Queue } from '#query-api/webhooks/ports.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import {
  changeAt,
  makeAccount,
  makeChanges,
  PEPPER,
  registerAt,
  startNotifier,
} from '../webhooks/world.ts'

const [endpoints = 20, changes = 1_000] = process.argv.slice(2).map(Number)
const PER_ACCOUNT = 20
const TEXTS = 200
const POLL_MS = 10

const database = await openTestDatabase()
const pool = makePool(database.connectionString, {
  applicationName: 'pandect bench',
  pepper: PEPPER,
  max: 6,
})
await pool.query('update webhook_checkpoint set position = 0')
const receiver = await startReceiver()
let accountId = ''
for (let endpoint = 0; endpoint < endpoints; endpoint += 1) {
  if (endpoint % PER_ACCOUNT === 0) accountId = await makeAccount(pool)
  await registerAt(pool, accountId, { url: `${receiver.url}/${endpoint}` })
}
/** Milliseconds and calls of each step of the store; steps run beside each other. */
const spent: Record<string, { calls: number; ms: number }> = {}
const timed = <Given extends unknown[], Got>(name: string, step: (...given: Given) => Got) => {
  const sum = { calls: 0, ms: 0 }
  spent[name] = sum
  return async (...given: Given): Promise<Awaited<Got>> => {
    const began = performance.now()
    try {
      return await step(...given)
    } finally {
      sum.calls += 1
      sum.ms = Math.round(sum.ms + performance.now() - began)
    }
  }
}
const queue = makeQueue(pool)
const watched: Queue = {
  ...queue,
  follow: timed('follow', queue.follow.bind(queue)),
  dueEndpoints: timed('dueEndpoints', queue.dueEndpoints.bind(queue)),
  due: timed('due', queue.due.bind(queue)),
  record: timed('record', queue.record.bind(queue)),
}
const list = makeChanges()
list.add(...Array.from({ length: changes }, (_, at) => changeAt(at + 1, TEXTS)))
const wanted = endpoints * changes

const began = performance.now()
const cpu = process.cpuUsage()
const notifier = startNotifier(pool, list.reader, { queue: watched })
while (Number(await queue.checkpoint()) < changes) await sleep(POLL_MS)
const queuedMs = performance.now() - began
while (receiver.received.length < wanted) await sleep(POLL_MS)
while ((await queue.backlog()).pending > 0) await sleep(POLL_MS)
const tookMs = performance.now() - began
const used = process.cpuUsage(cpu)
console.log(
  JSON.stringify({
    endpoints,
    changes,
    messages: wanted,
    queuedMs: Math.round(queuedMs),
    tookMs: Math.round(tookMs),
    perSecond: Math.round((wanted / tookMs) * 1_000),
    cpuMs: Math.round((used.user + used.system) / 1_000),
    connections: receiver.connections(),
    spent,
  }),
)
await notifier.stop()
await receiver.close()
await pool.close()
await database.close()
