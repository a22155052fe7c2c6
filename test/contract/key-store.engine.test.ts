/** Keys on PostgreSQL. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNT_LIMITS } from '#contracts/account.ts'
import { isRefusal } from '#contracts/fault.ts'
import { Instant } from '#contracts/ids.ts'
import { makeAccounts } from '#infra/postgres/accounts/accounts.ts'
import { makeNamedOrigins, KEY_CACHE, makeKeyStore } from '#infra/postgres/accounts/key-store.ts'
import { makeKeyAdmin } from '#infra/postgres/accounts/key-store-admin.ts'
import { makeKeyUses, notingUses } from '#infra/postgres/accounts/key-store-uses.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { secretHmacOf } from '#contracts/web/keys.ts'
import { ensureKey } from '#query-api/accounts/admin.ts'
import type { NewKey, NewSecret } from '#query-api/accounts/ports.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { openPostgres15, postgres15Missing } from '../engines/postgres15.ts'

const newSecret = (): NewSecret => ({
  secretHmac: randomBytes(32),
  last4: randomBytes(2).toString('hex'),
})
const newKey = (changes: Partial<NewKey> = {}): NewKey => ({
  keyId: randomUUID(),
  holder: { name: `account ${randomUUID()}`, plan: 'practitioner' },
  actor: 'system',
  kind: 'live',
  label: '',
  scopes: ['search:read', 'mcp'],
  capMicroUsd: 12_500_000,
  capMode: 'hard',
  expiresAt: null,
  ...newSecret(),
  ...changes,
})
const instantIn = (ms: number): Instant => Instant.parse(new Date(Date.now() + ms).toISOString())

const target = (keyId: string, accountId: string | null = null) =>
  ({ keyId, accountId, actor: 'system' }) as const

const rotation = (overlapSeconds: number, replaces: string | null = null) => ({
  overlapSeconds,
  replaces,
})

const keysOn = (name: string, open: () => Promise<TestDatabase>): void => {
  describe(`keys on ${name}`, () => {
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

    const created = async (key: NewKey): Promise<string> => {
      const outcome = await makeKeyAdmin(pool).create(key)
      if (isRefusal(outcome)) throw new Error(outcome.refused)
      return outcome.keyId
    }
    const find = (secretHmac: Uint8Array) => makeKeyStore(pool).find(secretHmac)
    const accountOf = async (key: NewKey): Promise<string> =>
      (await find(key.secretHmac))?.accountId ?? ''
    const acts = async (subject: string): Promise<unknown[]> =>
      (
        await pool.query<{ kind: string }>(
          'select kind from audit_acts where subject = $1 order by position',
          [subject],
        )
      ).rows.map(({ kind }) => kind)
    test('a key is found by its HMAC, with what it was made of', async () => {
      const key = newKey()
      const keyId = await created(key)
      expect(await find(key.secretHmac)).toEqual({
        keyId,
        accountId: expect.any(String),
        plan: 'practitioner',
        scopes: ['search:read', 'mcp'],
        capMicroUsd: 12_500_000,
        capMode: 'hard',
        expiresAt: null,
        allowedOrigins: [],
        revokedAt: null,
      })
      expect(await find(randomBytes(32))).toBeNull()
    })

    test('keys of one name are of one account; another plan is refused and leaves nothing', async () => {
      const first = newKey()
      const second = newKey({ holder: first.holder })
      await created(first)
      await created(second)
      expect(await accountOf(first)).toBe(await accountOf(second))
      const plan = 'firm'
      const other = newKey({ holder: { ...first.holder, plan } as NewKey['holder'] })
      expect(await makeKeyAdmin(pool).create(other)).toMatchObject({ refused: 'plan-conflict' })
      expect(await find(other.secretHmac)).toBeNull()
    })

    test('the same secret, or the same id, is the same key, also when many make it at once', async () => {
      const key = newKey()
      const keyId = await created(key)
      const again = Array.from({ length: 4 }, (_, index) =>
        created(index % 2 === 0 ? { ...key, keyId: randomUUID() } : { ...key, ...newSecret() }),
      )
      expect(new Set(await Promise.all(again))).toEqual(new Set([keyId]))
      expect(await acts(keyId)).toEqual(['key.created'])
    })

    test("another account's key is one that does not exist", async () => {
      const mine = newKey()
      const theirs = newKey()
      await created(mine)
      const keyId = await created(theirs)
      const accountId = await accountOf(mine)
      const admin = makeKeyAdmin(pool)
      const foreign = target(keyId, accountId)
      const unknown = { refused: 'key-unknown' }
      expect(await admin.one(foreign)).toMatchObject(unknown)
      expect(await admin.revoke(foreign)).toMatchObject(unknown)
      expect(await admin.rotate(foreign, newSecret(), rotation(0))).toMatchObject(unknown)
      expect(await admin.setCap(foreign, { capMicroUsd: 0, capMode: 'hard' })).toMatchObject(
        unknown,
      )
      expect(await admin.create(newKey({ holder: { accountId }, keyId }))).toMatchObject(unknown)
      expect(await find(theirs.secretHmac)).not.toBeNull()
      expect((await admin.list(accountId)).map((one) => one.keyId)).toEqual([mine.keyId])
    })

    test('a revoked key is gone within a second in every process, and stays revoked since the first time', async () => {
      const key = newKey()
      const keyId = await created(key)
      let now = 0
      const stores = [makeKeyStore(pool, () => now), makeKeyStore(pool, () => now)]
      const found = () => Promise.all(stores.map((store) => store.find(key.secretHmac)))
      expect(await found()).not.toContain(null)
      const first = await makeKeyAdmin(pool).revoke(target(keyId))
      now = KEY_CACHE.ageMs - 1
      expect(await found()).not.toContain(null)
      now = KEY_CACHE.ageMs
      expect(KEY_CACHE.ageMs).toBeLessThan(1_000)
      expect(await found()).toEqual([null, null])
      expect(await makeKeyAdmin(pool).revoke(target(keyId))).toEqual(first)
      expect(await acts(keyId)).toEqual(['key.created', 'key.revoked'])
    })

    test('acts on what is not there are refused', async () => {
      const admin = makeKeyAdmin(pool)
      const nobody = target(randomUUID())
      const unknown = { refused: 'key-unknown' }
      expect(await admin.revoke(nobody)).toMatchObject(unknown)
      expect(await admin.rotate(nobody, newSecret(), rotation(0))).toMatchObject(unknown)
      const key = newKey({ holder: { accountId: randomUUID() } })
      expect(await admin.create(key)).toMatchObject({ refused: 'account-unknown' })
    })

    test('a rotated key has two secrets until the overlap ends, and never three', async () => {
      const key = newKey()
      const keyId = await created(key)
      const [second, third] = [newSecret(), newSecret()]
      const admin = makeKeyAdmin(pool)
      const rotated = await admin.rotate(target(keyId), second, rotation(3_600))
      const until = isRefusal(rotated) ? '' : rotated.previousValidUntil
      expect(Date.parse(until) - Date.now()).toBeGreaterThan(3_500_000)
      const old = await find(key.secretHmac)
      expect(old).toMatchObject({ keyId, expiresAt: until })
      expect(await find(second.secretHmac)).toMatchObject({ keyId, expiresAt: null })
      expect(await admin.one(target(keyId))).toMatchObject({
        last4: second.last4,
        previous: { last4: key.last4, validUntil: until },
      })
      await admin.rotate(target(keyId), third, rotation(3_600))
      expect(await find(key.secretHmac)).toBeNull()
      expect(await find(second.secretHmac)).toMatchObject({ keyId })
      expect(await find(third.secretHmac)).toMatchObject({ keyId })
      expect(await acts(keyId)).toEqual(['key.created', 'key.rotated', 'key.rotated'])
    })

    test('a key that is known beforehand does not come back once it is rotated or revoked', async () => {
      const admin = makeKeyAdmin(pool)
      const deps = { admin, pepper: TEST_PEPPER, clock: () => Date.now() }
      const holder = { name: `account ${randomUUID()}`, plan: 'firm' } as const
      const key = `svc_live_${randomBytes(24).toString('hex')}`
      const ensure = () => ensureKey(deps, { holder, actor: 'system' }, key)
      const first = await ensure()
      if (isRefusal(first)) throw new Error(first.refused)
      const own = { keyId: first.keyId, accountId: null, actor: 'system' } as const
      expect(await ensure()).toMatchObject({ keyId: first.keyId, isInForce: true })
      for (let turn = 0; turn < 2; turn += 1) await admin.rotate(own, newSecret(), rotation(0))
      expect(await ensure()).toMatchObject({ keyId: first.keyId, isInForce: false })
      expect(await makeKeyStore(pool).find(secretHmacOf(TEST_PEPPER, key))).toBeNull()
      await admin.revoke(own)
      expect(await ensure()).toMatchObject({ keyId: first.keyId, isInForce: false })
    })

    test('an old secret ends when the overlap does, also in a process that knows it', async () => {
      const key = newKey()
      const keyId = await created(key)
      await makeKeyAdmin(pool).rotate(target(keyId), newSecret(), rotation(0))
      expect(await find(key.secretHmac)).toBeNull()
      expect(await makeKeyAdmin(pool).one(target(keyId))).toMatchObject({ previous: null })
    })

    test('a form that is sent twice rotates once', async () => {
      const key = newKey()
      const keyId = await created(key)
      const admin = makeKeyAdmin(pool)
      const outcomes = await Promise.all(
        [newSecret(), newSecret()].map((secret) =>
          admin.rotate(target(keyId), secret, rotation(3_600, key.last4)),
        ),
      )
      expect(outcomes.filter((one) => isRefusal(one))).toMatchObject([{ refused: 'key-rotated' }])
      expect(await find(key.secretHmac)).not.toBeNull()
    })

    test('the earlier of two ends counts', async () => {
      const key = newKey({ expiresAt: instantIn(60_000) })
      const keyId = await created(key)
      await makeKeyAdmin(pool).rotate(target(keyId), newSecret(), rotation(3_600))
      expect((await find(key.secretHmac))?.expiresAt).toBe(key.expiresAt)
    })

    test('a rotation does not promise the old secret a longer life than its key has', async () => {
      const ends = instantIn(60_000)
      const admin = makeKeyAdmin(pool)
      const keyId = await created(newKey({ expiresAt: ends }))
      const rotated = await admin.rotate(target(keyId), newSecret(), rotation(3_600))
      expect(rotated).toEqual({ previousValidUntil: ends })
      expect(await admin.one(target(keyId))).toMatchObject({ previous: { validUntil: ends } })
    })

    test('an expired key gets no new secret, since that would not work; it can be revoked', async () => {
      const key = newKey({ expiresAt: instantIn(-1_000) })
      const keyId = await created(key)
      const admin = makeKeyAdmin(pool)
      expect(await admin.rotate(target(keyId), newSecret(), rotation(3_600))).toMatchObject({
        refused: 'key-expired',
      })
      expect(await admin.one(target(keyId))).toMatchObject({ last4: key.last4, previous: null })
      expect(await admin.revoke(target(keyId))).toMatchObject({ revokedAt: expect.any(String) })
      expect(await acts(keyId)).toEqual(['key.created', 'key.revoked'])
    })

    test('a revoked key is neither rotated nor capped', async () => {
      const key = newKey()
      const keyId = await created(key)
      const admin = makeKeyAdmin(pool)
      await admin.revoke(target(keyId))
      const revoked = { refused: 'key-revoked' }
      expect(await admin.rotate(target(keyId), newSecret(), rotation(0))).toMatchObject(revoked)
      const cap = { capMicroUsd: 1, capMode: 'hard' } as const
      expect(await admin.setCap(target(keyId), cap)).toMatchObject(revoked)
    })

    test('a cap is set and taken away', async () => {
      const key = newKey()
      const keyId = await created(key)
      const admin = makeKeyAdmin(pool)
      await admin.setCap(target(keyId), { capMicroUsd: 7, capMode: 'soft' })
      expect(await find(key.secretHmac)).toMatchObject({ capMicroUsd: 7, capMode: 'soft' })
      await admin.setCap(target(keyId), { capMicroUsd: null, capMode: 'soft' })
      expect(await find(key.secretHmac)).toMatchObject({ capMicroUsd: null })
      expect(await acts(keyId)).toEqual(['key.created', 'key.cap-set', 'key.cap-set'])
    })

    test('a cap that is raised goes on to do what it did', async () => {
      const key = newKey({ capMicroUsd: 7, capMode: 'hard' })
      const keyId = await created(key)
      const raised = { capMicroUsd: 9, capMode: null }
      expect(await makeKeyAdmin(pool).setCap(target(keyId), raised)).toEqual({
        keyId,
        capMode: 'hard',
      })
      expect(await find(key.secretHmac)).toMatchObject({ capMicroUsd: 9, capMode: 'hard' })
    })

    test('a key names the origins of web pages, and an origin is known while a key names it', async () => {
      const key = newKey()
      const keyId = await created(key)
      const admin = makeKeyAdmin(pool)
      const origin = `https://${randomUUID()}.example`
      const isNamed = makeNamedOrigins(pool)
      await admin.setOrigins(target(keyId), [origin])
      expect(await find(key.secretHmac)).toMatchObject({ allowedOrigins: [origin] })
      expect(await admin.one(target(keyId))).toMatchObject({ allowedOrigins: [origin] })
      expect([await isNamed(origin), await isNamed('https://nobody.example')]).toEqual([
        true,
        false,
      ])
      await admin.revoke(target(keyId))
      expect(await isNamed(origin)).toBe(false)
      expect(await admin.setOrigins(target(keyId), [])).toMatchObject({ refused: 'key-revoked' })
      expect(await acts(keyId)).toEqual(['key.created', 'key.origins-set', 'key.revoked'])
    })

    test('an account has no more keys in force than its limit, however many ask at once', async () => {
      const holder = { name: `many ${randomUUID()}`, plan: 'firm' } as const
      const admin = makeKeyAdmin(pool)
      const outcomes = await Promise.all(
        Array.from({ length: ACCOUNT_LIMITS.liveKeysMax + 3 }, () =>
          admin.create(newKey({ holder })),
        ),
      )
      const refused = outcomes.filter((one) => isRefusal(one))
      expect(refused.map((one) => ('refused' in one ? one.refused : ''))).toEqual(
        Array.from({ length: 3 }, () => 'keys-too-many'),
      )
    })

    test('a key that was unknown is found as soon as it exists', async () => {
      const key = newKey()
      const store = makeKeyStore(pool)
      expect(await store.find(key.secretHmac)).toBeNull()
      await created(key)
      expect(await store.find(key.secretHmac)).not.toBeNull()
    })

    const counting = (): { pool: PostgresPool; reads: () => number } => {
      let reads = 0
      const query: PostgresPool['query'] = (...args) => {
        reads += 1
        return pool.query(...args)
      }
      return { pool: { ...pool, query }, reads: () => reads }
    }

    test('many who ask at once cost one read', async () => {
      const key = newKey()
      await created(key)
      const counted = counting()
      const store = makeKeyStore(counted.pool)
      await Promise.all(Array.from({ length: 50 }, () => store.find(key.secretHmac)))
      expect(counted.reads()).toBe(1)
    })

    test('unknown, revoked, expired, replaced and unpaid keys each cost one read, every time', async () => {
      const [revoked, expired, replaced, unpaid] = [
        newKey(),
        newKey({ expiresAt: instantIn(-1_000) }),
        newKey(),
        newKey(),
      ]
      await makeKeyAdmin(pool).revoke(target(await created(revoked)))
      await created(expired)
      await makeKeyAdmin(pool).rotate(target(await created(replaced)), newSecret(), rotation(0))
      await created(unpaid)
      await makeAccounts(pool).setPaid(await accountOf(unpaid), 'unpaid', 'stripe')
      for (const { secretHmac } of [newSecret(), revoked, expired, replaced, unpaid]) {
        const counted = counting()
        const store = makeKeyStore(counted.pool)
        for (const expected of [1, 2, 3]) {
          expect(await store.find(secretHmac)).toBeNull()
          expect(counted.reads()).toBe(expected)
        }
      }
    })

    test('keys of an account that does not pay are not found, nor made, until it pays again', async () => {
      const key = newKey()
      await created(key)
      const accountId = await accountOf(key)
      const accounts = makeAccounts(pool)
      await accounts.setPaid(accountId, 'unpaid', 'stripe')
      expect(await find(key.secretHmac)).toBeNull()
      const admin = makeKeyAdmin(pool)
      const unpaid = { refused: 'account-unpaid' }
      expect(await admin.create(newKey({ holder: { accountId } }))).toMatchObject(unpaid)
      expect(await admin.create(newKey({ holder: key.holder }))).toMatchObject(unpaid)
      expect(await admin.rotate(target(key.keyId), newSecret(), rotation(0))).toMatchObject(unpaid)
      await accounts.setPaid(accountId, 'paid', 'stripe')
      expect(await find(key.secretHmac)).not.toBeNull()
    })

    test('the list shows the end of a key and never its HMAC', async () => {
      const key = newKey({ last4: 'wxyz', label: 'Bibliothèque' })
      const keyId = await created(key)
      const listed = await makeKeyAdmin(pool).list(null)
      const found = listed.find((one) => one.keyId === keyId)
      expect(found).toMatchObject({
        account: 'name' in key.holder ? key.holder.name : '',
        last4: 'wxyz',
        label: 'Bibliothèque',
        plan: 'practitioner',
        paid: true,
        lastUsedOn: null,
        previous: null,
      })
      expect(Object.keys(found ?? {})).not.toContain('secretHmac')
    })

    test('the store being away is a fault, and is asked again the next time', async () => {
      const key = newKey()
      await created(key)
      let away = true
      const flaky: PostgresPool = {
        ...pool,
        query: (...args) => (away ? Promise.reject(new Error('away')) : pool.query(...args)),
      }
      const store = makeKeyStore(flaky)
      await expect(store.find(key.secretHmac)).rejects.toThrow('away')
      away = false
      expect(await store.find(key.secretHmac)).not.toBeNull()
    })

    test('the day of the last use is written behind the request, once a day', async () => {
      const key = newKey()
      const keyId = await created(key)
      const counted = counting()
      let today = '2026-03-01'
      const uses = makeKeyUses(counted.pool, { today: () => today })
      const store = notingUses(makeKeyStore(pool), uses)
      const lastUse = async (): Promise<string | null> => {
        const one = await makeKeyAdmin(pool).one(target(keyId))
        return isRefusal(one) ? null : one.lastUsedOn
      }
      for (let use = 0; use < 20; use += 1) await store.find(key.secretHmac)
      await store.find(randomBytes(32))
      expect(counted.reads()).toBe(0)
      expect(await lastUse()).toBeNull()
      await uses.flush()
      expect(await lastUse()).toBe('2026-03-01')
      await store.find(key.secretHmac)
      await uses.flush()
      expect(counted.reads()).toBe(1)
      today = '2026-03-02'
      await store.find(key.secretHmac)
      await uses.close()
      expect(await lastUse()).toBe('2026-03-02')
      expect(counted.reads()).toBe(2)
    })

    test('a day that could not be written is written later, and never goes back', async () => {
      const key = newKey()
      const keyId = await created(key)
      let away = true
      const faults: unknown[] = []
      const flaky: PostgresPool = {
        ...pool,
        query: (...args) => (away ? Promise.reject(new Error('away')) : pool.query(...args)),
      }
      const uses = makeKeyUses(flaky, {
        today: () => '2026-03-02',
        onFault: (error) => faults.push(error),
      })
      uses.note(keyId)
      await uses.flush()
      expect(faults).toHaveLength(1)
      away = false
      uses.note(keyId)
      await uses.close()
      const late = makeKeyUses(pool, { today: () => '2026-03-01' })
      late.note(keyId)
      await late.close()
      expect(await makeKeyAdmin(pool).one(target(keyId))).toMatchObject({
        lastUsedOn: '2026-03-02',
      })
    })

    test('each key is written with the day of its own last use', async () => {
      const [first, second] = [await created(newKey()), await created(newKey())]
      let today = '2026-11-30'
      const uses = makeKeyUses(pool, { today: () => today })
      uses.note(first)
      uses.note(second)
      today = '2026-12-01'
      uses.note(second)
      await uses.close()
      const lastUses = [first, second].map((keyId) => makeKeyAdmin(pool).one(target(keyId)))
      expect(await Promise.all(lastUses)).toMatchObject([
        { lastUsedOn: '2026-11-30' },
        { lastUsedOn: '2026-12-01' },
      ])
    })

    test('a use that could not be written is kept, although the key is not used again', async () => {
      const keyId = await created(newKey())
      let away = true
      const flaky: PostgresPool = {
        ...pool,
        query: (...args) => (away ? Promise.reject(new Error('away')) : pool.query(...args)),
      }
      const uses = makeKeyUses(flaky, { today: () => '2026-03-02' })
      uses.note(keyId)
      await uses.flush()
      away = false
      await uses.close()
      expect(await makeKeyAdmin(pool).one(target(keyId))).toMatchObject({
        lastUsedOn: '2026-03-02',
      })
    })

    test('closing waits for a write that runs', async () => {
      const keyId = await created(newKey())
      const held = Promise.withResolvers<void>()
      const slow: PostgresPool = {
        ...pool,
        query: async (...args) => {
          await held.promise
          return pool.query(...args)
        },
      }
      const uses = makeKeyUses(slow, { today: () => '2026-03-02' })
      uses.note(keyId)
      void uses.flush()
      const order: string[] = []
      const closing = uses.close().then(() => order.push('closed'))
      // Whatever does not wait ends before this turn.
      await new Promise(setImmediate)
      order.push('written')
      held.resolve()
      await closing
      expect(order).toEqual(['written', 'closed'])
      expect(await makeKeyAdmin(pool).one(target(keyId))).toMatchObject({
        lastUsedOn: '2026-03-02',
      })
    })
  })
}

keysOn('the embedded PostgreSQL 18', openTestDatabase)
const missing = await postgres15Missing()
if (missing === null) keysOn('PostgreSQL 15', openPostgres15)
else describe('keys on PostgreSQL 15', () => test.skip(missing))
