/** Sessions of the account area on PostgreSQL: known by the hash of what the cookie holds. */
import { z } from 'zod'
import { Plan } from '#contracts/account.ts'
import { EmailAddress } from '#contracts/account.ts'
import type { Sessions } from '#query-api/portal/ports.ts'
import type { PostgresPool, Prepared } from '../platform/pool.ts'

/** How exactly the last use is kept; and how many ended sessions an opening clears away. */
const TOUCH = { everySeconds: 60, clearedMax: 100 } as const

const prepared = (name: string, text: string): Prepared => ({ name: `sessions-${name}`, text })

const CLEAR = prepared(
  'clear',
  `delete from account_sessions where token_hash in (
     select token_hash from account_sessions where expires_at <= clock_timestamp()
     order by expires_at limit ${TOUCH.clearedMax} for update skip locked)`,
)
// One after the other for one person, so that the limit holds.
const LOCK_USER = prepared('lock-user', 'select from account_users where id = $1 for update')
const OPEN = prepared(
  'open',
  `insert into account_sessions (token_hash, user_id, expires_at)
   values ($1, $2, clock_timestamp() + make_interval(secs => $3))`,
)
const END_OLDEST = prepared(
  'end-oldest',
  `delete from account_sessions where token_hash in (
     select token_hash from account_sessions where user_id = $1
     order by created_at desc, token_hash offset $2)`,
)
const FIND = prepared(
  'find',
  `select u.id as "userId", u.email, a.id as "accountId", a.name, a.plan, a.paid,
     s.last_seen_at < clock_timestamp() - interval '${TOUCH.everySeconds} seconds' as stale
   from account_sessions s join account_users u on u.id = s.user_id join accounts a on a.id = u.account_id
   where s.token_hash = $1 and s.expires_at > clock_timestamp()
     and s.last_seen_at > clock_timestamp() - make_interval(secs => $2)`,
)
const SEEN = prepared(
  'seen',
  'update account_sessions set last_seen_at = clock_timestamp() where token_hash = $1',
)
const CLOSE = prepared('close', 'delete from account_sessions where token_hash = $1')

const Found = z.object({
  userId: z.uuid(),
  email: EmailAddress,
  accountId: z.uuid(),
  name: z.string(),
  plan: Plan,
  paid: z.boolean(),
  stale: z.boolean(),
})

/** Throws the Faults of the pool. */
export const makeSessions = (pool: PostgresPool): Sessions => ({
  open: ({ tokenHash, userId, lifetimeSeconds, sessionsMax }) =>
    pool.transaction(async (transaction) => {
      await transaction.query(CLEAR)
      await transaction.query(LOCK_USER, [userId])
      await transaction.query(OPEN, [tokenHash, userId, lifetimeSeconds])
      await transaction.query(END_OLDEST, [userId, sessionsMax])
    }),
  find: async (tokenHash, idleSeconds) => {
    const [row] = (await pool.query(FIND, [tokenHash, idleSeconds])).rows
    if (row === undefined) return null
    const { userId, email, stale, ...account } = Found.parse(row)
    if (stale) await pool.query(SEEN, [tokenHash])
    return { userId, email, account }
  },
  close: async (tokenHash) => {
    await pool.query(CLOSE, [tokenHash])
  },
})
