import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { CapMode, Plan } from '#contracts/access.ts'
import type { Refusal } from '#contracts/fault.ts'
import { Instant } from '#contracts/ids.ts'
import type { KeyAdmin, KeyListing, KeyRecord, KeyStore, NewKey } from '#query-api/ports.ts'
import { onlyRow, type PostgresPool, type Prepared, type Queryable } from './pool.ts'

/** Bounds of what a process remembers of keys. */
export const KEY_CACHE = {
  /** Counted from before the read, and below the second within which a revocation must be effective. */
  ageMs: 900,
  keysMax: 10_000,
} as const

const prepared = (name: string, text: string): Prepared => ({ name: `keys-${name}`, text })
const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const KEY_COLUMNS = `api_keys.id as "keyId", account_id as "accountId", plan, scopes,
  cap_micro_usd as "capMicroUsd", cap_mode as "capMode",
  ${instant('expires_at')} as "expiresAt", ${instant('revoked_at')} as "revokedAt"`
const FIND = prepared(
  'find',
  `select ${KEY_COLUMNS} from api_keys join accounts on accounts.id = account_id
   where secret_hmac = $1 and paid`,
)
const LIST = prepared(
  'list',
  `select ${KEY_COLUMNS}, accounts.name as account, last4, ${instant('api_keys.created_at')} as "createdAt"
   from api_keys join accounts on accounts.id = account_id order by api_keys.created_at, api_keys.id`,
)
const ADD_ACCOUNT = prepared(
  'add-account',
  'insert into accounts (id, name, plan, paid) values ($1, $2, $3, true) on conflict (name) do nothing',
)
const ACCOUNT = prepared('account', 'select id, plan from accounts where name = $1')
const ADD_KEY = prepared(
  'add',
  `insert into api_keys (id, account_id, secret_hmac, last4, scopes, cap_micro_usd, cap_mode, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (secret_hmac) do nothing`,
)
const KEY_ID = prepared('id', 'select id from api_keys where secret_hmac = $1')
const REVOKE = prepared(
  'revoke',
  `update api_keys set revoked_at = coalesce(revoked_at, clock_timestamp()) where id = $1
   returning ${instant('revoked_at')} as "revokedAt"`,
)

const record = {
  keyId: z.uuid(),
  accountId: z.uuid(),
  plan: Plan,
  scopes: z.array(z.string()),
  capMicroUsd: z.int().nonnegative().nullable(),
  capMode: CapMode,
  expiresAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
}
const Key = z.object(record)
const Listing = z.object({ ...record, account: z.string(), last4: z.string(), createdAt: Instant })
const Account = z.object({ id: z.uuid(), plan: Plan })
const Revoked = z.object({ revokedAt: Instant })

type Remembered = { readonly readAt: number; readonly key: Promise<KeyRecord | null> }

/** Only keys that were found stay: an unknown one may be created in the next moment, and there is no end of them. */
const remember = (
  cache: Map<string, Remembered>,
  hmac: string,
  entry: Remembered,
): Promise<KeyRecord | null> => {
  const forget = (): void => {
    if (cache.get(hmac) === entry) cache.delete(hmac)
  }
  cache.delete(hmac)
  cache.set(hmac, entry)
  const [oldest] = cache.keys()
  if (cache.size > KEY_CACHE.keysMax && oldest !== undefined) cache.delete(oldest)
  entry.key.then((key) => key ?? forget(), forget)
  return entry.key
}

/**
 * Keys on PostgreSQL, remembered for less than a second. `now` is a clock in milliseconds that never goes back. Throws the
 * Faults of the pool.
 */
export const makeKeyStore = (
  pool: Queryable,
  now: () => number = () => performance.now(),
): KeyStore => {
  const cache = new Map<string, Remembered>()
  const read = async (secretHmac: Uint8Array): Promise<KeyRecord | null> => {
    const [row] = (await pool.query(FIND, [secretHmac])).rows
    return row === undefined ? null : Key.parse(row)
  }
  return {
    find: (secretHmac) => {
      const hmac = Buffer.from(secretHmac).toString('base64')
      const known = cache.get(hmac)
      const at = now()
      if (known !== undefined && at - known.readAt < KEY_CACHE.ageMs) return known.key
      return remember(cache, hmac, { readAt: at, key: read(secretHmac) })
    },
  }
}

const planConflict = (plan: Plan): Refusal => ({
  refused: 'plan-conflict',
  reason: `this account has the plan ${plan}`,
  mend: `say --plan ${plan}, or use another account`,
})

const create = async (
  transaction: Queryable,
  key: NewKey,
): Promise<{ keyId: string } | Refusal> => {
  await transaction.query(ADD_ACCOUNT, [randomUUID(), key.account, key.plan])
  const account = Account.parse(onlyRow(await transaction.query(ACCOUNT, [key.account])))
  if (account.plan !== key.plan) return planConflict(account.plan)
  const { secretHmac, last4, scopes, capMicroUsd, capMode, expiresAt } = key
  const terms = [last4, scopes, capMicroUsd, capMode, expiresAt]
  await transaction.query(ADD_KEY, [randomUUID(), account.id, secretHmac, ...terms])
  const { rows } = await transaction.query<{ id: string }>(KEY_ID, [secretHmac])
  return { keyId: z.uuid().parse(rows[0]?.id) }
}

/** The keys' write side on PostgreSQL. Throws the Faults of the pool. */
export const makeKeyAdmin = (pool: PostgresPool): KeyAdmin => ({
  create: (key) => pool.transaction((transaction) => create(transaction, key)),
  list: async (): Promise<readonly KeyListing[]> =>
    (await pool.query(LIST)).rows.map((row) => Listing.parse(row)),
  revoke: async (keyId) => {
    const [row] = (await pool.query(REVOKE, [keyId])).rows
    if (row !== undefined) return Revoked.parse(row)
    return {
      refused: 'key-unknown',
      reason: 'there is no key with this id',
      mend: 'see `pandect keys list`',
    }
  },
})
