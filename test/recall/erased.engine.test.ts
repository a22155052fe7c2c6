/**
 * A wording that is erased after accounts kept it: they are told, without its slug and hash, and
 * nothing that they keep has these any more, whichever comes first, the follower or the scrub.
 */
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type { StoredArticleEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import { articleIdOfStream, Instant } from '#contracts/ids.ts'
import { removeErased } from '#infra/postgres/erasure/scrub.ts'
import { unfinishedErasures } from '#infra/postgres/erasure/unfinished.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import type { Queryable } from '#infra/postgres/platform/pool.ts'
import { countUnstruck, strikeErased } from '#infra/postgres/recall/erased.ts'
import { makeRecallFollowing } from '#infra/postgres/recall/following.ts'
import { makeKeepReceipt } from '#infra/postgres/recall/keep.ts'
import { makeAddEvents } from '#infra/postgres/webhooks/messages.ts'
import { planErasure } from '#ingest/domain/article/erasure-plan.ts'
import { deleted, streamOf, version } from '../contract/read-models.fixtures.ts'
import { makeAccount, ownerOf } from '../webhooks/world.ts'
import {
  begin,
  checkedOf,
  citationOf,
  contentCiting,
  nameOf,
  openRecallWorld,
  recallAdminOn,
  recallFollowerOn,
  type RecallWorld,
  slugOf,
  tellAll,
} from './world.ts'

const TIMEOUT_MS = 240_000
const PAGE = { limit: 100, before: null } as const

/** Erases the first version of text 1, or the whole text, as two persons would. */
const erase = async (world: RecallWorld, whole = false): Promise<void> => {
  const streamId = streamOf(nameOf(1))
  const store = makeEventStore(world.pool)
  const facts = (await store.readStreams([streamId])).get(streamId) ?? []
  const keys = await store.sealKeysOf(streamId)
  const versions = [version('1.0.0')]
  const scope = { versions: new Set(versions), whole }
  const plan = planErasure(facts as StoredArticleEvent[], keys, scope, (name) =>
    store.fingerprint(name),
  )
  const data = {
    versions,
    whole,
    thread: null,
    ground: 'gdpr-17' as const,
    request: 'test',
    requestedBy: 'staff:first',
    keys: [...plan.keys],
    fingerprints: [...plan.fingerprints],
  }
  const { slugs, passages } = plan
  const appended = await store.append(
    [
      {
        streamId,
        expectedVersion: facts.length,
        events: [{ type: 'WordingErased', data }],
        destroys: { keys: plan.keys, slugs, passages },
      },
    ],
    {
      actor: 'staff:second',
      time: Instant.parse(new Date().toISOString()),
      correlationId: randomUUID(),
      causationId: null,
    },
  )
  expect(appended).not.toHaveProperty('conflict')
}

const scrub = async (world: RecallWorld): Promise<void> => {
  await removeErased(world.pool, await unfinishedErasures(world.pool), strikeErased)
}

/** What accounts keep of the erased version. */
const countLeft = async ({ pool }: RecallWorld): Promise<number> => {
  const streamId = streamOf(nameOf(1))
  const facts = (await makeEventStore(pool).readStreams([streamId])).get(streamId) ?? []
  const erasedAt = facts.find(({ type }) => type === 'WordingErased')?.time
  if (erasedAt === undefined) throw new Error('nothing was erased')
  const [erasure] = await unfinishedErasures(pool)
  const lookUps = erasure ?? null
  return countUnstruck(pool, { streamId, versions: [version('1.0.0')], erasedAt, lookUps })
}

test.each(['the follower', 'the scrub', 'a receipt that is filed last'] as const)(
  'erased words leave what is kept: %s comes first',
  async (first) => {
    const world = await openRecallWorld()
    onTestFinished(() => world.close())
    const { pool } = world
    for (const number of [1, 2]) await world.publish(number)
    const position = await world.reach()
    const follower = recallFollowerOn(pool)
    await begin(follower)
    const accountId = await makeAccount(pool)
    const admin = recallAdminOn(pool)
    await admin.setKeeping(ownerOf(accountId), true)
    const keep = makeKeepReceipt(pool, (fault) => expect.fail(String(fault)))
    await keep(accountId, contentCiting(1, position, [citationOf(1), citationOf(2)]))
    const watching = await admin.startWatch(accountId, 'dossier', {
      citation: checkedOf(1, position, 1),
    })
    if (isRefusal(watching)) expect.fail(watching.refused)
    if (first !== 'a receipt that is filed last') await tellAll(follower)

    await world.publish(1, 2)
    await world.reach()
    if (first !== 'a receipt that is filed last') expect(await tellAll(follower)).toBe(2)
    await erase(world)
    await world.reach()
    if (first === 'the scrub') {
      expect(await countLeft(world)).toBeGreaterThan(0)
      await scrub(world)
      expect(await countLeft(world)).toBe(0)
    }
    await tellAll(follower)
    if (first !== 'the scrub') await scrub(world)
    expect(await countLeft(world)).toBe(0)

    const { receipts } = await admin.receipts(accountId, PAGE)
    const shown = await admin.receipt(accountId, receipts[0]?.id ?? '')
    if (isRefusal(shown)) expect.fail(shown.refused)
    expect(shown.receipt).toBeNull()
    expect(shown.citations).toEqual([
      { ...citationOf(1), slug: null, sha256Hash: null, erased: true },
      citationOf(2),
    ])
    const { recalls } = await admin.recalls(accountId, PAGE)
    const erased = recalls.filter(({ state }) => state === 'erased')
    const bare = { slug: null, version: '1.0.0', headnoteSequence: null }
    expect(erased.map(({ handle, citations }) => ({ handle, citations }))).toEqual(
      expect.arrayContaining([
        { handle: 'dossier', citations: [] },
        { handle: null, citations: [bare] },
      ]),
    )
    expect(erased).toHaveLength(2)
    const told = JSON.stringify([recalls, shown])
    expect(told).not.toContain(slugOf(1))
    expect(told).not.toContain(citationOf(1).sha256Hash)
    expect(await tellAll(recallFollowerOn(pool))).toBe(0)
  },
  TIMEOUT_MS,
)

const bareOf = (headnoteSequence: number | null) => {
  return { slug: null, version: '1.0.0', headnoteSequence }
}

test.each(['the follower', 'the scrub', 'the erasure'] as const)(
  'a receipt that nobody filed loses a text that went as a whole: %s comes first',
  async (first) => {
    const world = await openRecallWorld()
    onTestFinished(() => world.close())
    const { pool } = world
    for (const number of [1, 2]) await world.publish(number)
    const position = await world.reach()
    const follower = recallFollowerOn(pool)
    await begin(follower)
    const accountId = await makeAccount(pool)
    const admin = recallAdminOn(pool)
    await admin.setKeeping(ownerOf(accountId), true)
    const keep = makeKeepReceipt(pool, (fault) => expect.fail(String(fault)))
    const cited = [citationOf(1), citationOf(2), citationOf(1, 2)]
    const content = contentCiting(1, position, cited)
    if (first !== 'the erasure') await keep(accountId, content)

    await world.appendTo(1, deleted)
    await erase(world, true)
    await world.reach()
    if (first === 'the scrub') {
      expect(await countLeft(world)).toBe(1)
      await follower.file()
      await scrub(world)
      expect(await countLeft(world)).toBe(0)
    }
    await tellAll(follower)
    if (first === 'the erasure') {
      // The answer was under way while all of this happened.
      await keep(accountId, content)
      expect(await countLeft(world)).toBe(1)
      await tellAll(follower)
    }
    expect(await countLeft(world)).toBe(0)

    const { receipts } = await admin.receipts(accountId, PAGE)
    const shown = await admin.receipt(accountId, receipts[0]?.id ?? '')
    if (isRefusal(shown)) expect.fail(shown.refused)
    const bare = { slug: null, sha256Hash: null, erased: true }
    expect(shown).toMatchObject({ receipt: null })
    expect(shown.citations).toEqual([
      { ...citationOf(1), ...bare },
      citationOf(2),
      { ...citationOf(1, 2), ...bare },
    ])
    const { recalls } = await admin.recalls(accountId, PAGE)
    const told = recalls.filter(({ state }) => state === 'erased')
    expect(told).toHaveLength(1)
    expect(new Set(told[0]?.citations)).toEqual(new Set([bareOf(null), bareOf(2)]))
    expect(JSON.stringify([recalls, shown])).not.toContain(slugOf(1))
    expect(await tellAll(recallFollowerOn(pool))).toBe(0)
  },
  TIMEOUT_MS,
)

test(
  'two followers that file the same receipt file it once',
  async () => {
    const world = await openRecallWorld()
    onTestFinished(() => world.close())
    const { pool } = world
    await world.publish(1)
    const position = await world.reach()
    await begin(recallFollowerOn(pool))
    const accountId = await makeAccount(pool)
    await recallAdminOn(pool).setKeeping(ownerOf(accountId), true)
    const keep = makeKeepReceipt(pool, (fault) => expect.fail(String(fault)))
    await keep(accountId, contentCiting(1, position, [citationOf(1)]))
    const following = makeRecallFollowing(pool, { queueEvents: makeAddEvents(pool.vault) })
    const at = (await following.position()) ?? expect.fail('nothing was followed')
    const [receipt] = await following.newReceipts(1)
    if (receipt === undefined) expect.fail('nothing was kept')
    const { fingerprints } = receipt.key
    const id = articleIdOfStream(streamOf(nameOf(1)))
    const text = fingerprints.text(id)
    const prints = { text, wording: text, version: text, point: null }
    const citations = [{ ...prints, place: 0, followsAfter: at, superseded: false }]
    const step = { recalls: [], superseded: [], ended: [], struck: [] }
    for (let turn = 0; turn < 2; turn += 1)
      expect(await following.tell(at, { ...step, filed: [{ receipt, citations }] }, at)).toBe(true)
    expect(await following.filed([text.toString('hex')])).toHaveLength(1)
  },
  TIMEOUT_MS,
)

test(
  'the queue is looked through once, however many accounts keep receipts',
  async () => {
    const world = await openRecallWorld()
    onTestFinished(() => world.close())
    const { pool } = world
    await world.publish(1)
    await world.reach()
    for (let account = 0; account < 3; account += 1)
      await recallAdminOn(pool).setKeeping(ownerOf(await makeAccount(pool)), true)
    const ran: string[] = []
    const on: Queryable = {
      query: (asked, values) => {
        ran.push(typeof asked === 'string' ? asked : asked.name)
        return pool.query(asked, values)
      },
    }
    const streamId = streamOf(nameOf(1))
    await strikeErased(on, pool, { streamId, position: 1, before: new Date() })
    const ofQueue = ran.filter((name) => /messages|events|recalls$/.test(name))
    expect(ofQueue).toEqual([...new Set(ofQueue)])
  },
  TIMEOUT_MS,
)
