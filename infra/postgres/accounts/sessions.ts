/** Sessions of the account area on PostgreSQL, stored by the hash of the cookie's token. */
import { z } from 'zod'
import { Plan } from '#contracts/account.ts'
import { EmailAddress } from '#contracts/account.ts'
import type { Sessions } from '#query-api/portal/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

type NewSession = Parameters<Sessions['open']>[0]

/** Precision of the last use, and how many ended sessions a sign-in removes. */
const TOUCH = { everySeconds: 60, clearedMax: 100 } as const

const Found = z.object({
  userId: z.uuid(),
  email: EmailAddress,
  accountId: z.uuid(),
  name: z.string(),
  plan: Plan,
  paid: z.boolean(),
  stale: z.boolean(),
})

const CLEAR = statement('sessions-clear', {
  sql: `delete from account_sessions where token_hash in (
     select token_hash from account_sessions where expires_at <= clock_timestamp()
     order by expires_at limit ${TOUCH.clearedMax} for update skip locked)`,
})
// One at a time per person, so that the limit holds.
const LOCK_USER = statement('sessions-lock-user', {
  sql: 'select from account_users where id = $1 for update',
  values: (userId: string) => [userId],
})
// Whoever changes the password ends the sessions that are open: one that is opened a moment later
// with the old password would outlive it.
const OPEN = statement('sessions-open', {
  sql: `insert into account_sessions (token_hash, user_id, expires_at)
   select $1, id, clock_timestamp() + make_interval(secs => $3) from account_users
   where id = $2 and password_hash = $4`,
  values: ({ tokenHash, userId, lifetimeSeconds, passwordHash }: NewSession) => [
    tokenHash,
    userId,
    lifetimeSeconds,
    passwordHash,
  ],
})
const END_OLDEST = statement('sessions-end-oldest', {
  sql: `delete from account_sessions where token_hash in (
     select token_hash from account_sessions where user_id = $1
     order by created_at desc, token_hash offset $2)`,
  values: (userId: string, sessionsMax: number) => [userId, sessionsMax],
})
const FIND = statement('sessions-find', {
  sql: `select u.id as "userId", u.email, a.id as "accountId", a.name, a.plan, a.paid,
     s.last_seen_at < clock_timestamp() - interval '${TOUCH.everySeconds} seconds' as stale
   from account_sessions s join account_users u on u.id = s.user_id join accounts a on a.id = u.account_id
   where s.token_hash = $1 and s.expires_at > clock_timestamp()
     and s.last_seen_at > clock_timestamp() - make_interval(secs => $2)`,
  values: (tokenHash: Uint8Array, idleSeconds: number) => [tokenHash, idleSeconds],
  row: Found,
})
const SEEN = statement('sessions-seen', {
  sql: 'update account_sessions set last_seen_at = clock_timestamp() where token_hash = $1',
  values: (tokenHash: Uint8Array) => [tokenHash],
})
const CLOSE = statement('sessions-close', {
  sql: 'delete from account_sessions where token_hash = $1',
  values: (tokenHash: Uint8Array) => [tokenHash],
})

/** Throws the Faults of the pool. */
export const makeSessions = (pool: PostgresPool): Sessions => ({
  open: (session) =>
    pool.transaction(async (transaction) => {
      await CLEAR.run(transaction)
      const { userId, sessionsMax } = session
      await LOCK_USER.run(transaction, userId)
      await OPEN.run(transaction, session)
      await END_OLDEST.run(transaction, userId, sessionsMax)
    }),
  find: async (tokenHash, idleSeconds) => {
    const found = await FIND.first(pool, tokenHash, idleSeconds)
    if (found === null) return null
    const { userId, email, stale, ...account } = found
    if (stale) await SEEN.run(pool, tokenHash)
    return { userId, email, account }
  },
  close: async (tokenHash) => {
    await CLOSE.run(pool, tokenHash)
  },
})
