/** The people of an account on PostgreSQL. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Refusal } from '#contracts/fault.ts'
import type { Users } from '#query-api/accounts/ports.ts'
import { recordAct } from './audit.ts'
import { onlyRow, type PostgresPool, type Prepared, type Queryable } from '../platform/pool.ts'

const prepared = (name: string, text: string): Prepared => ({ name: `users-${name}`, text })

const BY_EMAIL = prepared(
  'by-email',
  'select id as "userId", password_hash as "passwordHash" from account_users where email = $1',
)
const SET = prepared(
  'set',
  `insert into account_users (id, account_id, email, password_hash) values ($1, $2, $3, $4)
   on conflict (email) do update set password_hash = excluded.password_hash, password_changed_at = clock_timestamp()
     where account_users.account_id = excluded.account_id
   returning id`,
)
const END_SESSIONS = prepared('end-sessions', 'delete from account_sessions where user_id = $1')
const REHASH = prepared(
  'rehash',
  'update account_users set password_hash = $3 where id = $1 and password_hash = $2',
)

const ByEmail = z.object({ userId: z.uuid(), passwordHash: z.string() })
const Id = z.object({ id: z.uuid() })

const TAKEN: Refusal = {
  refused: 'email-taken',
  reason: 'this address belongs to another account',
  hint: 'use another address',
}

const setPassword = async (
  transaction: Queryable,
  { accountId, email, passwordHash, actor }: Parameters<Users['setPassword']>[0],
): Promise<{ readonly userId: string } | Refusal> => {
  const set = await transaction.query(SET, [randomUUID(), accountId, email, passwordHash])
  if (set.rows.length === 0) return TAKEN
  const { id: userId } = Id.parse(onlyRow(set))
  await transaction.query(END_SESSIONS, [userId])
  const act = { kind: 'account.password-set', actor, subject: accountId, data: {} } as const
  await recordAct(transaction, act)
  return { userId }
}

/** Throws the Faults of the pool. */
export const makeUsers = (pool: PostgresPool): Users => ({
  byEmail: async (email) => {
    const [row] = (await pool.query(BY_EMAIL, [email])).rows
    return row === undefined ? null : ByEmail.parse(row)
  },
  setPassword: (user) => pool.transaction((transaction) => setPassword(transaction, user)),
  rehash: async (userId, from, to) => {
    await pool.query(REHASH, [userId, from, to])
  },
})
