/** What accounts are told of their keys, on the real tables: once for each key and period. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeKeyNotices } from '#infra/postgres/accounts/key-notices.ts'
import { makeLedger } from '#infra/postgres/money/ledger.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeAddEvents } from '#infra/postgres/webhooks/messages.ts'
import { makeKeyTeller } from '#query-api/accounts/key-notices.ts'
import { keyRecord } from '../api/harness.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { startReceiver } from './receiver.ts'
import { makeAccount, makeChanges, PEPPER, registerAt, startNotifier } from './world.ts'

const TIMEOUT_MS = 240_000
const WAIT = { timeout: 60_000, interval: 50 }
const CALLS = 40
const DAY_MS = 86_400_000

let database: TestDatabase
let pool: PostgresPool
beforeAll(async () => {
  database = await openTestDatabase()
  pool = makePool(database.connectionString, {
    applicationName: 'pandect test',
    pepper: PEPPER,
    max: 8,
  })
}, TIMEOUT_MS)
afterAll(async () => {
  await pool.close()
  await database.close()
})

type Key = {
  readonly capMicroUsd?: number
  readonly capMode?: 'soft' | 'hard'
  readonly expiresAt?: Date
  readonly kind?: 'live' | 'grant'
  readonly isRevoked?: boolean
}
const makeKey = async (accountId: string, key: Key = {}): Promise<string> => {
  const keyId = randomUUID()
  const { capMicroUsd = null, capMode = 'soft', expiresAt = null, kind = 'live' } = key
  await pool.query(
    `insert into api_keys (id, account_id, label, scopes, cap_micro_usd, cap_mode, expires_at, kind, revoked_at)
     values ($1, $2, 'a label', '{search:read}', $3, $4, $5, $6, case when $7 then now() end)`,
    [keyId, accountId, capMicroUsd, capMode, expiresAt, kind, key.isRevoked === true],
  )
  return keyId
}
const tellerOn = (clock = () => Date.now()) =>
  makeKeyTeller(makeKeyNotices(pool, { queueEvents: makeAddEvents(pool.vault) }), clock)
/** A teller that looks at each step. */
const eagerTeller = () => {
  let now = 0
  return tellerOn(() => (now += 10_000))
}
/** Calls of a key, all at once; returns how many were charged. */
const callTimes = async (calls: number, accountId: string, keyId: string, cap: Key) => {
  const ledger = makeLedger(pool)
  const { capMicroUsd = null, capMode = 'soft' } = cap
  const key = keyRecord({ accountId, keyId, capMicroUsd, capMode })
  const charged = await Promise.all(
    Array.from({ length: calls }, async () => {
      const call = { operation: 'search', key, requestId: randomUUID(), idempotency: null } as const
      const reserved = await ledger.reserve(call)
      if (reserved.outcome !== 'reserved') return 0
      await ledger.settle(reserved.reservation)
      return 1
    }),
  )
  return charged.reduce<number>((sum, one) => sum + one, 0)
}
/** Until every message that was queued is recorded as sent: one cut off before is sent again. */
const untilNoneWaits = () =>
  expect
    .poll(async () => {
      const { rows } = await pool.query(`select from webhook_messages where state = 'pending'`)
      return rows.length
    }, WAIT)
    .toBe(0)
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS)

type Message = { readonly type: string; readonly data: Readonly<Record<string, unknown>> }
const world = async () => {
  const accountId = await makeAccount(pool)
  const receiver = await startReceiver()
  await registerAt(pool, accountId, {
    url: receiver.url,
    types: ['usage.cap_reached', 'key.expiring'],
  })
  return {
    accountId,
    receiver,
    told: () => receiver.received.map(({ body }) => JSON.parse(body) as Message),
  }
}

test(
  'a cap that is passed is told once a month, under concurrent calls, notifiers and restarts',
  async () => {
    const { accountId, receiver, told } = await world()
    const cap = { capMicroUsd: 30_000, capMode: 'soft' } as const
    const keyId = await makeKey(accountId, cap)
    const other = await makeKey(accountId, { capMicroUsd: 1_000_000_000 })
    const changes = makeChanges()
    const start = () => startNotifier(pool, changes.reader, { keys: eagerTeller() })
    const notifiers = [start(), start()]
    const tellers = [eagerTeller(), eagerTeller(), eagerTeller()]
    await Promise.all([
      callTimes(CALLS, accountId, keyId, cap),
      callTimes(2, accountId, other, {}),
      ...tellers.map(async (teller) => {
        for (let step = 0; step < 20; step += 1) await teller.step()
      }),
    ])
    await expect.poll(() => told().length, WAIT).toBe(1)
    await untilNoneWaits()
    await Promise.all(notifiers.map((one) => one.stop()))
    const again = start()
    await callTimes(CALLS, accountId, keyId, cap)
    for (const teller of [eagerTeller(), eagerTeller()]) expect((await teller.step()).told).toBe(0)
    await untilNoneWaits()
    await again.stop()
    expect(told()).toEqual([
      {
        type: 'usage.cap_reached',
        timestamp: expect.any(String),
        data: {
          id: expect.any(String),
          keyId,
          month: new Date().toISOString().slice(0, 7),
          capUsd: '0.03',
          capMode: 'soft',
          spentUsd: expect.stringMatching(/^0\.\d+$/),
        },
      },
    ])
    await receiver.close()
  },
  TIMEOUT_MS,
)

test(
  'a hard cap is told when it refuses a call, though the spend stays below it',
  async () => {
    const { accountId, receiver } = await world()
    const cap = { capMicroUsd: 25_000, capMode: 'hard' } as const
    const keyId = await makeKey(accountId, cap)
    const teller = eagerTeller()
    expect(await callTimes(1, accountId, keyId, cap)).toBe(1)
    expect((await teller.step()).told).toBe(0)
    expect(await callTimes(CALLS, accountId, keyId, cap)).toBeLessThan(CALLS)
    expect((await teller.step()).told).toBe(1)
    await callTimes(CALLS, accountId, keyId, cap)
    expect((await teller.step()).told).toBe(0)
    const { rows } = await pool.query<{ body: string }>(
      `select e.body from webhook_events e where e.account_id = $1`,
      [accountId],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.parse(rows[0]?.body ?? '')).toMatchObject({ data: { keyId, capMode: 'hard' } })
    await receiver.close()
  },
  TIMEOUT_MS,
)

test('a key that ends within a week is told of once, and again when it has another end', async () => {
  const { accountId, receiver } = await world()
  const keyId = await makeKey(accountId, { expiresAt: inDays(6) })
  await makeKey(accountId, { expiresAt: inDays(8) })
  await makeKey(accountId, { expiresAt: inDays(-1) })
  await makeKey(accountId, { expiresAt: inDays(1), kind: 'grant' })
  await makeKey(accountId, { expiresAt: inDays(1), isRevoked: true })
  const teller = eagerTeller()
  const told = async (): Promise<Message[]> => {
    await teller.step()
    const { rows } = await pool.query<{ body: string }>(
      'select body from webhook_events where account_id = $1 order by seq',
      [accountId],
    )
    return rows.map(({ body }) => JSON.parse(body) as Message)
  }
  expect(await told()).toMatchObject([{ type: 'key.expiring', data: { keyId } }])
  expect(await told()).toHaveLength(1)
  await pool.query(`update api_keys set expires_at = now() + interval '2 days' where id = $1`, [
    keyId,
  ])
  expect(await told()).toHaveLength(2)
  expect(JSON.stringify(await told())).not.toContain('a label')
  await receiver.close()
})
