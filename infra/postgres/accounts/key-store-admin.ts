/**
 * The keys' write side on PostgreSQL. Each act and its line in the audit table are one transaction.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ACCOUNT_LIMITS, Plan } from '#contracts/account.ts'
import { ApiKeyKind, CapMode, Scope } from '#contracts/api-key.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { Day, Instant } from '#contracts/ids.ts'
import type {
  KeyAdmin,
  KeyCreated,
  KeyListing,
  KeyTarget,
  NewKey,
  NewSecret,
  Rotation,
} from '#query-api/accounts/ports.ts'
import { recordAct } from '../platform/audit.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'

const Account = z.object({ id: z.uuid(), plan: Plan, paid: z.boolean() })
type Account = z.infer<typeof Account>
type NamedAccount = { readonly name: string; readonly plan: Plan }

const Listed = z
  .object({
    keyId: z.uuid(),
    accountId: z.uuid(),
    kind: ApiKeyKind,
    account: z.string(),
    plan: Plan,
    paid: z.boolean(),
    label: z.string(),
    scopes: z.array(Scope),
    capMicroUsd: z.int().nonnegative().nullable(),
    capMode: CapMode,
    last4: z.string(),
    previousLast4: z.string().nullable(),
    previousValidUntil: Instant.nullable(),
    lastUsedOn: Day.nullable(),
    allowedOrigins: z.array(z.string()),
    expiresAt: Instant.nullable(),
    revokedAt: Instant.nullable(),
    createdAt: Instant,
  })
  .transform(({ previousLast4: last4, previousValidUntil: validUntil, ...listed }): KeyListing => ({
    ...listed,
    previous: last4 === null || validUntil === null ? null : { last4, validUntil },
  }))

const ADD_ACCOUNT = statement('keys-add-account', {
  sql: `insert into accounts (id, name, plan, paid, status_cause) values ($1, $2, $3, true, $4)
   on conflict (name) do nothing returning id`,
  values: (id: string, { name, plan }: NamedAccount, actor: NewKey['actor']) => [
    id,
    name,
    plan,
    actor,
  ],
  row: z.object({ id: z.uuid() }),
})
// Locked until the end, so that the status can't change between the check and the key.
const ACCOUNT = 'select id, plan, paid from accounts where'
const ACCOUNT_BY_NAME = statement('keys-account-by-name', {
  sql: `${ACCOUNT} name = $1 for share`,
  values: (name: string) => [name],
  row: Account,
})
const ACCOUNT_BY_ID = statement('keys-account-by-id', {
  sql: `${ACCOUNT} id = $1 for share`,
  values: (id: string) => [id],
  row: Account,
})
const LIVE_KEYS = statement('keys-live', {
  sql: `select count(*) as live from api_keys where account_id = $1 and kind <> 'grant' and revoked_at is null
     and coalesce(expires_at > clock_timestamp(), true)`,
  values: (accountId: string) => [accountId],
  row: z.object({ live: z.int() }),
})
const KNOWN = statement('keys-known', {
  sql: `select k.id as "keyId", k.account_id as "accountId" from api_keys k
   where k.id = $1 or k.id = (select key_id from api_key_secrets where secret_hmac = $2) limit 1`,
  values: ({ keyId, secretHmac }: NewKey) => [keyId, secretHmac],
  row: z.object({ keyId: z.uuid(), accountId: z.uuid() }),
})
const ADD_KEY = statement('keys-add', {
  sql: `insert into api_keys (id, account_id, label, scopes, cap_micro_usd, cap_mode, expires_at, kind)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
  values: (accountId: string, key: NewKey) => [
    key.keyId,
    accountId,
    key.label,
    key.scopes,
    key.capMicroUsd,
    key.capMode,
    key.expiresAt,
    key.kind,
  ],
})
const ADD_SECRET = statement('keys-add-secret', {
  sql: `insert into api_key_secrets (key_id, slot, secret_hmac, last4) values ($1, 'current', $2, $3)`,
  values: (keyId: string, { secretHmac, last4 }: NewSecret) => [keyId, secretHmac, last4],
})
// The query includes the owner: another account's key does not exist.
const ofOwner = ({ keyId, accountId }: Pick<KeyTarget, 'keyId' | 'accountId'>) => [keyId, accountId]
const ofKey = (keyId: string) => [keyId]
const LOCK_KEY = statement('keys-lock', {
  sql: `select k.revoked_at is not null as revoked, coalesce(k.expires_at <= clock_timestamp(), false) as expired, a.paid
   from api_keys k join accounts a on a.id = k.account_id
   where k.id = $1 and ($2::uuid is null or k.account_id = $2::uuid) for update of k`,
  values: ofOwner,
  row: z.object({ revoked: z.boolean(), expired: z.boolean(), paid: z.boolean() }),
})
const CURRENT = statement('keys-current', {
  sql: `select last4 from api_key_secrets where key_id = $1 and slot = 'current'`,
  values: ofKey,
  row: z.object({ last4: z.string() }),
})
const END_PREVIOUS = statement('keys-end-previous', {
  sql: `delete from api_key_secrets where key_id = $1 and slot = 'previous'`,
  values: ofKey,
})
const MAKE_PREVIOUS = statement('keys-make-previous', {
  sql: `update api_key_secrets s set slot = 'previous',
     valid_until = least(clock_timestamp() + make_interval(secs => $2), k.expires_at)
   from api_keys k where s.key_id = $1 and s.slot = 'current' and k.id = s.key_id returning ${isoInstant('valid_until')} as "previousValidUntil"`,
  values: (keyId: string, overlapSeconds: number) => [keyId, overlapSeconds],
  row: z.object({ previousValidUntil: Instant }),
})
const REVOKE = statement('keys-revoke', {
  sql: `with before as (
     select id, revoked_at is null as live from api_keys
     where id = $1 and ($2::uuid is null or account_id = $2::uuid) for update
   )
   update api_keys set revoked_at = coalesce(revoked_at, clock_timestamp()) from before where api_keys.id = before.id
   returning ${isoInstant('revoked_at')} as "revokedAt", before.live`,
  values: ofOwner,
  row: z.object({ revokedAt: Instant, live: z.boolean() }),
})
const SET_CAP = statement('keys-set-cap', {
  sql: `update api_keys set cap_micro_usd = $2, cap_mode = coalesce($3, cap_mode) where id = $1
   returning cap_mode as "capMode"`,
  values: (keyId: string, cap: Parameters<KeyAdmin['setCap']>[1]) => [
    keyId,
    cap.capMicroUsd,
    cap.capMode,
  ],
  row: z.object({ capMode: CapMode }),
})
const SET_ORIGINS = statement('keys-set-origins', {
  sql: 'update api_keys set allowed_origins = $2 where id = $1',
  values: (keyId: string, origins: readonly string[]) => [keyId, origins],
})
const LISTING = `select k.id as "keyId", k.account_id as "accountId", k.kind, a.name as account, a.plan, a.paid, k.label, k.scopes,
    k.cap_micro_usd as "capMicroUsd", k.cap_mode as "capMode", s.last4, p.last4 as "previousLast4",
    ${isoInstant('p.valid_until')} as "previousValidUntil", k.last_used_on::text as "lastUsedOn", k.allowed_origins as "allowedOrigins",
    ${isoInstant('k.expires_at')} as "expiresAt", ${isoInstant('k.revoked_at')} as "revokedAt", ${isoInstant('k.created_at')} as "createdAt"
  from api_keys k join accounts a on a.id = k.account_id
    join api_key_secrets s on s.key_id = k.id and s.slot = 'current'
    left join api_key_secrets p on p.key_id = k.id and p.slot = 'previous' and p.valid_until > clock_timestamp()`
const LIST = statement('keys-list', {
  sql: `${LISTING} where $1::uuid is null or k.account_id = $1::uuid order by k.created_at, k.id`,
  values: (accountId: string | null) => [accountId],
  row: Listed,
})
const ONE = statement('keys-one', {
  sql: `${LISTING} where k.id = $1 and ($2::uuid is null or k.account_id = $2::uuid)`,
  values: ofOwner,
  row: Listed,
})

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
const EXPIRED: Refusal = {
  refused: 'key-expired',
  reason: 'the last day of this key is over, so a new secret would not work',
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
  holder: NamedAccount,
  actor: NewKey['actor'],
): Promise<Account | Refusal> => {
  const id = randomUUID()
  if ((await ADD_ACCOUNT.first(transaction, id, holder, actor)) !== null) {
    const data = { plan: holder.plan, paid: true }
    await recordAct(transaction, { kind: 'account.created', actor, subject: id, data })
  }
  const account = await ACCOUNT_BY_NAME.only(transaction, holder.name)
  return account.plan === holder.plan ? account : planConflict(account.plan)
}

const holderOf = async (transaction: Queryable, key: NewKey): Promise<Account | Refusal> => {
  const { holder, actor } = key
  if ('name' in holder) return namedAccount(transaction, holder, actor)
  return (await ACCOUNT_BY_ID.first(transaction, holder.accountId)) ?? ACCOUNT_UNKNOWN
}

const knownKey = async (
  transaction: Queryable,
  account: Account,
  key: NewKey,
): Promise<KeyCreated | Refusal | null> => {
  const known = await KNOWN.first(transaction, key)
  if (known === null) return null
  return known.accountId === account.id ? { keyId: known.keyId, created: false } : UNKNOWN
}

const addKey = async (
  transaction: Queryable,
  accountId: string,
  key: NewKey,
): Promise<KeyCreated> => {
  const { keyId, scopes, actor } = key
  await ADD_KEY.run(transaction, accountId, key)
  await ADD_SECRET.run(transaction, keyId, key)
  const data = { accountId, scopes: [...scopes] }
  await recordAct(transaction, { kind: 'key.created', actor, subject: keyId, data })
  return { keyId, created: true }
}

const create = async (transaction: Queryable, key: NewKey): Promise<KeyCreated | Refusal> => {
  const account = await holderOf(transaction, key)
  if (isRefusal(account)) return account
  // Keys of one account are created one at a time: so the count is right and a repeated key is
  // noticed.
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [account.id])
  const known = await knownKey(transaction, account, key)
  if (known !== null) return known
  if (!account.paid) return UNPAID
  const { live } = await LIVE_KEYS.only(transaction, account.id)
  return live >= ACCOUNT_LIMITS.liveKeysMax ? TOO_MANY : addKey(transaction, account.id, key)
}

const lockKey = async (
  transaction: Queryable,
  target: KeyTarget,
): Promise<{ readonly expired: boolean; readonly paid: boolean } | Refusal> => {
  const key = await LOCK_KEY.first(transaction, target)
  if (key === null) return UNKNOWN
  return key.revoked ? REVOKED : key
}

const rotate = async (
  transaction: Queryable,
  target: KeyTarget,
  secret: NewSecret,
  { overlapSeconds, replaces }: Rotation,
): Promise<{ readonly previousValidUntil: Instant } | Refusal> => {
  const { keyId, actor } = target
  const key = await lockKey(transaction, target)
  if (isRefusal(key)) return key
  if (key.expired) return EXPIRED
  if (!key.paid) return UNPAID
  // A connected application has no secret: its tokens change by themselves.
  const current = await CURRENT.first(transaction, keyId)
  if (current === null) return UNKNOWN
  if (replaces !== null && current.last4 !== replaces) return ROTATED
  await END_PREVIOUS.run(transaction, keyId)
  const rotated = await MAKE_PREVIOUS.only(transaction, keyId, overlapSeconds)
  await ADD_SECRET.run(transaction, keyId, secret)
  await recordAct(transaction, { kind: 'key.rotated', actor, subject: keyId, data: {} })
  return rotated
}

const revoke = async (
  transaction: Queryable,
  target: KeyTarget,
): Promise<{ readonly revokedAt: Instant } | Refusal> => {
  const revoked = await REVOKE.first(transaction, target)
  if (revoked === null) return UNKNOWN
  const { keyId, actor } = target
  const { revokedAt, live } = revoked
  if (live) await recordAct(transaction, { kind: 'key.revoked', actor, subject: keyId, data: {} })
  return { revokedAt }
}

const setCap = async (
  transaction: Queryable,
  target: KeyTarget,
  cap: Parameters<KeyAdmin['setCap']>[1],
): ReturnType<KeyAdmin['setCap']> => {
  const { keyId, actor } = target
  const key = await lockKey(transaction, target)
  if (isRefusal(key)) return key
  const { capMode } = await SET_CAP.only(transaction, keyId, cap)
  const data = { capMicroUsd: cap.capMicroUsd, capMode }
  await recordAct(transaction, { kind: 'key.cap-set', actor, subject: keyId, data })
  return { keyId, capMode }
}

const setOrigins = async (
  transaction: Queryable,
  target: KeyTarget,
  origins: readonly string[],
): Promise<{ readonly keyId: string } | Refusal> => {
  const { keyId, actor } = target
  const key = await lockKey(transaction, target)
  if (isRefusal(key)) return key
  await SET_ORIGINS.run(transaction, keyId, origins)
  const data = { origins: origins.length }
  await recordAct(transaction, { kind: 'key.origins-set', actor, subject: keyId, data })
  return { keyId }
}

/** The keys' write side. Throws the Faults of the pool. */
export const makeKeyAdmin = (pool: PostgresPool): KeyAdmin => ({
  create: (key) => pool.transaction((transaction) => create(transaction, key)),
  list: (accountId) => LIST.rows(pool, accountId),
  one: async (target) => (await ONE.first(pool, target)) ?? UNKNOWN,
  rotate: (target, secret, rotation) =>
    pool.transaction((transaction) => rotate(transaction, target, secret, rotation)),
  revoke: (target) => pool.transaction((transaction) => revoke(transaction, target)),
  setCap: (target, cap) => pool.transaction((transaction) => setCap(transaction, target, cap)),
  setOrigins: (target, origins) =>
    pool.transaction((transaction) => setOrigins(transaction, target, origins)),
})
