/**
 * From the commit of the last of 30 overrulings, withdrawals and amendments to the last message
 * about receipts that cite these texts:
 *
 * node test/bench/recall.bench.ts [receipts] [accounts]
 *
 * The projector, the notifier and the receiver are in this process, on an embedded PostgreSQL.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { RecallNotice } from '#contracts/http/recall.ts'
import { makeKeepReceipt } from '#infra/postgres/recall/keep.ts'
import {
  begin,
  citationOf,
  contentCiting,
  openRecallWorld,
  recallAdminOn,
  recallFollowerOn,
  slugOf,
  tellAll,
} from '../recall/world.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { makeAccount, makeChanges, ownerOf, registerAt, startNotifier } from '../webhooks/world.ts'
import { quantile } from './figures.ts'

const [receipts = 1_000, accounts = 10] = process.argv.slice(2).map(Number)
const TEXTS = 120
const TOUCHED = 30
const POLL_MS = 5
const WAIT_MS_MAX = 60_000

const world = await openRecallWorld()
const { pool } = world
for (let number = 0; number < TEXTS; number += 1) await world.publish(number)
const position = await world.reach()
const follower = recallFollowerOn(pool)
await begin(follower)
const arrived: number[] = []
const receiver = await startReceiver((response, { atMs }) => {
  response.writeHead(204).end()
  arrived.push(atMs)
})
const owners: string[] = []
for (let number = 0; number < accounts; number += 1) {
  const accountId = await makeAccount(pool)
  owners.push(accountId)
  await recallAdminOn(pool).setKeeping(ownerOf(accountId), true)
  const url = `${receiver.url}/${number}`
  await registerAt(pool, accountId, { url, types: ['receipt.recalled'] })
}
const keep = makeKeepReceipt(pool, (fault) => {
  throw fault
})
const citedAt = (index: number) =>
  [index, index + 5, index * 7 + 3].map((number) => citationOf(number % TEXTS))
const keeping: number[] = []
for (let index = 0; index < receipts; index += 1) {
  const began = performance.now()
  const owner = owners[index % accounts] ?? ''
  await keep(owner, contentCiting(index, position, citedAt(index)))
  keeping.push(performance.now() - began)
}
keeping.sort((one, other) => one - other)
const filing = performance.now()
await tellAll(follower)
const filed = performance.now() - filing

const notifier = startNotifier(pool, makeChanges().reader, {
  pepper: TEST_PEPPER,
  recalls: follower,
})
for (let number = 0; number < TOUCHED; number += 1)
  if (number % 3 === 0) await world.overrule(number)
  else if (number % 3 === 1) await world.publish(number, 2)
  else
    await world.appendTo(number, {
      type: 'Withdrawn',
      data: { cause: 'a fault of the scan', replacement: slugOf(100) },
    })
const committed = Date.now()
await world.reach()
const projected = Date.now()
const isTouched = (index: number): boolean =>
  [index, index + 5, index * 7 + 3].some((number) => number % TEXTS < TOUCHED)
const wanted = Array.from({ length: receipts }, (_, index) => index).filter(isTouched).length
const toldNow = () =>
  new Set(
    receiver.received.map(
      ({ body }) => (JSON.parse(body) as { data: RecallNotice }).data.receiptId,
    ),
  ).size
for (let waited = 0; toldNow() < wanted && waited < WAIT_MS_MAX; waited += POLL_MS)
  await sleep(POLL_MS)
const last = Math.max(...arrived) - committed
process.stdout.write(
  `${receipts} receipts of ${accounts} accounts; keeping one: p50 ${quantile(keeping, 0.5).toFixed(1)} ms, p99 ${quantile(keeping, 0.99).toFixed(1)} ms; filing all: ${Math.round(filed)} ms\n` +
    `${TOUCHED} changes touched ${wanted} receipts, ${toldNow()} were told by ${arrived.length} messages; projected after ${projected - committed} ms; from commit to message: first ${Math.min(...arrived) - committed} ms, last ${last} ms\n`,
)
await notifier.stop()
await receiver.close()
await world.close()
