/** Keys on PostgreSQL. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import { KEY_CACHE, makeKeyAdmin, makeKeyStore } from '#infra/postgres/key-store.ts'
import { makePool, type PostgresPool } from '#infra/postgres/pool.ts'
import type { NewKey } from '#query-api/ports.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { openPostgres15, postgres15Missing } from '../engines/postgres15.ts'

const newKey = (changes: Partial<NewKey> = {}): NewKey => ({
  account: `account ${randomUUID()}`,
  plan: 'practitioner',
  scopes: ['search:read', 'mcp'],
  capMicroUsd: 12_500_000,
  capMode: 'hard',
  expiresAt: null,
  secretHmac: randomBytes(32),
  last4: 'abcd',
  ...changes,
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

    test('a key is found by its HMAC, with what it was made of', async () => {
      const key = newKey({ expiresAt: null })
      const keyId = await created(key)
      expect(await makeKeyStore(pool).find(key.secretHmac)).toEqual({
        keyId,
        accountId: expect.any(String),
        plan: 'practitioner',
        scopes: ['search:read', 'mcp'],
        capMicroUsd: 12_500_000,
        capMode: 'hard',
        expiresAt: null,
        revokedAt: null,
      })
      expect(await makeKeyStore(pool).find(randomBytes(32))).toBeNull()
    })

    test('keys of one name are of one account; another plan is refused and leaves nothing', async () => {
      const first = newKey()
      const second = newKey({ account: first.account })
      await created(first)
      await created(second)
      const store = makeKeyStore(pool)
      const [one, two] = [await store.find(first.secretHmac), await store.find(second.secretHmac)]
      expect(one?.accountId).toBe(two?.accountId)
      const other = newKey({ account: first.account, plan: 'firm' })
      expect(await makeKeyAdmin(pool).create(other)).toMatchObject({ refused: 'plan-conflict' })
      expect(await store.find(other.secretHmac)).toBeNull()
    })

    test('the same secret again is the same key, also when many make it at once', async () => {
      const key = newKey()
      const ids = await Promise.all(Array.from({ length: 4 }, () => created(key)))
      expect(new Set(ids).size).toBe(1)
    })

    test('a revoked key is seen so within a second, and stays revoked since the first time', async () => {
      const key = newKey()
      const keyId = await created(key)
      let now = 0
      const store = makeKeyStore(pool, () => now)
      expect((await store.find(key.secretHmac))?.revokedAt).toBeNull()
      const first = await makeKeyAdmin(pool).revoke(keyId)
      now = KEY_CACHE.ageMs - 1
      expect((await store.find(key.secretHmac))?.revokedAt).toBeNull()
      now = KEY_CACHE.ageMs
      expect(KEY_CACHE.ageMs).toBeLessThan(1_000)
      expect((await store.find(key.secretHmac))?.revokedAt).not.toBeNull()
      expect(await makeKeyAdmin(pool).revoke(keyId)).toEqual(first)
    })

    test('revoking what is not there is refused', async () => {
      expect(await makeKeyAdmin(pool).revoke(randomUUID())).toMatchObject({
        refused: 'key-unknown',
      })
    })

    test('a key that was unknown is found as soon as it exists', async () => {
      const key = newKey()
      const store = makeKeyStore(pool)
      expect(await store.find(key.secretHmac)).toBeNull()
      await created(key)
      expect(await store.find(key.secretHmac)).not.toBeNull()
    })

    test('many who ask at once cost one read', async () => {
      const key = newKey()
      await created(key)
      let reads = 0
      const counting: PostgresPool = {
        ...pool,
        query: (...args) => {
          reads += 1
          return pool.query(...args)
        },
      }
      const store = makeKeyStore(counting)
      await Promise.all(Array.from({ length: 50 }, () => store.find(key.secretHmac)))
      expect(reads).toBe(1)
    })

    test('keys of an account that does not pay are not found', async () => {
      const key = newKey()
      await created(key)
      await pool.query('update accounts set paid = false where name = $1', [key.account])
      expect(await makeKeyStore(pool).find(key.secretHmac)).toBeNull()
    })

    test('the list shows the end of a key and never its HMAC', async () => {
      const key = newKey({ last4: 'wxyz' })
      const keyId = await created(key)
      const listed = await makeKeyAdmin(pool).list()
      const found = listed.find((one) => one.keyId === keyId)
      expect(found).toMatchObject({ account: key.account, last4: 'wxyz', plan: 'practitioner' })
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
  })
}

keysOn('the embedded PostgreSQL 18', openTestDatabase)
const missing = await postgres15Missing()
if (missing === null) keysOn('PostgreSQL 15', openPostgres15)
else describe('keys on PostgreSQL 15', () => test.skip(missing))
