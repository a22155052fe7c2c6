/** The people of an account on PostgreSQL. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import type { Users } from '#query-api/accounts/ports.ts'
import { recordAct } from '../platform/audit.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

type UserPassword = Parameters<Users['setPassword']>[0]

const BY_EMAIL = statement('users-by-email', {
  sql: 'select id as "userId", password_hash as "passwordHash" from account_users where email = $1',
  values: (email: string) => [email],
  row: z.object({ userId: z.uuid(), passwordHash: z.string() }),
})
const SET = statement('users-set', {
  sql: `insert into account_users (id, account_id, email, password_hash) values ($1, $2, $3, $4)
   on conflict (email) do update set password_hash = excluded.password_hash, password_changed_at = clock_timestamp()
     where account_users.account_id = excluded.account_id
   returning id`,
  values: (id: string, { accountId, email, passwordHash }: UserPassword) => [
    id,
    accountId,
    email,
    passwordHash,
  ],
  row: z.object({ id: z.uuid() }),
})
const END_SESSIONS = statement('users-end-sessions', {
  sql: 'delete from account_sessions where user_id = $1',
  values: (userId: string) => [userId],
})
const REHASH = statement('users-rehash', {
  sql: 'update account_users set password_hash = $3 where id = $1 and password_hash = $2',
  values: (userId: string, from: string, to: string) => [userId, from, to],
})

const TAKEN: Refusal = refusalByCode('email-taken')

const setPassword = async (
  transaction: Queryable,
  user: UserPassword,
): Promise<{ readonly userId: string } | Refusal> => {
  const set = await SET.first(transaction, randomUUID(), user)
  if (set === null) return TAKEN
  const { accountId, actor } = user
  await END_SESSIONS.run(transaction, set.id)
  const act = { kind: 'account.password-set', actor, subject: accountId, data: {} } as const
  await recordAct(transaction, act)
  return { userId: set.id }
}

/** Throws the Faults of the pool. */
export const makeUsers = (pool: PostgresPool): Users => ({
  byEmail: (email) => BY_EMAIL.first(pool, email),
  setPassword: (user) => pool.transaction((transaction) => setPassword(transaction, user)),
  rehash: async (userId, from, to) => {
    await REHASH.run(pool, userId, from, to)
  },
})
