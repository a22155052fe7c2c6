/**
 * Refused keys can't be distinguished by time: unknown, revoked, expired, replaced and unpaid
 * ones are asked in turn, over HTTP and the real tables, and their times compared. Prints the
 * ratios.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import { Instant } from '#contracts/ids.ts'
import { makeAccounts } from '#infra/postgres/accounts/accounts.ts'
import { makeKeyAdmin } from '#infra/postgres/accounts/key-store-admin.ts'
import { makeKeyStore } from '#infra/postgres/accounts/key-store.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { hashPassword } from '#contracts/web/passwords.ts'
import { makeSecrets } from '#contracts/web/secrets.ts'
import { signIn } from '#contracts/web/sign-in.ts'
import { generateKey, lastOf, secretHmacOf } from '#contracts/web/keys.ts'
import { makeMemoryRateLimiter } from '#infra/memory/rate-limiter.ts'
import { makeUsers } from '#infra/postgres/accounts/users.ts'
import { EmailAddress } from '#contracts/account.ts'
import { BASE, bearer, LIMITS, makeHarness, PEPPER } from '../api/harness.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'

const ROUNDS = 400
const WARM_UP_ROUNDS = 40
/**
 * How far from one half the chance may be that a request of one kind took longer than one of
 * another (Mann and Whitney 1947). With 400 of each, chance alone stays within 0.08 in all but one
 * of 10,000 runs; an answer from memory gives nearly 0.5. With 40 sign-ins chance stays within
 * 0.25, and an address for which nothing is hashed gives 0.5.
 */
const BIAS_MAX = 0.15
const SIGN_IN_ROUNDS = 40
const SIGN_IN_BIAS_MAX = 0.35
const TIMEOUT_MS = 180_000

let database: TestDatabase
let pool: PostgresPool
beforeAll(async () => {
  database = await openTestDatabase()
  pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 4 })
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

/** The lower quartile: what others on the machine do moves it least. */
const quartile = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 4)] ?? 0

/** In another order each time, so that none always follows the same one (Fisher and Yates). */
const shuffled = <T>(values: readonly T[]): readonly T[] => {
  const all = [...values]
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1)
    const value = all[last]
    all[last] = all[other] as T
    all[other] = value as T
  }
  return all
}

const stored = async (expiresAt: Instant | null = null) => {
  const key = generateKey()
  const keyId = randomUUID()
  const secret = {
    kind: 'live',
    secretHmac: secretHmacOf(PEPPER, key),
    last4: lastOf(key),
  } as const
  const terms = { label: '', scopes: [], capMicroUsd: null, capMode: 'soft', expiresAt } as const
  const holder = { name: `account ${randomUUID()}`, plan: 'firm' } as const
  const made = await makeKeyAdmin(pool).create({
    ...terms,
    ...secret,
    keyId,
    holder,
    actor: 'system',
  })
  if (isRefusal(made)) throw new Error(made.refused)
  return { key, target: { keyId, accountId: null, actor: 'system' }, name: holder.name } as const
}

const refusedKeys = async (): Promise<Readonly<Record<string, string>>> => {
  const [revoked, replaced, unpaid] = [await stored(), await stored(), await stored()]
  const expired = await stored(Instant.parse('2020-01-01T00:00:00.000Z'))
  const admin = makeKeyAdmin(pool)
  await admin.revoke(revoked.target)
  const other = generateKey()
  const secret = { secretHmac: secretHmacOf(PEPPER, other), last4: lastOf(other) }
  await admin.rotate(replaced.target, secret, { overlapSeconds: 0, replaces: null })
  const accounts = makeAccounts(pool)
  const account = await accounts.byName(unpaid.name)
  await accounts.setPaid(account?.accountId ?? '', 'unpaid', 'system')
  return {
    unknown: generateKey(),
    // Another one of the same kind shows how far chance alone reaches.
    alsoUnknown: generateKey(),
    revoked: revoked.key,
    replaced: replaced.key,
    unpaid: unpaid.key,
    expired: expired.key,
  }
}

type Times = Readonly<Record<string, readonly number[]>>

/** The chance that a value of one list is greater than one of the other, less one half. */
const biasOf = (some: readonly number[], others: readonly number[]): number => {
  const greater = some.map((one) => others.filter((other) => one > other).length)
  const same = some.map((one) => others.filter((other) => one === other).length / 2)
  const sum = [...greater, ...same].reduce((all, one) => all + one, 0)
  return sum / (some.length * others.length) - 0.5
}

/** Prints ratios, and answers the greatest bias of any kind against one of them. */
const compare = (what: string, times: Times, against: string): number => {
  const base = times[against] ?? []
  const shown = Object.entries(times).map(([name, all]) => {
    const ratio = (quartile(all) / quartile(base)).toFixed(3)
    return `${name} ${ratio} (bias ${biasOf(all, base).toFixed(3)})`
  })
  const unit = `${quartile(base).toFixed(3)} ms`
  process.stdout.write(
    `${what}, lower quartile against ${against} (${unit}): ${shown.join(', ')}\n`,
  )
  return Math.max(...Object.values(times).map((all) => Math.abs(biasOf(all, base))))
}

test(
  'refused keys are answered with the same bytes in the same time',
  { timeout: TIMEOUT_MS },
  async () => {
    const keys = await refusedKeys()
    const limits = { ...LIMITS, anonymous: 1_000_000 }
    const { app } = makeHarness({ keys: makeKeyStore(pool), limits, clock: () => Date.now() })
    const times: Record<string, number[]> = Object.fromEntries(
      Object.keys(keys).map((kind) => [kind, []]),
    )
    const bodies = new Set<string>()
    const order = Object.entries(keys)
    for (let round = 0; round < ROUNDS + WARM_UP_ROUNDS; round += 1) {
      for (const [kind, key] of shuffled(order)) {
        const start = performance.now()
        const answer = await app.inject({
          method: 'GET',
          url: `${BASE}/articles/a`,
          headers: bearer(key),
        })
        if (round >= WARM_UP_ROUNDS) times[kind]?.push(performance.now() - start)
        expect(answer.statusCode).toBe(401)
        bodies.add(answer.body)
      }
    }
    await app.close()
    expect(bodies.size).toBe(1)
    expect(compare('refused keys', times, 'unknown')).toBeLessThan(BIAS_MAX)
  },
)

test('a key whose checksum is wrong never reaches the database', async () => {
  let reads = 0
  const counting: PostgresPool = {
    ...pool,
    query: (...args) => {
      reads += 1
      return pool.query(...args)
    },
  }
  const { app } = makeHarness({ keys: makeKeyStore(counting) })
  const ask = (authorization?: string) =>
    app.inject({
      method: 'GET',
      url: `${BASE}/articles/a`,
      headers: authorization === undefined ? {} : { authorization },
    })
  const good = generateKey()
  const wrong = `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`
  for (const header of [undefined, '', 'Bearer', `Bearer ${wrong}`, `Basic ${good}`, good])
    expect((await ask(header)).statusCode).toBe(401)
  expect(reads).toBe(0)
  expect((await ask(`Bearer ${good}`)).statusCode).toBe(401)
  expect(reads).toBe(1)
  await app.close()
})

test('an unknown address takes as long as a wrong password', { timeout: TIMEOUT_MS }, async () => {
  const name = `account ${randomUUID()}`
  const account = { name, plan: 'firm', status: 'paid', actor: 'system' } as const
  const made = await makeAccounts(pool).create(account)
  if (isRefusal(made)) throw new Error(made.refused)
  const email = EmailAddress.parse('known@example.org')
  const passwordHash = await hashPassword('le bail commercial se renouvelle')
  const user = { accountId: made.accountId, email, passwordHash, actor: 'system' } as const
  await makeUsers(pool).setPassword(user)
  const limiter = makeMemoryRateLimiter()
  const secrets = makeSecrets(PEPPER, 'account area')
  const deps = { credentials: makeUsers(pool), limiter, secrets }
  const times: Record<string, number[]> = { known: [], unknown: [] }
  for (let round = 0; round < SIGN_IN_ROUNDS; round += 1) {
    for (const kind of shuffled(['known', 'unknown'] as const)) {
      const attempt = { email: `${kind}@example.org`, password: 'a wrong one', device: undefined }
      const start = performance.now()
      const outcome = await signIn(deps, { ...attempt, address: `198.51.100.${round}` })
      times[kind]?.push(performance.now() - start)
      expect(outcome).toEqual({ outcome: 'wrong' })
    }
  }
  expect(compare('sign-in', times, 'known')).toBeLessThan(SIGN_IN_BIAS_MAX)
})
