/**
 * Receipts that an account keeps, while some of the texts that they cite are overruled, withdrawn
 * or amended. `RECALL_RECEIPTS=1000` runs the whole size.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import type { RecallNotice } from '#contracts/http/recall.ts'
import { makeTextHistories } from '#infra/postgres/read-models/text-histories.ts'
import { makeKeepReceipt } from '#infra/postgres/recall/keep.ts'
import { makeQueue } from '#infra/postgres/webhooks/queue.ts'
import { checkReceipt } from '#query-api/receipts/check.ts'
import { makeReceiptSigner } from '#contracts/receipts/signing.ts'
import { deleted, unpublished, version } from '../contract/read-models.fixtures.ts'
import { makeAccount, ownerOf, registerAt } from '../webhooks/world.ts'
import {
  begin,
  checkedOf,
  citationOf,
  contentCiting,
  openRecallWorld,
  recallAdminOn,
  recallFollowerOn,
  type RecallWorld,
  slugOf,
  tablesWith,
  tellAll,
} from './world.ts'

const RECEIPTS = Number(process.env['RECALL_RECEIPTS'] ?? 150)
const TEXTS = 60
/** Of a thousand citations. */
const RECEIPTS_PER_CHECK = 333
const TIMEOUT_MS = 240_000

let world: RecallWorld
let accountId: string
const faults: unknown[] = []
const keeping = () => makeKeepReceipt(world.pool, (fault) => faults.push(fault))
beforeAll(async () => {
  world = await openRecallWorld()
  for (let number = 0; number < TEXTS; number += 1) await world.publish(number)
  accountId = await makeAccount(world.pool)
}, TIMEOUT_MS)
afterAll(async () => {
  await world.close()
  expect(faults).toEqual([])
})

/** Numbers and headnotes of the texts that a receipt cites. */
const namedAt = (index: number): [number, number | null][] => [
  [index % TEXTS, null],
  [(index + 5) % TEXTS, 1],
  [(index * 7 + 3) % TEXTS, 1 + (index % 2)],
]
const citedAt = (index: number) => namedAt(index).map((named) => citationOf(...named))
const usageOf = (index: number): string => contentCiting(index, '0', []).usageId

/** The receipts of which something is no longer what it was, by the check that stores nothing. */
const touchedBy = async (position: string): Promise<string[]> => {
  const indices = Array.from({ length: RECEIPTS }, (_, index) => index)
  const touched: string[] = []
  for (let from = 0; from < RECEIPTS; from += RECEIPTS_PER_CHECK) {
    const page = indices.slice(from, from + RECEIPTS_PER_CHECK)
    const citations = page.flatMap((index) =>
      namedAt(index).map(([number, sequence]) => checkedOf(number, position, sequence)),
    )
    const { publicKey } = makeReceiptSigner('a pepper', 'live')
    const asked = { citations, receipts: [] }
    const { outcomes } = await checkReceipt(makeTextHistories(world.pool), publicKey, asked)
    for (const [at, index] of page.entries())
      if (outcomes.slice(at * 3, at * 3 + 3).some(({ state }) => state !== 'current'))
        touched.push(usageOf(index))
  }
  return touched
}

const recallsOf = async (account: string): Promise<RecallNotice[]> => {
  const all: RecallNotice[] = []
  for (let before: number | null = null; ;) {
    const { recalls, next } = await recallAdminOn(world.pool).recalls(account, {
      limit: 100,
      before,
    })
    all.push(...recalls)
    if (next === null) return all
    before = Number(next)
  }
}

test(
  'exactly the touched receipts are told, once each for each change, and a replay tells nothing',
  async () => {
    const { pool } = world
    const position = await world.reach()
    const follower = recallFollowerOn(pool)
    await begin(follower)
    const slugs = Array.from({ length: TEXTS }, (_, number) => slugOf(number))
    const before = await tablesWith(pool, slugs)

    const contents = Array.from({ length: RECEIPTS }, (_, index) =>
      contentCiting(index, position, citedAt(index)),
    )
    const keep = keeping()
    await keep(accountId, contents[0] ?? expect.fail('none'))
    const admin = recallAdminOn(pool)
    expect(await admin.keeping(accountId)).toMatchObject({ kept: false, receipts: 0 })
    expect(await tablesWith(pool, slugs)).toEqual(before)

    await admin.setKeeping(ownerOf(accountId), true)
    const { endpoint } = await registerAt(pool, accountId, {
      url: 'http://127.0.0.1:9/',
      types: ['receipt.recalled'],
    })
    const keepNow = keeping()
    const half = Math.floor(RECEIPTS / 2)
    for (const content of contents.slice(0, half)) await keepNow(accountId, content)
    expect(await tellAll(follower)).toBe(0)

    for (let number = 0; number < 10; number += 1) await world.overrule(number)
    for (let number = 10; number < 20; number += 1)
      await world.appendTo(number, {
        type: 'Withdrawn',
        data: { cause: 'a fault of the scan', replacement: slugOf(50) },
      })
    for (let number = 20; number < 28; number += 1) await world.publish(number, 2)
    await world.appendTo(28, unpublished)
    await world.appendTo(29, deleted)
    await world.reach()
    const first = await tellAll(follower)
    expect(first).toBeGreaterThan(0)
    // An answer that was under way: it is kept once the follower knows all that came after it.
    for (const content of contents.slice(half)) await keepNow(accountId, content)
    await tellAll(follower)

    const told = await recallsOf(accountId)
    const wanted = await touchedBy(position)
    expect(new Set(told.map(({ usageId }) => usageId))).toEqual(new Set(wanted))
    expect([wanted.length > 0, wanted.length < RECEIPTS]).toEqual([true, true])
    const once = told.map(({ receiptId, changeId }) => `${receiptId} ${changeId}`)
    expect(new Set(once).size).toBe(once.length)
    expect(told.find(({ state }) => state === 'flag_changed')?.headnote).toMatchObject({
      before: 'gray',
      after: 'red',
      derivation: { rule: '1' },
    })
    expect(told.find(({ state }) => state === 'withdrawn')?.replacement).toBe(slugOf(50))

    // What was asked lies in clear nowhere, but for what the corpus itself says of its texts.
    const after = await tablesWith(pool, slugs)
    const grown = Object.keys(after).filter((name) => (after[name] ?? 0) > (before[name] ?? 0))
    const OF_CORPUS = ['articles', 'changes', 'events', 'search_rows', 'search_texts', 'text_facts']
    expect(grown.filter((name) => !OF_CORPUS.includes(name.replace(/^.*\./, '')))).toEqual([])

    const queue = makeQueue(pool)
    const due = (await queue.due([{ endpointId: endpoint.id, limit: 10_000 }])).get(endpoint.id)
    const bodies = (due ?? []).map(({ body }) => JSON.parse(body) as { data: RecallNotice })
    expect(bodies.length).toBeGreaterThan(0)
    expect(told).toEqual(
      expect.arrayContaining(bodies.map(({ data }) => expect.objectContaining(data))),
    )
    const { rows } = await pool.query<{ messages: string }>(
      'select count(*) as messages from webhook_messages',
    )
    expect(Number(rows[0]?.messages)).toBe(told.length)

    await world.models.generations.open(2, { embeddingModel: null })
    await world.reach(2)
    await world.models.generations.swap(1, 2, async () => undefined)
    expect(await tellAll(recallFollowerOn(pool))).toBe(0)
    expect(await recallsOf(accountId)).toHaveLength(told.length)
  },
  TIMEOUT_MS,
)

test('a wording is replaced once, and further versions are no news', async () => {
  const { pool } = world
  const owner = await makeAccount(pool)
  const admin = recallAdminOn(pool)
  await admin.setKeeping(ownerOf(owner), true)
  const follower = recallFollowerOn(pool)
  const position = await world.reach()
  const cited = [citationOf(20), citationOf(20, null, 2), citationOf(40)]
  await keeping()(owner, contentCiting(9_000, position, cited))
  await tellAll(follower)
  for (const round of [3, 4]) {
    await world.publish(20, round)
    await world.reach()
    await tellAll(follower)
  }
  const told = await recallsOf(owner)
  expect(told.map(({ state, citations }) => [state, citations])).toEqual([
    ['superseded', [{ slug: slugOf(20), version: '2.0.0', headnoteSequence: null }]],
  ])
})

test('deleting receipts destroys their key and all that was told of them', async () => {
  const { pool } = world
  const admin = recallAdminOn(pool)
  const owner = ownerOf(accountId)
  const { receipts } = await admin.receipts(accountId, { limit: 100, before: null })
  const [one] = receipts.filter(({ recalls }) => recalls > 0)
  const id = one?.id ?? expect.fail('none was recalled')
  const other = await makeAccount(pool)
  for (const wrong of [id, 'x', '00000000-0000-4000-8000-000000000000']) {
    expect(await admin.removeReceipt(ownerOf(other), wrong)).toMatchObject({
      refused: 'receipt-unknown',
    })
    expect(await admin.receipt(other, wrong)).toMatchObject({ refused: 'receipt-unknown' })
  }
  expect(await admin.removeReceipt(owner, id)).toEqual({ id })
  expect(await admin.receipt(accountId, id)).toMatchObject({ refused: 'receipt-unknown' })
  expect((await recallsOf(accountId)).filter(({ receiptId }) => receiptId === id)).toEqual([])

  const keys = async () =>
    (
      await pool.query<{ key: string }>(
        `select encode(wrapped_key, 'hex') as key from recall_keys where account_id = $1`,
        [accountId],
      )
    ).rows.map(({ key }) => key)
  const [before] = await keys()
  await admin.removeReceipts(owner)
  const after = await keys()
  expect([after.length, after.includes(before ?? '')]).toEqual([1, false])
  expect(await admin.keeping(accountId)).toMatchObject({ kept: true, receipts: 0 })
  expect(await recallsOf(accountId)).toEqual([])
  const { rows } = await pool.query(
    `select from webhook_events where type = 'receipt.recalled' and account_id = $1`,
    [accountId],
  )
  expect(rows).toEqual([])
  await admin.setKeeping(owner, false)
  await keeping()(accountId, contentCiting(9_100, await world.reach(), [citationOf(40)]))
  expect(await admin.keeping(accountId)).toMatchObject({ kept: false, receipts: 0 })
})

test('a watch is told by its handle, and keeps fingerprints alone', async () => {
  const { pool } = world
  const owner = await makeAccount(pool)
  const admin = recallAdminOn(pool)
  const follower = recallFollowerOn(pool)
  const position = await world.reach()
  const slugs = [slugOf(41), slugOf(42)]
  const before = await tablesWith(pool, slugs)
  const watch = (handle: string, number: number) =>
    admin.startWatch(owner, handle, { citation: checkedOf(number, position) })
  for (const [handle, number] of [
    ['dossier-41', 41],
    ['dossier-42', 42],
    ['replaced', 41],
    ['replaced', 42],
  ] as const) {
    const started = await watch(handle, number)
    if (isRefusal(started)) expect.fail(started.refused)
    expect(started).toMatchObject({ handle, recalls: 0, outcome: { state: 'current' } })
  }
  expect(await watch('dossier-10', 10)).toMatchObject({ outcome: { state: 'unpublished' } })
  expect(
    await admin.startWatch(owner, 'unknown', {
      citation: { ...checkedOf(41, position), version: version('9.0.0') },
    }),
  ).toMatchObject({ refused: 'watch-citation-unknown' })
  expect(await tablesWith(pool, slugs)).toEqual(before)

  await world.overrule(41)
  await world.reach()
  expect(await tellAll(follower)).toBe(1)
  expect(await recallsOf(owner)).toMatchObject([
    {
      handle: 'dossier-41',
      receiptId: null,
      usageId: null,
      citations: [],
      state: 'flag_changed',
      headnote: { sequence: 1, after: 'red' },
    },
  ])
  expect(await admin.watches(owner, { limit: 2, after: null })).toMatchObject({
    watches: [{ handle: 'dossier-10' }, { handle: 'dossier-41', recalls: 1 }],
    next: 'dossier-41',
  })
  expect(await admin.removeWatch(owner, 'dossier-41')).toEqual({ handle: 'dossier-41' })
  expect(await admin.watch(owner, 'dossier-41')).toMatchObject({ refused: 'watch-unknown' })
  expect(await recallsOf(owner)).toEqual([])
  await admin.removeWatches(ownerOf(owner))
  expect((await admin.watches(owner, { limit: 10, after: null })).watches).toEqual([])
})

test('an account has so many watches, and none while it does not pay', async () => {
  const { pool } = world
  const owner = await makeAccount(pool)
  const admin = recallAdminOn(pool)
  const position = await world.reach()
  const watch = (handle: string) =>
    admin.startWatch(owner, handle, { citation: checkedOf(43, position) })
  await watch('first')
  await pool.query(
    `insert into watches (id, key_id, handle)
     select gen_random_uuid(), key_id, 'w' || g from watches w, generate_series(2, 10000) g where w.handle = 'first'
       and key_id = (select id from recall_keys where account_id = $1)`,
    [owner],
  )
  expect(await watch('one-more')).toMatchObject({ refused: 'watches-too-many' })
  expect(await watch('first')).toMatchObject({ handle: 'first' })
  await pool.query('update accounts set paid = false where id = $1', [owner])
  expect(await watch('first')).toMatchObject({ refused: 'account-unpaid' })
})
