/**
 * Applications connected by OAuth, on PostgreSQL. Each act and its line in the audit table are one
 * transaction.
 */
import { z } from 'zod'
import { ACCOUNT_LIMITS } from '#contracts/account.ts'
import { CapMode, Scope } from '#contracts/api-key.ts'
import type { Act } from '#contracts/audit.ts'
import { Actor } from '#contracts/actor.ts'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import { Day, Instant } from '#contracts/ids.ts'
import { OAUTH_LIFETIMES } from '#contracts/oauth.ts'
import type {
  ApplicationListing,
  Applications,
  Choice,
  Consent,
  NewTokens,
} from '#query-api/oauth/ports.ts'
import { recordAct } from '../platform/audit.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'

/** How many ended codes and tokens an exchange removes, and how long a used code is remembered. */
const CLEAR = { rowsMax: 100, codeRememberedHours: 24 } as const

const Bytes = z.instanceof(Uint8Array)
const StoredCode = z.object({
  grantId: z.uuid(),
  accountId: z.uuid(),
  userId: z.uuid(),
  clientHash: Bytes,
  clientName: z.string(),
  redirectUri: z.string(),
  redirectHost: z.string(),
  resource: z.string(),
  challenge: z.string(),
  scopes: z.array(Scope),
  capMicroUsd: z.int().nonnegative().nullable(),
  capMode: CapMode,
  used: z.boolean(),
  expired: z.boolean(),
})
type StoredCode = z.infer<typeof StoredCode>
const StoredToken = z.object({
  keyId: z.uuid(),
  clientHash: Bytes,
  resource: z.string(),
  scopes: z.array(Scope),
  used: z.boolean(),
  live: z.boolean(),
})
const Listed: z.ZodType<ApplicationListing> = z.object({
  grantId: z.uuid(),
  name: z.string(),
  host: z.string(),
  scopes: z.array(Scope),
  capMicroUsd: z.int().nonnegative().nullable(),
  capMode: CapMode,
  email: z.string(),
  connectedAt: Instant,
  lastUsedOn: Day.nullable(),
})

/** Locked, so that codes of one account are taken one after the other. */
const ACCOUNT = statement('applications-account', {
  sql: 'select paid from accounts where id = $1 for no key update',
  values: (accountId: string) => [accountId],
  row: z.object({ paid: z.boolean() }),
})
/** Asked after the lock: a statement does not see what was committed while it waited. */
const COUNT = statement('applications-count', {
  sql: `select count(*) as connected from api_keys
   where account_id = $1 and kind = 'grant' and revoked_at is null and expires_at > clock_timestamp()`,
  values: (accountId: string) => [accountId],
  row: z.object({ connected: z.int() }),
})
const CLEAR_CODES = statement('applications-clear-codes', {
  sql: `delete from oauth_codes where code_hmac in (select code_hmac from oauth_codes
     where expires_at < clock_timestamp() - make_interval(hours => ${CLEAR.codeRememberedHours})
     order by expires_at limit ${CLEAR.rowsMax} for update skip locked)`,
})
const CLEAR_TOKENS = statement('applications-clear-tokens', {
  sql: `delete from oauth_tokens where token_hmac in (select token_hmac from oauth_tokens
     where expires_at < clock_timestamp() order by expires_at limit ${CLEAR.rowsMax} for update skip locked)`,
})
const ADD_CODE = statement('applications-add-code', {
  sql: `insert into oauth_codes (code_hmac, grant_id, account_id, user_id, client_hash, client_name, redirect_uri,
     redirect_host, resource, challenge, scopes, cap_micro_usd, cap_mode, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
     clock_timestamp() + make_interval(secs => ${OAUTH_LIFETIMES.code}))`,
  values: (codeHmac: Uint8Array, consent: Consent) => [
    codeHmac,
    consent.grantId,
    consent.accountId,
    consent.userId,
    consent.clientHash,
    consent.clientName,
    consent.redirectUri,
    consent.redirectHost,
    consent.resource,
    consent.challenge,
    consent.scopes,
    consent.capMicroUsd,
    consent.capMode,
  ],
})
const LOCK_CODE = statement('applications-lock-code', {
  sql: `select grant_id as "grantId", account_id as "accountId", user_id as "userId", client_hash as "clientHash",
     client_name as "clientName", redirect_uri as "redirectUri", redirect_host as "redirectHost", resource, challenge, scopes,
     cap_micro_usd as "capMicroUsd", cap_mode as "capMode", used_at is not null as used,
     expires_at <= clock_timestamp() as expired
   from oauth_codes where code_hmac = $1 for update`,
  values: (codeHmac: Uint8Array) => [codeHmac],
  row: StoredCode,
})
const USE_CODE = statement('applications-use-code', {
  sql: 'update oauth_codes set used_at = clock_timestamp() where code_hmac = $1',
  values: (codeHmac: Uint8Array) => [codeHmac],
})
const LIFETIME = `clock_timestamp() + make_interval(secs => $2)`
const ADD_GRANT_KEY = statement('applications-add-key', {
  sql: `insert into api_keys (id, account_id, kind, label, scopes, cap_micro_usd, cap_mode, expires_at)
   values ($1, $3, 'grant', $4, $5, $6, $7, ${LIFETIME})`,
  values: (code: StoredCode, lifetimeSeconds: number) => [
    code.grantId,
    lifetimeSeconds,
    code.accountId,
    code.clientName,
    code.scopes,
    code.capMicroUsd,
    code.capMode,
  ],
})
const ADD_GRANT = statement('applications-add-grant', {
  sql: `insert into oauth_grants (key_id, user_id, client_hash, redirect_host, resource) values ($1, $2, $3, $4, $5)`,
  values: (code: StoredCode) => [
    code.grantId,
    code.userId,
    code.clientHash,
    code.redirectHost,
    code.resource,
  ],
})
const ADD_TOKEN = statement('applications-add-token', {
  sql: `insert into oauth_tokens (token_hmac, key_id, kind, scopes, expires_at) values ($1, $3, $4, $5, ${LIFETIME})`,
  values: (
    tokenHmac: Uint8Array,
    lifetimeSeconds: number,
    keyId: string,
    kind: 'access' | 'refresh',
    scopes: readonly Scope[],
  ) => [tokenHmac, lifetimeSeconds, keyId, kind, scopes],
})
const LOCK_TOKEN = statement('applications-lock-token', {
  sql: `select k.id as "keyId", g.client_hash as "clientHash", g.resource, t.scopes, t.used_at is not null as used,
     a.paid and k.revoked_at is null and k.expires_at > clock_timestamp() and t.expires_at > clock_timestamp() as live
   from oauth_tokens t join oauth_grants g on g.key_id = t.key_id join api_keys k on k.id = t.key_id
     join accounts a on a.id = k.account_id
   where t.token_hmac = $1 and t.kind = 'refresh' for update of t`,
  values: (tokenHmac: Uint8Array) => [tokenHmac],
  row: StoredToken,
})
const USE_TOKEN = statement('applications-use-token', {
  sql: 'update oauth_tokens set used_at = clock_timestamp() where token_hmac = $1',
  values: (tokenHmac: Uint8Array) => [tokenHmac],
})
const PROLONG = statement('applications-prolong', {
  sql: `update api_keys set expires_at = ${LIFETIME} where id = $1`,
  values: (keyId: string, lifetimeSeconds: number) => [keyId, lifetimeSeconds],
})
const END = statement('applications-end', {
  sql: `update api_keys set revoked_at = clock_timestamp()
   where id = $1 and kind = 'grant' and revoked_at is null returning id`,
  values: (keyId: string) => [keyId],
  row: z.object({ id: z.uuid() }),
})
const OWNED = statement('applications-owned', {
  sql: `select k.id from api_keys k where k.id = $1 and k.account_id = $2 and k.kind = 'grant' for update`,
  values: (keyId: string, accountId: string) => [keyId, accountId],
  row: z.object({ id: z.uuid() }),
})
const TOKEN_OF = statement('applications-token-of', {
  sql: `select t.key_id as "keyId", t.kind from oauth_tokens t join oauth_grants g on g.key_id = t.key_id
   where t.token_hmac = $1 and g.client_hash = $2 for update of t`,
  values: (tokenHmac: Uint8Array, clientHash: Uint8Array) => [tokenHmac, clientHash],
  row: z.object({ keyId: z.uuid(), kind: z.enum(['access', 'refresh']) }),
})
const END_TOKEN = statement('applications-end-token', {
  sql: 'delete from oauth_tokens where token_hmac = $1',
  values: (tokenHmac: Uint8Array) => [tokenHmac],
})
const LIST = statement('applications-list', {
  sql: `select k.id as "grantId", k.label as name, g.redirect_host as host, k.scopes,
     k.cap_micro_usd as "capMicroUsd", k.cap_mode as "capMode", u.email,
     ${isoInstant('k.created_at')} as "connectedAt", k.last_used_on::text as "lastUsedOn"
   from oauth_grants g join api_keys k on k.id = g.key_id join account_users u on u.id = g.user_id
   where k.account_id = $1 and k.revoked_at is null and k.expires_at > clock_timestamp()
   order by k.created_at desc, k.id`,
  values: (accountId: string) => [accountId],
  row: Listed,
})

const NAMES = statement('applications-names', {
  sql: `select id, label from api_keys where account_id = $1 and kind = 'grant'`,
  values: (accountId: string) => [accountId],
  row: z.object({ id: z.uuid(), label: z.string() }),
})

const UNPAID: Refusal = refusalByCode('account-unpaid')
const TOO_MANY: Refusal = refusalByCode('applications-too-many')
const UNKNOWN: Refusal = refusalByCode('key-unknown')
const INVALID: Choice = { refused: 'invalid_grant' }

const clear = async (transaction: Queryable): Promise<void> => {
  await CLEAR_CODES.run(transaction)
  await CLEAR_TOKENS.run(transaction)
}

const refusalFor = async (on: Queryable, accountId: string): Promise<Refusal | null> => {
  const account = await ACCOUNT.first(on, accountId)
  if (account?.paid !== true) return UNPAID
  const { connected } = await COUNT.only(on, accountId)
  return connected >= ACCOUNT_LIMITS.applicationsMax ? TOO_MANY : null
}

type Cause = Extract<Act, { kind: 'application.disconnected' }>['data']['cause']

const end = async (
  transaction: Queryable,
  keyId: string,
  actor: Actor,
  cause: Cause,
): Promise<void> => {
  if ((await END.first(transaction, keyId)) === null) return
  const act = { kind: 'application.disconnected', actor, subject: keyId, data: { cause } } as const
  await recordAct(transaction, act)
}
const SYSTEM = Actor.parse('system')

const lifetimeOf = ({ refresh }: NewTokens): number =>
  refresh === null ? OAUTH_LIFETIMES.access : OAUTH_LIFETIMES.unused

const addTokens = async (
  transaction: Queryable,
  keyId: string,
  { access, refresh }: NewTokens,
  scopes: { readonly granted: readonly Scope[]; readonly given: readonly Scope[] },
): Promise<void> => {
  const { access: ofAccess, unused } = OAUTH_LIFETIMES
  await ADD_TOKEN.run(transaction, access, ofAccess, keyId, 'access', scopes.given)
  // It may ask for all scopes again (RFC 6749, 6).
  if (refresh !== null)
    await ADD_TOKEN.run(transaction, refresh, unused, keyId, 'refresh', scopes.granted)
}

const redeem = async (
  transaction: Queryable,
  ...[codeHmac, choose, tokens]: Parameters<Applications['redeem']>
): Promise<Choice> => {
  await clear(transaction)
  const code = await LOCK_CODE.first(transaction, codeHmac)
  if (code === null) return INVALID
  if (code.used) {
    await end(transaction, code.grantId, SYSTEM, 'reuse')
    return INVALID
  }
  await USE_CODE.run(transaction, codeHmac)
  if (code.expired || (await refusalFor(transaction, code.accountId)) !== null) return INVALID
  const choice = choose(code)
  if ('refused' in choice) return choice
  await ADD_GRANT_KEY.run(transaction, code, lifetimeOf(tokens))
  await ADD_GRANT.run(transaction, code)
  await addTokens(transaction, code.grantId, tokens, { granted: code.scopes, given: choice.scopes })
  const actor = Actor.parse(`account:${code.accountId}`)
  const data = { accountId: code.accountId, scopes: [...code.scopes] }
  await recordAct(transaction, {
    kind: 'application.connected',
    actor,
    subject: code.grantId,
    data,
  })
  return choice
}

const refresh = async (
  transaction: Queryable,
  ...[refreshHmac, choose, tokens]: Parameters<Applications['refresh']>
): Promise<Choice> => {
  await clear(transaction)
  const token = await LOCK_TOKEN.first(transaction, refreshHmac)
  if (token === null) return INVALID
  if (token.used) {
    await end(transaction, token.keyId, SYSTEM, 'reuse')
    return INVALID
  }
  if (!token.live) return INVALID
  const choice = choose(token)
  if ('refused' in choice) return choice
  await USE_TOKEN.run(transaction, refreshHmac)
  await PROLONG.run(transaction, token.keyId, lifetimeOf(tokens))
  const scopes = { granted: token.scopes, given: choice.scopes }
  await addTokens(transaction, token.keyId, tokens, scopes)
  return choice
}

const revoke = async (
  transaction: Queryable,
  ...[tokenHmac, clientHash]: Parameters<Applications['revoke']>
): Promise<void> => {
  const token = await TOKEN_OF.first(transaction, tokenHmac, clientHash)
  if (token?.kind === 'refresh') await end(transaction, token.keyId, SYSTEM, 'application')
  if (token?.kind === 'access') await END_TOKEN.run(transaction, tokenHmac)
}

/** Throws the Faults of the pool. */
export const makeApplications = (pool: PostgresPool): Applications => ({
  allow: async (codeHmac, consent) => {
    const refused = await refusalFor(pool, consent.accountId)
    if (refused !== null) return refused
    await ADD_CODE.run(pool, codeHmac, consent)
    return { grantId: consent.grantId }
  },
  redeem: (...given) => pool.transaction((transaction) => redeem(transaction, ...given)),
  refresh: (...given) => pool.transaction((transaction) => refresh(transaction, ...given)),
  revoke: (...given) => pool.transaction((transaction) => revoke(transaction, ...given)),
  list: (accountId) => LIST.rows(pool, accountId),
  names: async (accountId) =>
    new Map((await NAMES.rows(pool, accountId)).map(({ id, label }) => [id, label])),
  disconnect: ({ grantId, accountId, actor }) =>
    pool.transaction(async (transaction) => {
      if ((await OWNED.first(transaction, grantId, accountId)) === null) return UNKNOWN
      await end(transaction, grantId, actor, 'holder')
      return { grantId }
    }),
})
