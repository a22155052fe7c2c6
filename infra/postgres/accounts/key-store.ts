import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type ApiKeyKind, CapMode } from '#contracts/api-key.ts'
import { Plan } from '#contracts/account.ts'
import { Instant } from '#contracts/ids.ts'
import type { KeyRecord, KeyStore, NamedOrigins } from '#query-api/auth/ports.ts'
import type { Queryable } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'

/** Limits of a process's memory of keys. */
export const KEY_CACHE = {
  /** Counted from before the read. Below one second, within which a revocation must take effect. */
  ageMs: 900,
  keysMax: 10_000,
} as const

const Key = z.object({
  keyId: z.uuid(),
  accountId: z.uuid(),
  plan: Plan,
  scopes: z.array(z.string()),
  capMicroUsd: z.int().nonnegative().nullable(),
  capMode: CapMode,
  expiresAt: Instant.nullable(),
  revokedAt: z.null(),
  allowedOrigins: z.array(z.string()),
  audience: z.string().optional(),
})
const Found = z.object({
  live: z.boolean(),
  secretHmac: z.instanceof(Uint8Array),
  key: z.unknown(),
})

const NOBODY = `'00000000-0000-0000-0000-000000000000'::uuid`

/*
 * Answers one row with the same look-ups for every key: an unknown secret is searched for
 * among keys and accounts, too. The row says nothing of a key that may not be used, so revoked,
 * expired, replaced and unpaid keys look like unknown ones, in the answer and in its time.
 */
const FIND = statement('keys-find', {
  sql: `select f.live, f.hmac as "secretHmac", case when f.live then json_build_object(
      'keyId', f.id, 'accountId', f.account_id, 'plan', f.plan, 'scopes', f.scopes, 'capMicroUsd', f.cap_micro_usd,
      'capMode', f.cap_mode, 'revokedAt', null, 'allowedOrigins', f.allowed_origins,
      'expiresAt', ${isoInstant('f.ends')}) end as key
   from (
     select k.*, a.plan, coalesce(s.secret_hmac, asked.hmac) as hmac, least(k.expires_at, s.valid_until) as ends,
       coalesce(a.paid and k.revoked_at is null
         and coalesce(least(k.expires_at, s.valid_until) > clock_timestamp(), true), false) as live
     from (select $1::bytea as hmac) asked
       left join api_key_secrets s on s.secret_hmac = asked.hmac
       left join api_keys k on k.id = coalesce(s.key_id, ${NOBODY}) and k.kind = $2
       left join accounts a on a.id = coalesce(k.account_id, ${NOBODY})
   ) f`,
  values: (secretHmac: Uint8Array, kind: ApiKeyKind) => [secretHmac, kind],
  row: Found,
})

/** The same for an access token, which reaches the key of its grant. */
const FIND_ACCESS = statement('keys-find-access', {
  sql: `select f.live, f.hmac as "secretHmac", case when f.live then json_build_object(
      'keyId', f.id, 'accountId', f.account_id, 'plan', f.plan, 'scopes', f.given, 'capMicroUsd', f.cap_micro_usd,
      'capMode', f.cap_mode, 'revokedAt', null, 'allowedOrigins', f.allowed_origins, 'audience', f.resource,
      'expiresAt', ${isoInstant('f.ends')}) end as key
   from (
     select k.*, a.plan, t.scopes as given, g.resource, coalesce(t.token_hmac, asked.hmac) as hmac,
       least(k.expires_at, t.expires_at) as ends,
       coalesce(a.paid and k.revoked_at is null and least(k.expires_at, t.expires_at) > clock_timestamp(), false) as live
     from (select $1::bytea as hmac) asked
       left join oauth_tokens t on t.token_hmac = asked.hmac and t.kind = 'access'
       left join oauth_grants g on g.key_id = coalesce(t.key_id, ${NOBODY})
       left join api_keys k on k.id = coalesce(t.key_id, ${NOBODY})
       left join accounts a on a.id = coalesce(k.account_id, ${NOBODY})
   ) f`,
  values: (secretHmac: Uint8Array) => [secretHmac],
  row: Found,
})

type Remembered = { readonly readAt: number; readonly key: Promise<KeyRecord | null> }

/**
 * Only valid keys are cached. An unknown key may be created at any moment and there is no end of
 * them, and every refused key must cost one read, so that timing does not distinguish them.
 */
const remember = (
  cache: LRUCache<string, Remembered>,
  hmac: string,
  entry: Remembered,
): Promise<KeyRecord | null> => {
  const forget = (): void => {
    if (cache.peek(hmac) === entry) cache.delete(hmac)
  }
  cache.set(hmac, entry)
  entry.key.then((key) => key ?? forget(), forget)
  return entry.key
}

type Find = (secretHmac: Uint8Array) => Promise<z.infer<typeof Found>>

const read = async (find: Find, secretHmac: Uint8Array): Promise<KeyRecord | null> => {
  const found = await find(secretHmac)
  // The index compared bytes; this comparison takes constant time.
  const same = timingSafeEqual(found.secretHmac, secretHmac)
  return found.live && same ? Key.parse(found.key) : null
}

const ORIGIN = statement('keys-origin', {
  sql: 'select exists (select from api_keys where revoked_at is null and allowed_origins @> array[$1]) as named',
  values: (origin: string) => [origin],
  row: z.object({ named: z.boolean() }),
})

/** Looks up whether a key names an origin. Throws the Faults of the pool. */
export const makeNamedOrigins =
  (pool: Queryable): NamedOrigins =>
  async (origin) =>
    (await ORIGIN.only(pool, origin)).named

const remembering = (find: Find, now: () => number): KeyStore => {
  const cache = new LRUCache<string, Remembered>({ max: KEY_CACHE.keysMax })
  return {
    find: (secretHmac) => {
      const hmac = Buffer.from(secretHmac).toString('base64')
      const known = cache.get(hmac)
      const at = now()
      if (known !== undefined && at - known.readAt < KEY_CACHE.ageMs) return known.key
      return remember(cache, hmac, { readAt: at, key: read(find, secretHmac) })
    },
  }
}

/**
 * Reads valid keys of one kind from PostgreSQL and caches them for less than a second. `now` is a
 * monotonic clock in milliseconds. Throws the Faults of the pool.
 */
export const makeKeyStore = (
  pool: Queryable,
  now: () => number = () => performance.now(),
  kind: ApiKeyKind = 'live',
): KeyStore => remembering((secretHmac) => FIND.only(pool, secretHmac, kind), now)

/** The same of access tokens of connected applications. */
export const makeAccessTokens = (
  pool: Queryable,
  now: () => number = () => performance.now(),
): KeyStore => remembering((secretHmac) => FIND_ACCESS.only(pool, secretHmac), now)
