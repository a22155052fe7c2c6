/** Access tokens of members of staff on PostgreSQL, by the HMAC of the token. */
import { z } from 'zod'
import { Scope } from '#contracts/api-key.ts'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import { Day, Instant } from '#contracts/ids.ts'
import type { StaffId } from '#contracts/staff.ts'
import type { StaffTokens } from '#ingest/editorial/staff/ports.ts'
import { recordAct } from '../platform/audit.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'
import { Member, MEMBER } from './people.ts'

type New = Parameters<StaffTokens['create']>[0]

const Token = z.object({
  id: z.uuid(),
  label: z.string(),
  last4: z.string(),
  scopes: z.array(Scope),
  secondFactor: z.boolean(),
  createdAt: Instant,
  expiresAt: Instant,
  revokedAt: Instant.nullable(),
  lastUsedOn: Day.nullable(),
})
const TOKEN = `t.label, t.last4, t.scopes, t.second_factor as "secondFactor",
   ${isoInstant('t.created_at')} as "createdAt", ${isoInstant('t.expires_at')} as "expiresAt",
   ${isoInstant('t.revoked_at')} as "revokedAt", to_char(t.last_used_on, 'YYYY-MM-DD') as "lastUsedOn"`
const TODAY = `(clock_timestamp() at time zone 'UTC')::date`

const CREATE = statement('staff-tokens-create', {
  sql: `insert into staff_tokens (id, person_id, label, secret_hmac, last4, scopes, second_factor, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
  values: (token: New) => [
    token.id,
    token.personId,
    token.label,
    token.secretHmac,
    token.last4,
    token.scopes,
    token.secondFactor,
    token.expiresAt,
  ],
})
const FIND = statement('staff-tokens-find', {
  sql: `select ${MEMBER}, t.id as "tokenId", ${TOKEN},
     t.last_used_on is distinct from ${TODAY} as stale
   from staff_tokens t join staff_people p on p.id = t.person_id
   where t.secret_hmac = $1 and t.revoked_at is null and t.expires_at > clock_timestamp()
     and p.disabled_at is null`,
  values: (secretHmac: Uint8Array) => [secretHmac],
  row: Token.omit({ id: true })
    .extend(Member.shape)
    .extend({ tokenId: z.uuid(), stale: z.boolean() }),
})
const USED = statement('staff-tokens-used', {
  sql: `update staff_tokens set last_used_on = ${TODAY} where id = $1`,
  values: (id: string) => [id],
})
const LIST = statement('staff-tokens-list', {
  sql: `select t.id, ${TOKEN} from staff_tokens t where t.person_id = $1 order by t.created_at desc, t.id`,
  values: (personId: StaffId) => [personId],
  row: Token,
})
const LOCK = statement('staff-tokens-lock', {
  sql: `select ${isoInstant('revoked_at')} as "revokedAt" from staff_tokens
   where id = $1 and person_id = $2 for update`,
  values: (id: string, personId: StaffId) => [id, personId],
  row: z.object({ revokedAt: Instant.nullable() }),
})
const REVOKE = statement('staff-tokens-revoke', {
  sql: `update staff_tokens set revoked_at = clock_timestamp() where id = $1
   returning ${isoInstant('revoked_at')} as "revokedAt"`,
  values: (id: string) => [id],
  row: z.object({ revokedAt: Instant }),
})

const UNKNOWN: Refusal = refusalByCode('staff-token-unknown')

/** Throws the Faults of the pool. */
export const makeStaffTokens = (pool: PostgresPool): StaffTokens => ({
  create: (token, actor) =>
    pool.transaction(async (transaction) => {
      await CREATE.run(transaction, token)
      const { id, personId, scopes, secondFactor } = token
      const data = { personId, scopes: [...scopes], secondFactor }
      await recordAct(transaction, { kind: 'staff.token-created', actor, subject: id, data })
    }),
  find: async (secretHmac) => {
    const found = await FIND.first(pool, secretHmac)
    if (found === null) return null
    const { tokenId, stale, ...rest } = found
    if (stale) await USED.run(pool, tokenId)
    return { member: Member.parse(rest), token: Token.parse({ ...rest, id: tokenId }) }
  },
  list: (personId) => LIST.rows(pool, personId),
  revoke: (id, personId, actor) =>
    pool.transaction(async (transaction) => {
      if (!z.uuid().safeParse(id).success) return UNKNOWN
      const before = await LOCK.first(transaction, id, personId)
      if (before === null) return UNKNOWN
      if (before.revokedAt !== null) return { revokedAt: before.revokedAt }
      const revoked = await REVOKE.only(transaction, id)
      await recordAct(transaction, { kind: 'staff.token-revoked', actor, subject: id, data: {} })
      return revoked
    }),
})
