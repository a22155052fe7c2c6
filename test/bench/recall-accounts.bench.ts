/**
 * What a changed text costs where many accounts keep receipts: fingerprints of each change are made
 * under the key of each account.
 *
 * node test/bench/recall-accounts.bench.ts [accounts] [changes]
 *
 * First 10 accounts, then all of them, in the same run; changes one by one, then all at once.
 */
import { makeKeepReceipt } from '#infra/postgres/recall/keep.ts'
import {
  begin,
  citationOf,
  contentCiting,
  openRecallWorld,
  recallAdminOn,
  recallFollowerOn,
  tellAll,
} from '../recall/world.ts'
import { makeAccount, ownerOf } from '../webhooks/world.ts'
import { figuresOf } from './figures.ts'

const [accounts = 1_000, changes = 100] = process.argv.slice(2).map(Number)
const FIRST = 10

const world = await openRecallWorld()
const { pool } = world
const texts = 4 * changes
for (let number = 0; number < texts; number += 1) await world.publish(number)
const position = await world.reach()
const follower = recallFollowerOn(pool)
await begin(follower)
const keep = makeKeepReceipt(pool, (fault) => {
  throw fault
})
let known = 0
const keepUpTo = async (upTo: number): Promise<void> => {
  for (; known < upTo; known += 1) {
    const accountId = await makeAccount(pool)
    await recallAdminOn(pool).setKeeping(ownerOf(accountId), true)
    const cited = [known, known * 7 + 3, known * 13 + 5].map((one) => citationOf(one % texts))
    await keep(accountId, contentCiting(known, position, cited))
  }
  await tellAll(follower)
}

type Taken = { readonly all: number; readonly busy: number; readonly told: number }
const follow = async (count: number): Promise<Taken> => {
  const busy = process.cpuUsage()
  const began = performance.now()
  const told = await tellAll(follower)
  const { user, system } = process.cpuUsage(busy)
  return {
    all: (performance.now() - began) / count,
    busy: (user + system) / 1_000 / count,
    told,
  }
}
let next = 0
for (const size of [FIRST, accounts]) {
  await keepUpTo(size)
  const singles: Taken[] = []
  for (let change = 0; change < changes; change += 1, next += 1) {
    await world.overrule(next)
    await world.reach()
    singles.push(await follow(1))
  }
  for (let change = 0; change < changes; change += 1, next += 1) await world.overrule(next)
  await world.reach()
  const many = await follow(changes)
  const of = (member: 'all' | 'busy'): string => {
    const { p50, p95 } = figuresOf(singles.map((one) => one[member]))
    return `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`
  }
  const told = singles.reduce((sum, one) => sum + one.told, 0)
  process.stdout.write(
    `${size} accounts, ${changes} changes one by one: ${of('all')} a text, processor ${of('busy')}, told ${told}\n` +
      `  ${changes} changes at once: ${many.all.toFixed(1)} ms a text, processor ${many.busy.toFixed(1)} ms, told ${many.told}\n`,
  )
}
await world.close()
