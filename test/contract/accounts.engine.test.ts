/** Accounts, people and sessions on PostgreSQL. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EmailAddress } from '#contracts/account.ts'
import { isRefusal } from '#contracts/fault.ts'
import { makeAccounts } from '#infra/postgres/accounts/accounts.ts'
import { makeUsageReader } from '#infra/postgres/accounts/accounts-usage.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeSessions } from '#infra/postgres/accounts/sessions.ts'
import { makeUsers } from '#infra/postgres/accounts/users.ts'
import type { LedgerCharge } from '#query-api/portal/ports.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { openPostgres15, postgres15Missing } from '../engines/postgres15.ts'

const HOUR_SECONDS = 3_600
const actor = 'system'

const address = (): EmailAddress => EmailAddress.parse(`${randomUUID()}@Example.org`)

const accountsOn = (name: string, open: () => Promise<TestDatabase>): void => {
  describe(`accounts on ${name}`, () => {
    let database: TestDatabase
    let pool: PostgresPool
    beforeAll(async () => {
      database = await open()
      pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 4 })
    })
    afterAll(async () => {
      await pool.close()
      await database.close()
    })

    const account = async (status: 'paid' | 'unpaid' = 'paid') => {
      const accountName = `account ${randomUUID()}`
      const made = await makeAccounts(pool).create({
        name: accountName,
        plan: 'firm',
        status,
        actor,
      })
      if (isRefusal(made)) throw new Error(made.refused)
      return { accountId: made.accountId, name: accountName }
    }
    const person = async (accountId: string, email = address()) => {
      const user = { accountId, email, passwordHash: 'hash', actor } as const
      const set = await makeUsers(pool).setPassword(user)
      if (isRefusal(set)) throw new Error(set.refused)
      return { userId: set.userId, email }
    }
    const session = async (
      userId: string,
      { sessionsMax = 10, passwordHash = 'hash' } = {},
    ): Promise<Uint8Array> => {
      const tokenHash = randomBytes(32)
      const lifetimeSeconds = HOUR_SECONDS
      const opened = { tokenHash, userId, passwordHash, lifetimeSeconds, sessionsMax }
      await makeSessions(pool).open(opened)
      return tokenHash
    }
    const find = (tokenHash: Uint8Array) => makeSessions(pool).find(tokenHash, HOUR_SECONDS / 2)
    const acts = async (subject: string): Promise<unknown[]> =>
      (
        await pool.query<{ kind: string }>(
          'select kind from audit_acts where subject = $1 order by position',
          [subject],
        )
      ).rows.map(({ kind }) => kind)

    test('an account is made once, listed, and found by its name', async () => {
      const { accountId, name: accountName } = await account('unpaid')
      const accounts = makeAccounts(pool)
      const again = { name: accountName, plan: 'firm', status: 'paid', actor } as const
      expect(await accounts.create(again)).toMatchObject({ refused: 'account-exists' })
      expect(await accounts.byName(accountName)).toMatchObject({ accountId, paid: false })
      expect(await accounts.byName('nobody')).toBeNull()
      const listed = (await accounts.list()).find((one) => one.accountId === accountId)
      expect(listed).toMatchObject({ plan: 'firm', paid: false, liveKeys: 0, users: 0 })
      expect(await acts(accountId)).toEqual(['account.created'])
    })

    test('the paid status changes once for each change, with its actor', async () => {
      const { accountId } = await account('unpaid')
      const accounts = makeAccounts(pool)
      expect(await accounts.setPaid(accountId, 'unpaid', 'stripe')).toEqual({ changed: false })
      const many = await Promise.all(
        [1, 2, 3].map(() => accounts.setPaid(accountId, 'paid', 'stripe')),
      )
      expect(many.filter((one) => 'changed' in one && one.changed)).toHaveLength(1)
      const listed = (await accounts.list()).find((one) => one.accountId === accountId)
      expect(listed).toMatchObject({ paid: true, statusCause: 'stripe' })
      expect(await acts(accountId)).toEqual(['account.created', 'account.paid-set'])
      const unknown = { refused: 'account-unknown' }
      expect(await accounts.setPaid(randomUUID(), 'paid', 'stripe')).toMatchObject(unknown)
      expect(await accounts.setPaid('x', 'paid', 'stripe')).toMatchObject(unknown)
    })

    test('an address is of one account, whatever its case', async () => {
      const [mine, theirs] = [await account(), await account()]
      const { email, userId } = await person(mine.accountId)
      const users = makeUsers(pool)
      const other = { accountId: theirs.accountId, email, passwordHash: 'other', actor } as const
      expect(await users.setPassword(other)).toMatchObject({ refused: 'email-taken' })
      expect(await users.byEmail(email)).toEqual({ userId, passwordHash: 'hash' })
      expect((await person(mine.accountId, email)).userId).toBe(userId)
      expect(await acts(mine.accountId)).toEqual([
        'account.created',
        'account.password-set',
        'account.password-set',
      ])
    })

    test('a person who is removed leaves no row, no mail and no session; the account stays', async () => {
      const mine = await account()
      const [gone, stays] = [await person(mine.accountId), await person(mine.accountId)]
      const addressId = randomUUID()
      await pool.query(
        `insert into webhook_endpoints (id, account_id, kind, url, sealed_secret, starts_after)
         values ($1, $2, 'mail', 'mailto:', '', 0)`,
        [addressId, mine.accountId],
      )
      await pool.query(
        "insert into mail_addresses (user_id, endpoint_id, language) values ($1, $2, 'fr')",
        [gone.userId, addressId],
      )
      const [ended, left] = [await session(gone.userId), await session(stays.userId)]
      const removed = { accountId: mine.accountId, email: gone.email, actor } as const
      expect(await makeUsers(pool).remove(removed)).toEqual({ userId: gone.userId })
      expect(await makeUsers(pool).remove(removed)).toMatchObject({
        refused: 'account-person-unknown',
      })
      expect([await find(ended), await makeUsers(pool).byEmail(gone.email)]).toEqual([null, null])
      expect(await find(left)).toMatchObject({ userId: stays.userId })
      const { rows } = await pool.query(
        'select from webhook_endpoints where id = $1 union all select from mail_addresses where endpoint_id = $1',
        [addressId],
      )
      expect(rows).toEqual([])
      expect((await acts(mine.accountId)).at(-1)).toBe('account.person-removed')
    })

    test('a session says who is signed in, as things are now', async () => {
      const { accountId } = await account()
      const { userId, email } = await person(accountId)
      const token = await session(userId)
      expect(await find(token)).toMatchObject({ userId, email, account: { accountId, paid: true } })
      await makeAccounts(pool).setPaid(accountId, 'unpaid', 'stripe')
      expect(await find(token)).toMatchObject({ account: { paid: false } })
      expect(await find(randomBytes(32))).toBeNull()
    })

    const shift = (tokenHash: Uint8Array, column: string, seconds: number) =>
      pool.query(
        `update account_sessions set ${column} = ${column} - make_interval(secs => $2) where token_hash = $1`,
        [tokenHash, seconds],
      )

    test('a session ends by its age, and by not being used; use keeps it', async () => {
      const { userId } = await person((await account()).accountId)
      const [old, idle, used] = [
        await session(userId),
        await session(userId),
        await session(userId),
      ]
      await shift(old, 'expires_at', HOUR_SECONDS)
      expect(await find(old)).toBeNull()
      await shift(idle, 'last_seen_at', HOUR_SECONDS / 2)
      expect(await find(idle)).toBeNull()
      await shift(used, 'last_seen_at', HOUR_SECONDS / 2 - 60)
      expect(await find(used)).not.toBeNull()
      await shift(used, 'last_seen_at', HOUR_SECONDS / 2 - 60)
      expect(await find(used)).not.toBeNull()
    })

    test('a new password ends every session; signing out ends one', async () => {
      const { accountId } = await account()
      const { userId, email } = await person(accountId)
      const [one, two, three] = [
        await session(userId),
        await session(userId),
        await session(userId),
      ]
      await makeSessions(pool).close(one)
      await makeSessions(pool).close(one)
      expect(await find(one)).toBeNull()
      expect(await find(two)).not.toBeNull()
      await makeUsers(pool).rehash(userId, 'hash', 'newer')
      expect(await find(two)).not.toBeNull()
      await makeUsers(pool).rehash(userId, 'hash', 'lost race')
      expect((await makeUsers(pool).byEmail(email))?.passwordHash).toBe('newer')
      await person(accountId, email)
      expect([await find(two), await find(three)]).toEqual([null, null])
    })

    test('a password that was changed while somebody signed in with it opens nothing', async () => {
      const { userId } = await person((await account()).accountId)
      expect(await find(await session(userId, { passwordHash: 'old' }))).toBeNull()
      expect(await find(await session(userId))).not.toBeNull()
    })

    test('beyond the limit the oldest sessions end, however many open at once', async () => {
      const { userId } = await person((await account()).accountId)
      const first = await session(userId, { sessionsMax: 3 })
      await Promise.all(Array.from({ length: 6 }, () => session(userId, { sessionsMax: 3 })))
      expect(await find(first)).toBeNull()
      const { rows } = await pool.query<{ count: number }>(
        'select count(*) as count from account_sessions where user_id = $1',
        [userId],
      )
      expect(rows[0]?.count).toBe(3)
    })

    test('what is stored of a session is no token', async () => {
      const { rows } = await pool.query<{ type: string }>(
        `select data_type as type from information_schema.columns
         where table_name = 'account_sessions' and column_name = 'token_hash'`,
      )
      expect(rows).toEqual([{ type: 'bytea' }])
    })

    test('usage is read by day and operation, and charge by charge, of one account and month', async () => {
      const [mine, theirs] = [await account(), await account()]
      const keyId = randomUUID()
      const add = (accountId: string, operation: string, day: string, microUsd: number) =>
        pool.query(
          `insert into ledger (usage_id, account_id, key_id, operation, micro_usd, spend_before, month, reserved_at)
           values ($1, $2, $3, $4, $5, 0, $6, $7)`,
          [
            randomBytes(32),
            accountId,
            keyId,
            operation,
            microUsd,
            `${day.slice(0, 7)}-01`,
            `${day}T12:00:00.000Z`,
          ],
        )
      await add(mine.accountId, 'search', '2026-02-01', 15_000)
      await add(mine.accountId, 'search', '2026-02-01', 15_000)
      await add(mine.accountId, 'rag', '2026-02-28', 120_000)
      await add(mine.accountId, 'rag', '2026-03-01', 120_000)
      await add(theirs.accountId, 'rag', '2026-02-01', 120_000)
      const usage = makeUsageReader(pool)
      expect(await usage.byDay(mine.accountId, '2026-02')).toEqual([
        { day: '2026-02-01', operation: 'search', calls: 2, microUsd: 30_000 },
        { day: '2026-02-28', operation: 'rag', calls: 1, microUsd: 120_000 },
      ])
      const charges: LedgerCharge[] = []
      for await (const charge of usage.charges(mine.accountId, '2026-02')) charges.push(charge)
      expect(charges.map(({ operation, microUsd }) => [operation, microUsd])).toEqual([
        ['search', 15_000],
        ['search', 15_000],
        ['rag', 120_000],
      ])
      expect(charges[0]).toMatchObject({
        usageId: expect.stringMatching(/^[0-9a-f]{64}$/),
        at: '2026-02-01T12:00:00.000Z',
        keyId,
      })
    })
  })
}

accountsOn('the embedded PostgreSQL 18', openTestDatabase)
const missing = await postgres15Missing()
if (missing === null) accountsOn('PostgreSQL 15', openPostgres15)
else describe('accounts on PostgreSQL 15', () => test.skip(missing))
