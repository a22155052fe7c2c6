/**
 * The keys' write side on PostgreSQL. Each act and its line in the audit table are one transaction.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Plan } from '#contracts/account.ts'
import { ACCOUNT_LIMITS } from '#contracts/account.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { Instant } from '#contracts/ids.ts'
import type {
  KeyAdmin,
  KeyCreated,
  KeyTarget,
  NewKey,
  NewSecret,
  Rotation,
} from '#query-api/accounts/ports.ts'
import { recordAct } from './audit.ts'
import * as sql from './key-store-statements.ts'
import { onlyRow, type PostgresPool, type Queryable } from '../platform/pool.ts'

const Account = z.object({ id: z.uuid(), plan: Plan, paid: z.boolean() })
type Account = z.infer<typeof Account>
const Known = z.object({ keyId: z.uuid(), accountId: z.uuid() })
const Live = z.object({ live: z.int() })
const Locked = z.object({ revoked: z.boolean(), paid: z.boolean() })
const Current = z.object({ last4: z.string() })
const Rotated = z.object({ previousValidUntil: Instant })
const Revoked = z.object({ revokedAt: Instant, live: z.boolean() })

const UNKNOWN: Refusal = {
  refused: 'key-unknown',
  reason: 'there is no key with this id',
  hint: 'see `pandect keys list`',
}
const REVOKED: Refusal = {
  refused: 'key-revoked',
  reason: 'this key is revoked, for ever',
  hint: 'create another one',
}
const ROTATED: Refusal = {
  refused: 'key-rotated',
  reason: 'this key has a new secret already',
  hint: 'use that one, or rotate once more',
}
const UNPAID: Refusal = {
  refused: 'account-unpaid',
  reason: 'this account is not paid, and only a paid one has keys',
  hint: 'pay, or `pandect accounts set-paid`',
}
const ACCOUNT_UNKNOWN: Refusal = {
  refused: 'account-unknown',
  reason: 'there is no such account',
  hint: 'see `pandect accounts list`',
}
const TOO_MANY: Refusal = {
  refused: 'keys-too-many',
  reason: `an account has at most ${ACCOUNT_LIMITS.liveKeysMax} keys in force`,
  hint: 'revoke those that are no longer used',
}
const planConflict = (plan: Plan): Refusal => ({
  refused: 'plan-conflict',
  reason: `this account has the plan ${plan}`,
  hint: `say --plan ${plan}, or use another account`,
})

const namedAccount = async (
  transaction: Queryable,
  { name, plan }: { readonly name: string; readonly plan: Plan },
  actor: NewKey['actor'],
): Promise<Account | Refusal> => {
  const id = randomUUID()
  const { rows } = await transaction.query(sql.ADD_ACCOUNT, [id, name, plan, actor])
  if (rows.length > 0) {
    const data = { plan, paid: true }
    await recordAct(transaction, { kind: 'account.created', actor, subject: id, data })
  }
  const account = Account.parse(onlyRow(await transaction.query(sql.ACCOUNT_BY_NAME, [name])))
  return account.plan === plan ? account : planConflict(account.plan)
}

const holderOf = async (transaction: Queryable, key: NewKey): Promise<Account | Refusal> => {
  const { holder, actor } = key
  if ('name' in holder) return namedAccount(transaction, holder, actor)
  const [row] = (await transaction.query(sql.ACCOUNT_BY_ID, [holder.accountId])).rows
  return row === undefined ? ACCOUNT_UNKNOWN : Account.parse(row)
}

const knownKey = async (
  transaction: Queryable,
  account: Account,
  { keyId, secretHmac }: NewKey,
): Promise<KeyCreated | Refusal | null> => {
  const [row] = (await transaction.query(sql.KNOWN, [keyId, secretHmac])).rows
  if (row === undefined) return null
  const known = Known.parse(row)
  return known.accountId === account.id ? { keyId: known.keyId, created: false } : UNKNOWN
}

const addKey = async (
  transaction: Queryable,
  accountId: string,
  key: NewKey,
): Promise<KeyCreated> => {
  const { keyId, label, scopes, capMicroUsd, capMode, expiresAt, actor } = key
  const terms = [label, scopes, capMicroUsd, capMode, expiresAt]
  await transaction.query(sql.ADD_KEY, [keyId, accountId, ...terms])
  await transaction.query(sql.ADD_SECRET, [keyId, key.secretHmac, key.last4])
  const data = { accountId, scopes: [...scopes] }
  await recordAct(transaction, { kind: 'key.created', actor, subject: keyId, data })
  return { keyId, created: true }
}

const create = async (transaction: Queryable, key: NewKey): Promise<KeyCreated | Refusal> => {
  const account = await holderOf(transaction, key)
  if (isRefusal(account)) return account
  // Keys of one account are made one after the other: the count is right, and the same key twice is
  // seen.
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [account.id])
  const known = await knownKey(transaction, account, key)
  if (known !== null) return known
  if (!account.paid) return UNPAID
  const { live } = Live.parse(onlyRow(await transaction.query(sql.LIVE_KEYS, [account.id])))
  return live >= ACCOUNT_LIMITS.liveKeysMax ? TOO_MANY : addKey(transaction, account.id, key)
}

const lockKey = async (
  transaction: Queryable,
  { keyId, accountId }: KeyTarget,
): Promise<{ readonly paid: boolean } | Refusal> => {
  const [row] = (await transaction.query(sql.LOCK_KEY, [keyId, accountId])).rows
  if (row === undefined) return UNKNOWN
  const { revoked, paid } = Locked.parse(row)
  return revoked ? REVOKED : { paid }
}

const rotate = async (
  transaction: Queryable,
  target: KeyTarget,
  { secretHmac, last4 }: NewSecret,
  { overlapSeconds, replaces }: Rotation,
): Promise<{ readonly previousValidUntil: Instant } | Refusal> => {
  const { keyId, actor } = target
  const key = await lockKey(transaction, target)
  if (isRefusal(key)) return key
  if (!key.paid) return UNPAID
  const current = Current.parse(onlyRow(await transaction.query(sql.CURRENT, [keyId])))
  if (replaces !== null && current.last4 !== replaces) return ROTATED
  await transaction.query(sql.END_PREVIOUS, [keyId])
  const rotated = await transaction.query(sql.MAKE_PREVIOUS, [keyId, overlapSeconds])
  await transaction.query(sql.ADD_SECRET, [keyId, secretHmac, last4])
  await recordAct(transaction, { kind: 'key.rotated', actor, subject: keyId, data: {} })
  return Rotated.parse(onlyRow(rotated))
}

const revoke = async (
  transaction: Queryable,
  { keyId, accountId, actor }: KeyTarget,
): Promise<{ readonly revokedAt: Instant } | Refusal> => {
  const [row] = (await transaction.query(sql.REVOKE, [keyId, accountId])).rows
  if (row === undefined) return UNKNOWN
  const { revokedAt, live } = Revoked.parse(row)
  if (live) await recordAct(transaction, { kind: 'key.revoked', actor, subject: keyId, data: {} })
  return { revokedAt }
}

const setCap = async (
  transaction: Queryable,
  target: KeyTarget,
  cap: Parameters<KeyAdmin['setCap']>[1],
): Promise<{ readonly keyId: string } | Refusal> => {
  const { keyId, actor } = target
  const key = await lockKey(transaction, target)
  if (isRefusal(key)) return key
  await transaction.query(sql.SET_CAP, [keyId, cap.capMicroUsd, cap.capMode])
  const data = { capMicroUsd: cap.capMicroUsd, capMode: cap.capMode }
  await recordAct(transaction, { kind: 'key.cap-set', actor, subject: keyId, data })
  return { keyId }
}

/** The keys' write side. Throws the Faults of the pool. */
export const makeKeyAdmin = (pool: PostgresPool): KeyAdmin => ({
  create: (key) => pool.transaction((transaction) => create(transaction, key)),
  list: async (accountId) => (await pool.query(sql.LIST, [accountId])).rows.map(sql.listingOf),
  one: async ({ keyId, accountId }) => {
    const [row] = (await pool.query(sql.ONE, [keyId, accountId])).rows
    return row === undefined ? UNKNOWN : sql.listingOf(row)
  },
  rotate: (target, secret, rotation) =>
    pool.transaction((transaction) => rotate(transaction, target, secret, rotation)),
  revoke: (target) => pool.transaction((transaction) => revoke(transaction, target)),
  setCap: (target, cap) => pool.transaction((transaction) => setCap(transaction, target, cap)),
})
