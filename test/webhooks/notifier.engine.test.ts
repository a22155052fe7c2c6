/** The notifier on PostgreSQL, with receivers on loopback. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import type { WebhookEndpoint } from '#contracts/http/webhooks.ts'
import { Instant, Position } from '#contracts/ids.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeQueue } from '#infra/postgres/webhooks/queue.ts'
import { eventOfChange } from '#query-api/webhooks/message.ts'
import type { Outcome } from '#query-api/webhooks/ports.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { type Answering, type Receiver, startReceiver } from './receiver.ts'
import {
  adminOn,
  changeAt,
  makeAccount,
  makeChanges,
  ownerOf,
  PEPPER,
  registerAt,
  startNotifier,
} from './world.ts'

const TEXTS = 5

let database: TestDatabase
let pool: PostgresPool
let accountId: string
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  database = await openTestDatabase()
  pool = makePool(database.connectionString, {
    applicationName: 'pandect test',
    pepper: PEPPER,
    max: 6,
  })
})
afterAll(async () => {
  await pool.close()
  await database.close()
})
beforeEach(async () => {
  await pool.query(
    `truncate webhook_messages, webhook_events, webhook_endpoints, mail_addresses,
      saved_search_mails; update webhook_checkpoint set position = 0`,
  )
  accountId = await makeAccount(pool)
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const receiver = async (answer?: Answering): Promise<Receiver> => {
  const one = await startReceiver(answer)
  closing.unshift(() => one.close())
  return one
}
type World = ReturnType<typeof makeChanges>
const notifying = (changes: World, more: Parameters<typeof startNotifier>[2] = {}) => {
  const notifier = startNotifier(pool, changes.reader, more)
  closing.unshift(() => notifier.stop())
  return notifier
}
const targetOf = (endpointId: string) => ({ ...ownerOf(accountId), endpointId })
const shown = async (endpointId: string): Promise<WebhookEndpoint> => {
  const one = await adminOn(pool).one(targetOf(endpointId))
  if (isRefusal(one)) throw new Error(one.refused)
  return one
}
const messages = async (endpointId: string, limit = 20) => {
  const found = await adminOn(pool).messages(targetOf(endpointId), {
    state: null,
    limit,
    before: null,
  })
  if (isRefusal(found)) throw new Error(found.refused)
  return found.messages
}
/**
 * Makes everything due that waits for its hour. Endpoints come first, as where outcomes are kept:
 * the other way round the two could wait for each other.
 */
const hurry = () =>
  pool.query(`update webhook_endpoints set resting_until = null;
    update webhook_messages set due_at = clock_timestamp() where state = 'pending'`)
const positions = ({ received }: Receiver): number[] =>
  received.map(({ body }) =>
    Number((JSON.parse(body) as { data: { position: string } }).data.position),
  )
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
const WAIT = { timeout: 60_000, interval: 20 }

describe('changes reach those who asked for them', () => {
  test('each once, with the type, the time and no words of a text', async () => {
    const { url, received, ...rest } = await receiver()
    const { endpoint } = await registerAt(pool, accountId, { url })
    const changes = makeChanges()
    notifying(changes)
    changes.add(...range(1, 30).map((position) => changeAt(position, TEXTS)))
    await expect.poll(() => received.length, WAIT).toBe(30)
    expect(positions({ received, url, ...rest }).toSorted((a, b) => a - b)).toEqual(range(1, 30))
    const first = received.find(({ body }) => body.includes('000000000000003'))
    expect(JSON.parse(first?.body ?? '')).toEqual({
      type: 'article.published',
      timestamp: '2026-01-01T00:00:03.000Z',
      data: {
        id: changeAt(3, TEXTS).id,
        position: '000000000000003',
        ordinal: 1,
        articleId: changeAt(3, TEXTS).articleId,
        slug: 'text-2',
        version: '1.0.3',
        sha256Hash: `${'0'.repeat(63)}3`,
        changeClass: 'editorial',
        replacement: null,
        jurisdictions: ['FR'],
        concept: null,
        headnote: null,
        links: { article: '/api/v1/articles/text-2', page: '/t/text-2' },
      },
    })
    expect(first?.id).toMatch(/^msg_[0-9a-f]{32}$/)
    await expect.poll(async () => (await shown(endpoint.id)).pending, WAIT).toBe(0)
    expect(received.some(({ body }) => body.includes('reason'))).toBe(false)
  })

  test('by type and jurisdiction; other accounts and unpaid ones are not told', async () => {
    const [all, some, unpaid] = [await receiver(), await receiver(), await receiver()]
    await registerAt(pool, accountId, { url: all.url })
    await registerAt(pool, accountId, {
      url: some.url,
      types: ['article.published'],
      jurisdictions: ['EU'],
    })
    const poor = await makeAccount(pool)
    await registerAt(pool, poor, { url: unpaid.url })
    await pool.query('update accounts set paid = false where id = $1', [poor])
    const changes = makeChanges()
    notifying(changes)
    changes.add(...range(1, 30).map((position) => changeAt(position, TEXTS)))
    await expect.poll(() => all.received.length, WAIT).toBe(30)
    const wanted = range(1, 30).filter((position) => {
      const { type, jurisdictions } = changeAt(position, TEXTS)
      return type === 'article.published' && jurisdictions[0] === 'EU'
    })
    await expect.poll(() => some.received.length, WAIT).toBe(wanted.length)
    expect(positions(some).toSorted((a, b) => a - b)).toEqual(wanted)
    expect(unpaid.connections()).toBe(0)
  })

  test('an endpoint begins after what was served when it was registered', async () => {
    const { url, received } = await receiver()
    const changes = makeChanges()
    changes.add(...range(1, 5).map((position) => changeAt(position, TEXTS)))
    notifying(changes)
    await expect.poll(() => makeQueue(pool).checkpoint(), WAIT).toBe(5)
    const { endpoint } = await registerAt(pool, accountId, { url })
    expect(endpoint.startsAfter).toBe('000000000000005')
    changes.add(changeAt(6, TEXTS))
    await expect.poll(() => received.length, WAIT).toBe(1)
    expect(received[0]?.body).toContain('000000000000006')
  })

  test('a service that never notified begins with what is still to come', async () => {
    await pool.query('update webhook_checkpoint set position = null')
    const changes = makeChanges()
    changes.add(...range(1, 5).map((position) => changeAt(position, TEXTS)))
    changes.reach(9)
    notifying(changes)
    await expect.poll(() => makeQueue(pool).checkpoint(), WAIT).toBe(9)
    expect((await pool.query('select from webhook_events')).rowCount).toBe(0)
  })

  test('the same changes read again, by another notifier too, send nothing', async () => {
    const { url, received, connections } = await receiver()
    await registerAt(pool, accountId, { url })
    const changes = makeChanges()
    changes.add(...range(1, 20).map((position) => changeAt(position, TEXTS)))
    const first = startNotifier(pool, changes.reader)
    await expect.poll(() => received.length, WAIT).toBe(20)
    await expect.poll(async () => (await makeQueue(pool).backlog()).pending, WAIT).toBe(0)
    await first.stop()
    const before = connections()
    // As after the restore of an earlier checkpoint: the ids of the events are known.
    await pool.query('update webhook_checkpoint set position = 0')
    notifying(changes)
    notifying(changes)
    await expect.poll(() => makeQueue(pool).checkpoint(), WAIT).toBe(20)
    expect((await makeQueue(pool).backlog()).pending).toBe(0)
    expect([received.length, connections()]).toEqual([20, before])
  })

  test('an event of one account goes to its endpoints alone, whatever they name', async () => {
    const [mine, others] = [await receiver(), await receiver()]
    await registerAt(pool, accountId, { url: mine.url, jurisdictions: ['LU'] })
    await registerAt(pool, await makeAccount(pool), { url: others.url })
    notifying(makeChanges())
    const event = {
      id: 'search 1, position 7',
      type: 'search.matched',
      accountId,
      orderKey: null,
      jurisdictions: [],
      position: null,
      body: '{"type":"search.matched"}',
    } as const
    await makeQueue(pool).add([event])
    await makeQueue(pool).add([event])
    await expect.poll(() => mine.received.length, WAIT).toBe(1)
    expect(others.connections()).toBe(0)
  })
})

describe('order', () => {
  test('the next change of a text waits until the one before it is taken; others do not', async () => {
    let isRefusing = true
    const { url, received } = await receiver((response, { body }) => {
      response.writeHead(isRefusing && body.includes('"slug":"text-0"') ? 500 : 200).end()
    })
    await registerAt(pool, accountId, { url })
    const changes = makeChanges()
    notifying(changes)
    const added = range(1, 40).map((position) => changeAt(position, TEXTS))
    changes.add(...added)
    const others = added.filter(({ slug }) => slug !== 'text-0')
    await expect
      .poll(() => new Set(received.map(({ id }) => id)).size, WAIT)
      .toBe(others.length + 1)
    isRefusing = false
    await hurry()
    await expect.poll(() => new Set(received.map(({ id }) => id)).size, WAIT).toBe(40)
    const seen = new Map<string, number[]>()
    for (const { body } of received) {
      const { slug, position } = (JSON.parse(body) as { data: { slug: string; position: string } })
        .data
      seen.set(slug, [...(seen.get(slug) ?? []), Number(position)])
    }
    for (const order of seen.values()) expect(order).toEqual(order.toSorted((a, b) => a - b))
  })
})

describe('receivers that fail', () => {
  test('a failed message is tried again after its pause, with the same id and body', async () => {
    let answers = 0
    const { url, received } = await receiver((response) => {
      answers += 1
      response.writeHead(answers === 1 ? 500 : 200).end()
    })
    const { endpoint } = await registerAt(pool, accountId, { url })
    const changes = makeChanges()
    notifying(changes)
    changes.add(changeAt(1, TEXTS))
    await expect.poll(() => received.length, WAIT).toBe(1)
    await expect.poll(async () => (await messages(endpoint.id))[0]?.attempts.length, WAIT).toBe(1)
    const [waiting] = await messages(endpoint.id)
    const pauseMs = Date.parse(waiting?.dueAt ?? '') - Date.parse(waiting?.attempts[0]?.at ?? '')
    expect(pauseMs).toBeGreaterThan(4_900)
    expect(pauseMs).toBeLessThan(6_500)
    expect((await shown(endpoint.id)).failingSince).not.toBeNull()
    await hurry()
    await expect.poll(() => received.length, WAIT).toBe(2)
    expect(received[1]).toMatchObject({ id: received[0]?.id, body: received[0]?.body })
    await expect
      .poll(async () => (await messages(endpoint.id))[0], WAIT)
      .toMatchObject({ state: 'delivered', attempts: [{ status: 500 }, { status: 200 }] })
    expect((await shown(endpoint.id)).failingSince).toBeNull()
  })

  test('ten attempts, then it is given up and the next one of the text is sent', async () => {
    const { url, received } = await receiver((response, { body }) => {
      response.writeHead(body.includes('000000000000001') ? 400 : 200).end()
    })
    const { endpoint } = await registerAt(pool, accountId, { url })
    const changes = makeChanges()
    notifying(changes)
    changes.add(changeAt(1, 1), changeAt(2, 1))
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await expect.poll(() => received.length, WAIT).toBeGreaterThanOrEqual(attempt)
      await expect
        .poll(async () => (await messages(endpoint.id)).at(-1)?.attempts.length, WAIT)
        .toBe(attempt)
      await hurry()
    }
    await expect.poll(() => received.length, WAIT).toBe(11)
    await expect
      .poll(async () => (await messages(endpoint.id)).map(({ state }) => state), WAIT)
      .toEqual(['delivered', 'given_up'])
  })

  test('410 disables an endpoint at once, and its owner sees why', async () => {
    const { url, received } = await receiver((response) => {
      response.writeHead(410).end()
    })
    const { endpoint } = await registerAt(pool, accountId, { url })
    const changes = makeChanges()
    notifying(changes)
    changes.add(changeAt(1, 1))
    await expect
      .poll(() => shown(endpoint.id), WAIT)
      .toMatchObject({ enabled: false, disabledCause: 'gone', pending: 1 })
    changes.add(changeAt(2, 1))
    await expect.poll(() => makeQueue(pool).checkpoint(), WAIT).toBe(2)
    expect(received).toHaveLength(1)
    expect(await shown(endpoint.id)).toMatchObject({ pending: 1 })
  })

  const GONE = [
    { restMs: 0, isGone: true },
    { enabled: false, disabledCause: 'gone' },
  ] as const
  const RESTS = [{ restMs: 60_000, isGone: false }, { enabled: true }] as const
  test.each([
    ['410', 'with', ...GONE],
    ['Retry-After', 'with', ...RESTS],
    ['Retry-After', 'before', ...RESTS],
  ])('%s counts also where it is recorded %s a delivery', async (_, place, failed, expected) => {
    const { endpoint } = await registerAt(pool, accountId, { url: 'http://127.0.0.1:9/hook' })
    const queue = makeQueue(pool)
    await queue.follow(
      Position.parse(0),
      [1, 2, 3].map((position) => eventOfChange(changeAt(position, TEXTS))),
      Position.parse(3),
    )
    const due = await queue.due([{ endpointId: endpoint.id, limit: 2 }])
    const [one, other] = (due.get(endpoint.id) ?? []).map(({ id }) => id)
    const attempt = { at: Instant.parse(new Date().toISOString()), durationMs: 1, fault: null }
    const shared = {
      endpointId: endpoint.id,
      beginning: 0,
      restMs: 0,
      isGone: false,
      pauseMs: 5_000,
    }
    const outcomes: readonly Outcome[] = [
      {
        ...shared,
        ...failed,
        messageId: String(one),
        becomes: 'retry',
        attempt: { ...attempt, status: 503 },
      },
      {
        ...shared,
        messageId: String(other),
        becomes: 'delivered',
        attempt: { ...attempt, status: 204 },
      },
    ]
    if (place === 'with') await queue.record(outcomes)
    else for (const outcome of outcomes) await queue.record([outcome])
    expect(await shown(endpoint.id)).toMatchObject({ ...expected, failingSince: null, pending: 2 })
    expect(await queue.dueEndpoints()).toEqual([])
  })

  test('outcomes are kept while the owner enables the endpoint: neither waits for ever', async () => {
    const { endpoint } = await registerAt(pool, accountId, { url: 'http://127.0.0.1:9/hook' })
    const MANY = 40
    const queue = makeQueue(pool)
    await queue.follow(
      Position.parse(0),
      range(1, MANY).map((position) => eventOfChange(changeAt(position, TEXTS))),
      Position.parse(MANY),
    )
    const due = await queue.due([{ endpointId: endpoint.id, limit: MANY }])
    const admin = adminOn(pool)
    const attempt = { at: Instant.parse(new Date().toISOString()), durationMs: 1, fault: null }
    const failed = (due.get(endpoint.id) ?? []).map(({ id }): Outcome => {
      const outcome = { ...attempt, status: 503 }
      const shared = {
        endpointId: endpoint.id,
        beginning: 0,
        restMs: 0,
        isGone: false,
        pauseMs: 0,
      }
      return { ...shared, messageId: id, becomes: 'retry', attempt: outcome }
    })
    expect(failed.length).toBeGreaterThan(0)
    for (let turn = 0; turn < MANY; turn += 1) {
      await admin.change(targetOf(endpoint.id), { enabled: false })
      await Promise.all([
        queue.record(failed),
        admin.change(targetOf(endpoint.id), { enabled: true }),
      ])
    }
    expect(await shown(endpoint.id)).toMatchObject({ enabled: true })
  })

  test('an endpoint that failed for five days is disabled; enabled again, it goes on', async () => {
    let status = 503
    const { url, received } = await receiver((response) => {
      response.writeHead(status).end()
    })
    const { endpoint } = await registerAt(pool, accountId, { url })
    const changes = makeChanges()
    notifying(changes)
    changes.add(changeAt(1, 1))
    await expect.poll(async () => (await shown(endpoint.id)).failingSince, WAIT).not.toBeNull()
    await pool.query(
      `update webhook_endpoints set failing_since = clock_timestamp() - interval '5 days 1 minute'`,
    )
    await hurry()
    await expect
      .poll(() => shown(endpoint.id), WAIT)
      .toMatchObject({ enabled: false, disabledCause: 'failing' })
    changes.add(changeAt(2, 1))
    await expect.poll(() => makeQueue(pool).checkpoint(), WAIT).toBe(2)
    status = 200
    const before = received.length
    expect(await adminOn(pool).change(targetOf(endpoint.id), { enabled: true })).toMatchObject({
      enabled: true,
      disabledCause: null,
      failingSince: null,
      startsAfter: '000000000000002',
    })
    changes.add(changeAt(3, 1))
    await expect.poll(() => received.length, WAIT).toBe(before + 2)
    const acts = await pool.query<{ kind: string }>(
      'select kind from audit_acts where subject = $1 order by position',
      [endpoint.id],
    )
    expect(acts.rows.map(({ kind }) => kind)).toEqual([
      'webhook.registered',
      'webhook.disabled',
      'webhook.enabled',
    ])
  })

  test('another address begins anew: it is tried at once, and no earlier failure counts', async () => {
    const old = await receiver((response) => {
      response.writeHead(503, { 'retry-after': '86400' }).end()
    })
    const { endpoint } = await registerAt(pool, accountId, { url: old.url })
    const changes = makeChanges()
    notifying(changes)
    changes.add(changeAt(1, 1))
    await expect.poll(async () => (await shown(endpoint.id)).failingSince, WAIT).not.toBeNull()
    await pool.query(
      `update webhook_endpoints set failing_since = clock_timestamp() - interval '5 days 1 minute'`,
    )
    let status = 500
    const moved = await receiver((response) => {
      response.writeHead(status).end()
      status = 200
    })
    await adminOn(pool).change(targetOf(endpoint.id), { url: moved.url })
    await expect.poll(() => moved.received.length, WAIT).toBe(1)
    await expect.poll(async () => (await shown(endpoint.id)).failingSince, WAIT).not.toBeNull()
    expect(await shown(endpoint.id)).toMatchObject({ enabled: true, pending: 1 })
    // The same address again changes nothing.
    await adminOn(pool).change(targetOf(endpoint.id), { url: moved.url, description: 'new' })
    expect((await shown(endpoint.id)).failingSince).not.toBeNull()
    await hurry()
    await expect.poll(() => moved.received.length, WAIT).toBe(2)
    expect(old.received).toHaveLength(1)
  })

  test.each([
    { late: 410, headers: {} },
    { late: 429, headers: { 'retry-after': '86400' } },
    { late: 500, headers: {} },
  ])('a $late of the address before, which comes late, ends nothing', async (answer) => {
    const { late: status, headers } = answer
    const answering = Promise.withResolvers<void>()
    const old = await receiver((response) => {
      void answering.promise.then(() => response.writeHead(status, headers).end())
    })
    const { endpoint } = await registerAt(pool, accountId, { url: old.url })
    const changes = makeChanges()
    const recorded: Outcome[] = []
    notifying(changes, { onRecorded: (outcomes) => recorded.push(...outcomes) })
    changes.add(changeAt(1, 1))
    await expect.poll(() => old.received.length, WAIT).toBe(1)
    const moved = await receiver()
    await adminOn(pool).change(targetOf(endpoint.id), { url: moved.url })
    answering.resolve()
    await expect.poll(() => recorded.length, WAIT).toBeGreaterThan(0)
    await expect.poll(() => moved.received.length, WAIT).toBe(1)
    await expect.poll(() => messages(endpoint.id), WAIT).toMatchObject([{ state: 'delivered' }])
    expect(await shown(endpoint.id)).toMatchObject({ enabled: true, failingSince: null })
    expect((await messages(endpoint.id))[0]?.attempts).toMatchObject([{ status }, { status: 204 }])
  })

  test('a late 410 of before does not end an endpoint that was enabled again', async () => {
    const answering = Promise.withResolvers<void>()
    const same = await receiver((response) => {
      if (same.received.length > 1) response.writeHead(204).end()
      else void answering.promise.then(() => response.writeHead(410).end())
    })
    const { endpoint } = await registerAt(pool, accountId, { url: same.url })
    const changes = makeChanges()
    const recorded: Outcome[] = []
    notifying(changes, { onRecorded: (outcomes) => recorded.push(...outcomes) })
    changes.add(changeAt(1, 1))
    await expect.poll(() => same.received.length, WAIT).toBe(1)
    for (const enabled of [false, true])
      await adminOn(pool).change(targetOf(endpoint.id), { enabled })
    answering.resolve()
    await expect.poll(() => recorded.length, WAIT).toBeGreaterThan(0)
    await expect.poll(() => messages(endpoint.id), WAIT).toMatchObject([{ state: 'delivered' }])
    expect(await shown(endpoint.id)).toMatchObject({ enabled: true, failingSince: null })
  })

  test('the last attempt at the address before gives no message up', async () => {
    const { endpoint } = await registerAt(pool, accountId, { url: 'http://127.0.0.1:9/hook' })
    const queue = makeQueue(pool)
    await queue.follow(Position.parse(0), [eventOfChange(changeAt(1, 1))], Position.parse(1))
    const due = await queue.due([{ endpointId: endpoint.id, limit: 1 }])
    const messageId = String(due.get(endpoint.id)?.[0]?.id)
    const at = Instant.parse(new Date().toISOString())
    const failed: Outcome = {
      messageId,
      endpointId: endpoint.id,
      beginning: 0,
      attempt: { at, durationMs: 1, status: 500, fault: null },
      becomes: 'given_up',
      pauseMs: 0,
      restMs: 0,
      isGone: false,
    }
    await adminOn(pool).change(targetOf(endpoint.id), { url: 'http://127.0.0.1:9/other' })
    await queue.record([failed])
    expect(await messages(endpoint.id)).toMatchObject([{ state: 'pending' }])
    await queue.record([{ ...failed, beginning: 1 }])
    expect(await messages(endpoint.id)).toMatchObject([{ state: 'given_up' }])
  })

  test('Retry-After of a 429 stops the whole endpoint for that long', async () => {
    const { url, received } = await receiver((response) => {
      response.writeHead(429, { 'retry-after': '3600' }).end()
    })
    await registerAt(pool, accountId, { url })
    const changes = makeChanges()
    notifying(changes, { places: { perQuickEndpoint: 1 } })
    changes.add(...range(1, 10).map((position) => changeAt(position, 10)))
    await expect.poll(() => received.length, WAIT).toBe(1)
    const rest = async (): Promise<number> =>
      (
        await pool.query<{ seconds: number }>(
          `select coalesce(extract(epoch from resting_until - clock_timestamp()), 0)::float8 as seconds from webhook_endpoints`,
        )
      ).rows[0]?.seconds ?? 0
    await expect.poll(rest, WAIT).toBeGreaterThan(3_500)
    expect(received).toHaveLength(1)
  })

  test('one that hangs or trickles holds up nobody else', async () => {
    const hanging = await Promise.all(range(1, 6).map(() => receiver(() => undefined)))
    const good = await receiver()
    for (const { url } of hanging) await registerAt(pool, accountId, { url })
    await registerAt(pool, await makeAccount(pool), { url: good.url })
    const changes = makeChanges()
    notifying(changes, { places: { quickMax: 4, perQuickEndpoint: 2, slowAfterMs: 50 } })
    changes.add(...range(1, 100).map((position) => changeAt(position, 100)))
    await expect.poll(() => good.received.length, WAIT).toBe(100)
    for (const { received } of hanging) expect(received.length).toBeLessThanOrEqual(2)
  })
})

describe('owners', () => {
  test('a test message comes whatever was asked for, and can be sent again', async () => {
    const { url, received } = await receiver()
    const { endpoint } = await registerAt(pool, accountId, { url, types: ['article.deleted'] })
    notifying(makeChanges())
    const queued = await adminOn(pool).test(targetOf(endpoint.id))
    if (isRefusal(queued)) throw new Error(queued.refused)
    await expect.poll(() => received.length, WAIT).toBe(1)
    expect(received[0]?.id).toBe(queued.id)
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      type: 'test',
      data: { endpointId: endpoint.id },
    })
    await expect.poll(async () => (await shown(endpoint.id)).pending, WAIT).toBe(0)
    expect(await adminOn(pool).redeliver(targetOf(endpoint.id), queued.id)).toEqual(queued)
    await expect.poll(() => received.length, WAIT).toBe(2)
    expect(received[1]).toMatchObject({ id: queued.id, body: received[0]?.body })
  })

  test('what is not theirs does not exist, and each refusal has a code', async () => {
    const { endpoint } = await registerAt(pool, accountId, { url: 'http://localhost:1/' })
    const stranger = { ...ownerOf(await makeAccount(pool)), endpointId: endpoint.id }
    const admin = adminOn(pool)
    const unknown = { refused: 'webhook-unknown' }
    for (const outcome of [
      await admin.one(stranger),
      await admin.change(stranger, { enabled: false }),
      await admin.rotate(stranger, 1),
      await admin.test(stranger),
      await admin.redeliver(stranger, `msg_${'0'.repeat(32)}`),
      await admin.messages(stranger, { state: null, limit: 1, before: null }),
      await admin.remove(stranger),
      await admin.one({ accountId, endpointId: 'no uuid' }),
    ])
      expect(outcome).toMatchObject(unknown)
    const target = targetOf(endpoint.id)
    for (const id of [`msg_${'0'.repeat(32)}`, 'msg_', '', "'; drop"])
      expect(await admin.redeliver(target, id)).toMatchObject({
        refused: 'webhook-message-unknown',
      })
    expect(await admin.change(target, { url: 'http://10.0.0.1/' })).toMatchObject({
      refused: 'webhook-target-invalid',
      about: { value: 'not_https' },
    })
    await admin.change(target, { enabled: false })
    expect(await admin.test(target)).toMatchObject({ refused: 'webhook-disabled' })
    expect(await admin.change(target, { enabled: false, description: 'a' })).toMatchObject({
      disabledCause: 'owner',
      description: 'a',
    })
    for (let more = 1; more < 20; more += 1)
      await registerAt(pool, accountId, { url: 'http://localhost:1/' })
    await expect(registerAt(pool, accountId, { url: 'http://localhost:1/' })).rejects.toThrow(
      'webhooks-too-many',
    )
    expect(await admin.remove(target)).toEqual({ endpointId: endpoint.id })
    expect(await admin.one(target)).toMatchObject(unknown)
    await pool.query('update accounts set paid = false where id = $1', [accountId])
    await expect(registerAt(pool, accountId, { url: 'http://localhost:1/' })).rejects.toThrow(
      'account-unpaid',
    )
  })

  test('what operators disabled only they enable again', async () => {
    const { endpoint } = await registerAt(pool, accountId, { url: 'http://localhost:1/' })
    const admin = adminOn(pool)
    const operator = { ...targetOf(endpoint.id), actor: 'cli:test' } as const
    await admin.change(operator, { enabled: false })
    const enabling = { enabled: true, description: 'again' }
    expect(await admin.change(targetOf(endpoint.id), enabling)).toMatchObject({
      refused: 'webhook-disabled-by-operator',
    })
    expect(await shown(endpoint.id)).toMatchObject({
      enabled: false,
      disabledCause: 'operator',
      description: '',
    })
    expect(await admin.change(operator, { enabled: true })).toMatchObject({ enabled: true })
    await admin.change(targetOf(endpoint.id), { enabled: false })
    expect(await admin.change(targetOf(endpoint.id), { enabled: true })).toMatchObject({
      enabled: true,
    })
  })

  test('no secret and no address of a receiver is in the audit table or in plain in any row', async () => {
    const { endpoint, secret } = await registerAt(pool, accountId, {
      url: 'http://localhost:1/canary-path',
    })
    const rotated = await adminOn(pool).rotate(targetOf(endpoint.id), 1)
    if (isRefusal(rotated)) throw new Error(rotated.refused)
    expect(rotated.secret).not.toBe(secret)
    expect(rotated.previousSecretValidUntil).not.toBeNull()
    const rows = await pool.query<{ all: string }>(
      `select (select jsonb_agg(to_jsonb(p) - 'url') from webhook_endpoints p)::text
         || (select jsonb_agg(to_jsonb(a)) from audit_acts a)::text as all`,
    )
    const all = rows.rows[0]?.all ?? ''
    for (const one of [secret, rotated.secret]) {
      const bytes = Buffer.from(one.slice('whsec_'.length), 'base64')
      expect(all).not.toContain(one)
      expect(all).not.toContain(bytes.toString('hex'))
    }
    expect(all).not.toContain('canary-path')
  })

  test('under another pepper nothing is sent, and the attempts say why', async () => {
    const { url, connections } = await receiver()
    const { endpoint } = await registerAt(pool, accountId, { url })
    const changes = makeChanges()
    notifying(changes, { pepper: `${PEPPER} of another service` })
    changes.add(changeAt(1, 1))
    await expect
      .poll(async () => (await messages(endpoint.id))[0]?.attempts, WAIT)
      .toMatchObject([{ fault: 'secret_unreadable' }])
    expect(connections()).toBe(0)
  })
})

describe('housekeeping', () => {
  test('what ended a week ago goes with its event; what waits stays', async () => {
    let status = 200
    const { url, received } = await receiver((response) => {
      response.writeHead(status).end()
    })
    await registerAt(pool, accountId, { url })
    const changes = makeChanges()
    notifying(changes)
    changes.add(changeAt(1, TEXTS))
    await expect.poll(async () => (await makeQueue(pool).backlog()).pending, WAIT).toBe(0)
    await expect.poll(() => received.length, WAIT).toBe(1)
    status = 500
    changes.add(changeAt(2, TEXTS))
    await expect.poll(() => received.length, WAIT).toBe(2)
    await pool.query(`update webhook_messages set ended_at = ended_at - interval '8 days';
      update webhook_events set created_at = created_at - interval '8 days'`)
    expect(await makeQueue(pool).sweep()).toBe(false)
    const left = await pool.query<{ state: string }>(
      'select m.state from webhook_messages m join webhook_events e on e.seq = m.event_seq',
    )
    expect(left.rows).toEqual([{ state: 'pending' }])
    expect((await pool.query('select from webhook_events')).rowCount).toBe(1)
  })

  test('what waits for an account that has not paid for a week goes, too', async () => {
    const { url } = await receiver()
    await registerAt(pool, accountId, { url })
    const queue = makeQueue(pool)
    await queue.follow(Position.parse(0), [eventOfChange(changeAt(1, TEXTS))], Position.parse(1))
    const waiting = async (): Promise<number> =>
      (await pool.query('select from webhook_messages')).rowCount
    await pool.query('update accounts set paid = false, status_changed_at = now() where id = $1', [
      accountId,
    ])
    await queue.sweep()
    expect(await waiting()).toBe(1)
    await pool.query(
      `update accounts set status_changed_at = now() - interval '8 days' where id = $1`,
      [accountId],
    )
    await queue.sweep()
    expect(await waiting()).toBe(0)
  })
})
