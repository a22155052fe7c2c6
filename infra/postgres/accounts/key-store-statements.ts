/** Statements and rows of the keys' write side. */
import { z } from 'zod'
import { CapMode, Scope } from '#contracts/api-key.ts'
import { Plan } from '#contracts/account.ts'
import { Day, Instant } from '#contracts/ids.ts'
import type { KeyListing } from '#query-api/accounts/ports.ts'
import type { Prepared } from '../platform/pool.ts'

const prepared = (name: string, text: string): Prepared => ({ name: `keys-${name}`, text })
export const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const ADD_ACCOUNT = prepared(
  'add-account',
  `insert into accounts (id, name, plan, paid, status_cause) values ($1, $2, $3, true, $4)
   on conflict (name) do nothing returning id`,
)
// Held until the end, so that a status can't change between the check and the key.
const ACCOUNT = 'select id, plan, paid from accounts where'
export const ACCOUNT_BY_NAME = prepared('account-by-name', `${ACCOUNT} name = $1 for share`)
export const ACCOUNT_BY_ID = prepared('account-by-id', `${ACCOUNT} id = $1 for share`)

export const LIVE_KEYS = prepared(
  'live',
  `select count(*) as live from api_keys where account_id = $1 and revoked_at is null
     and coalesce(expires_at > clock_timestamp(), true)`,
)
export const KNOWN = prepared(
  'known',
  `select k.id as "keyId", k.account_id as "accountId" from api_keys k
   where k.id = $1 or k.id = (select key_id from api_key_secrets where secret_hmac = $2) limit 1`,
)
export const ADD_KEY = prepared(
  'add',
  `insert into api_keys (id, account_id, label, scopes, cap_micro_usd, cap_mode, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)
export const ADD_SECRET = prepared(
  'add-secret',
  `insert into api_key_secrets (key_id, slot, secret_hmac, last4) values ($1, 'current', $2, $3)`,
)

// The owner is part of the question: another account's key is one that does not exist.
export const LOCK_KEY = prepared(
  'lock',
  `select k.revoked_at is not null as revoked, a.paid from api_keys k join accounts a on a.id = k.account_id
   where k.id = $1 and ($2::uuid is null or k.account_id = $2::uuid) for update of k`,
)
export const CURRENT = prepared(
  'current',
  `select last4 from api_key_secrets where key_id = $1 and slot = 'current'`,
)
export const END_PREVIOUS = prepared(
  'end-previous',
  `delete from api_key_secrets where key_id = $1 and slot = 'previous'`,
)
export const MAKE_PREVIOUS = prepared(
  'make-previous',
  `update api_key_secrets set slot = 'previous', valid_until = clock_timestamp() + make_interval(secs => $2)
   where key_id = $1 and slot = 'current' returning ${instant('valid_until')} as "previousValidUntil"`,
)
export const REVOKE = prepared(
  'revoke',
  `with before as (
     select id, revoked_at is null as live from api_keys
     where id = $1 and ($2::uuid is null or account_id = $2::uuid) for update
   )
   update api_keys set revoked_at = coalesce(revoked_at, clock_timestamp()) from before where api_keys.id = before.id
   returning ${instant('revoked_at')} as "revokedAt", before.live`,
)
export const SET_CAP = prepared(
  'set-cap',
  'update api_keys set cap_micro_usd = $2, cap_mode = $3 where id = $1',
)

const LISTING = `select k.id as "keyId", k.account_id as "accountId", a.name as account, a.plan, a.paid, k.label, k.scopes,
    k.cap_micro_usd as "capMicroUsd", k.cap_mode as "capMode", s.last4, p.last4 as "previousLast4",
    ${instant('p.valid_until')} as "previousValidUntil", k.last_used_on::text as "lastUsedOn",
    ${instant('k.expires_at')} as "expiresAt", ${instant('k.revoked_at')} as "revokedAt", ${instant('k.created_at')} as "createdAt"
  from api_keys k join accounts a on a.id = k.account_id
    join api_key_secrets s on s.key_id = k.id and s.slot = 'current'
    left join api_key_secrets p on p.key_id = k.id and p.slot = 'previous' and p.valid_until > clock_timestamp()`
export const LIST = prepared(
  'list',
  `${LISTING} where $1::uuid is null or k.account_id = $1::uuid order by k.created_at, k.id`,
)
export const ONE = prepared(
  'one',
  `${LISTING} where k.id = $1 and ($2::uuid is null or k.account_id = $2::uuid)`,
)

const Listed = z.object({
  keyId: z.uuid(),
  accountId: z.uuid(),
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
  expiresAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
  createdAt: Instant,
})

export const listingOf = (row: unknown): KeyListing => {
  const { previousLast4: last4, previousValidUntil: validUntil, ...listed } = Listed.parse(row)
  const previous = last4 === null || validUntil === null ? null : { last4, validUntil }
  return { ...listed, previous }
}
