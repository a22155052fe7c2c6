/** Kept receipts and watches over HTTP, on the real tables. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ReceiptKeeping, ShownReceipt, RecallList } from '#contracts/http/recall.ts'
import { Position } from '#contracts/ids.ts'
import { readReceipt } from '#contracts/receipts/format.ts'
import { makeReceiptSigner } from '#contracts/receipts/signing.ts'
import { makeKeepReceipt } from '#infra/postgres/recall/keep.ts'
import {
  ARTICLE,
  BASE,
  bearer,
  type Harness,
  KEY,
  keyRecord,
  makeHarness,
  OTHER_KEY,
  PEPPER,
  storedArticle,
} from '../api/harness.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { makeAccount, makeChanges, registerAt, startNotifier } from '../webhooks/world.ts'
import {
  begin,
  checkedOf,
  citationOf,
  openRecallWorld,
  recallAdminOn,
  recallFollowerOn,
  type RecallWorld,
  slugOf,
  tablesWith,
  tellAll,
} from './world.ts'

const WAIT = { timeout: 60_000, interval: 20 }

let world: RecallWorld
let position: string
let harness: Harness
let accountId: string
const faults: unknown[] = []
beforeAll(async () => {
  world = await openRecallWorld()
  for (const number of [1, 2, 3]) await world.publish(number)
  position = await world.reach()
  await begin(recallFollowerOn(world.pool))
}, 240_000)
afterAll(async () => {
  await world.close()
  expect(faults).toEqual([])
})
/** A process that has not heard yet whether the account keeps receipts. */
const freshHarness = (): Harness => {
  const fresh = makeHarness({
    recall: recallAdminOn(world.pool),
    keepReceipt: makeKeepReceipt(world.pool, (fault) => faults.push(fault)),
    articles: {
      bySlug: async (slug) => {
        const { sha256Hash, ...cited } = checkedOf(Number(slug.replace(/^.*-/, '')), position)
        const article = { ...ARTICLE, slug, version: cited.version, sha256Hash }
        return { article: storedArticle(article), position: Position.parse(Number(position)) }
      },
      bySlugs: async () => expect.fail('no texts are asked for together'),
      byId: async () => expect.fail('no text is asked for by id'),
      position: async () => Position.parse(Number(position)),
    },
  })
  fresh.keys.set(KEY, keyRecord({ accountId, scopes: ['webhooks:manage', 'articles:read'] }))
  return fresh
}
beforeEach(async () => {
  accountId = await makeAccount(world.pool)
  harness = freshHarness()
})

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
const call = (method: Method, path: string, payload?: object, key = KEY) =>
  harness.app.inject({
    method,
    url: `${BASE}${path}`,
    headers: bearer(key),
    ...(payload === undefined ? {} : { payload }),
  })
const read = async (number: number) => {
  const answer = await call('GET', `/articles/${slugOf(number)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers['x-service-receipt']).toMatch(/~/)
  return answer
}

test('nothing is kept and nothing lies in clear, unless the account asks for it', async () => {
  const slugs = [1, 2, 3].map(slugOf)
  const before = await tablesWith(world.pool, slugs)
  await read(1)
  expect((await call('GET', '/receipts/keeping')).json()).toMatchObject({
    kept: false,
    since: null,
    receipts: 0,
    keptDays: 1_826,
  })
  expect((await call('GET', '/receipts')).json()).toEqual({ receipts: [], next: null })
  expect(await tablesWith(world.pool, slugs)).toEqual(before)

  const turned = await call('PATCH', '/receipts/keeping', { kept: true })
  expect(turned.json<ReceiptKeeping>()).toMatchObject({ kept: true, receipts: 0 })
  harness = freshHarness()
  const answers = [await read(1), await read(2)]
  await tellAll(recallFollowerOn(world.pool))
  expect(await tablesWith(world.pool, slugs)).toEqual(before)
  expect(harness.log()).not.toContain('kept')

  const page = (await call('GET', '/receipts?limit=1')).json<{
    receipts: { id: string; usageId: string }[]
    next: string | null
  }>()
  expect(page.receipts).toMatchObject([
    {
      usageId: answers[1]?.headers['x-service-usage-id'],
      operation: 'article',
      position,
      citationCount: 1,
      recalls: 0,
    },
  ])
  const rest = (await call('GET', `/receipts?before=${page.next}`)).json<{ receipts: object[] }>()
  expect(rest.receipts).toHaveLength(1)
  const id = page.receipts[0]?.id ?? ''
  const shown = (await call('GET', `/receipts/${id}`)).json<ShownReceipt>()
  expect(shown.citations).toEqual([citationOf(2)])
  const printed = String(answers[1]?.headers['x-service-receipt'])
  expect(shown.receipt).toBe(printed.split('~')[0])
  const keys = [makeReceiptSigner(PEPPER, 'live').publicKey]
  expect(readReceipt(shown.receipt ?? '', keys)).toMatchObject({ salt: null })

  harness.keys.set(OTHER_KEY, keyRecord({ scopes: ['webhooks:manage'] }))
  for (const method of ['GET', 'DELETE'] as const) {
    const refused = await call(method, `/receipts/${id}`, undefined, OTHER_KEY)
    expect([refused.statusCode, refused.json()]).toMatchObject([404, { reason: 'receipt-unknown' }])
  }
  expect((await call('DELETE', `/receipts/${id}`)).json()).toEqual({ id, deleted: true })
  expect((await call('DELETE', '/receipts')).json()).toEqual({ deleted: true })
  expect((await call('GET', '/receipts')).json()).toEqual({ receipts: [], next: null })
  expect((await call('PATCH', '/receipts/keeping', { kept: false })).json()).toMatchObject({
    kept: false,
  })
})

test('a recall reaches the endpoint of the account alone, and its body is sealed until then', async () => {
  const [own, other] = [await startReceiver(), await startReceiver()]
  await registerAt(world.pool, accountId, { url: own.url, types: ['receipt.recalled'] })
  await registerAt(world.pool, await makeAccount(world.pool), { url: other.url })
  await call('PATCH', '/receipts/keeping', { kept: true })
  await read(3)
  const watch = () => call('PUT', '/watch/dossier-3', { citation: checkedOf(3, position, 2) })
  expect((await watch()).json()).toMatchObject({
    handle: 'dossier-3',
    outcome: { state: 'current' },
  })
  expect((await call('GET', '/watch/dossier-3')).json()).toMatchObject({ recalls: 0 })
  const follower = recallFollowerOn(world.pool)
  await tellAll(follower)
  await world.overrule(3)
  await world.reach()
  // Of the first headnote: the watch is of the second one.
  expect(await tellAll(follower)).toBe(1)
  const { rows } = await world.pool.query<{ body: string | null }>(
    `select body from webhook_events where type = 'receipt.recalled' and account_id = $1`,
    [accountId],
  )
  expect(rows).toEqual([{ body: null }])

  const notifier = startNotifier(world.pool, makeChanges().reader, { pepper: PEPPER })
  await expect.poll(() => own.received.length, WAIT).toBe(1)
  await notifier.stop()
  const { data, type } = JSON.parse(own.received[0]?.body ?? '') as { type: string; data: object }
  const { recalls } = (await call('GET', '/receipts/recalls')).json<RecallList>()
  expect(type).toBe('receipt.recalled')
  expect(recalls).toMatchObject([{ ...data, state: 'flag_changed' }])
  expect(data).toMatchObject({
    citations: [{ slug: slugOf(3), version: '1.0.0', headnoteSequence: null }],
    handle: null,
    headnote: { sequence: 1, before: 'gray', after: 'red', derivation: { rule: '1' } },
  })
  expect(other.received).toEqual([])

  await world.publish(3, 2)
  await world.reach()
  expect(await tellAll(follower)).toBe(2)
  expect((await call('GET', '/watch')).json()).toMatchObject({
    watches: [{ handle: 'dossier-3', recalls: 1 }],
    next: null,
  })
  for (const wrong of ['nowhere', 'dossier-4'])
    expect((await call('DELETE', `/watch/${wrong}`)).json()).toMatchObject({
      reason: 'watch-unknown',
    })
  expect((await call('DELETE', '/watch/dossier-3')).json()).toMatchObject({ deleted: true })
  expect((await call('DELETE', '/watch')).json()).toEqual({ deleted: true })
  await Promise.all([own.close(), other.close()])
})

const put = async (handle: string, more: object) => {
  const answer = await call('PUT', `/watch/${handle}`, {
    citation: { ...checkedOf(1, position), ...more },
  })
  return [answer.statusCode, answer.json<{ details: object[] }>().details]
}

test('what can not be watched is refused', async () => {
  expect(await put('x', { version: '9.0.0' })).toMatchObject([
    400,
    [{ path: 'citation', code: 'watch-citation-unknown' }],
  ])
  expect(await put('x', { position: '999999999999999' })).toMatchObject([
    400,
    [{ path: 'citation.position', code: 'cursor_beyond_head' }],
  ])
  expect(await put('a%20b', {})).toMatchObject([400, [{ path: 'handle' }]])
})
