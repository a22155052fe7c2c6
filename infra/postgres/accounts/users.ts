/** The people of an account on PostgreSQL. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import type { Users } from '#query-api/accounts/ports.ts'
import { recordAct } from '../platform/audit.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

type UserPassword = Parameters<Users['setPassword']>[0]
type Removed = Parameters<Users['remove']>[0]

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

const OF_ACCOUNT = statement('users-of-account', {
  sql: 'select id from account_users where account_id = $1 and email = $2',
  values: ({ accountId, email }: Removed) => [accountId, email],
  row: z.object({ id: z.uuid() }),
})
const ofUser = (userId: string) => [userId]
const OF_GRANTS = '(select key_id from oauth_grants where user_id = $1)'
const END_GRANTS = statement('users-end-grants', {
  sql: `update api_keys set revoked_at = clock_timestamp()
   where id in ${OF_GRANTS} and revoked_at is null returning id`,
  values: ofUser,
  row: z.object({ id: z.uuid() }),
})
/** In the order in which codes and tokens are exchanged, so that neither waits for the other. */
const DELETED_FIRST = [
  statement('users-delete-codes', {
    sql: 'delete from oauth_codes where user_id = $1',
    values: ofUser,
  }),
  statement('users-delete-tokens', {
    sql: `delete from oauth_tokens where key_id in ${OF_GRANTS}`,
    values: ofUser,
  }),
]
const DELETED_LAST = [
  statement('users-delete-grants', {
    sql: 'delete from oauth_grants where user_id = $1',
    values: ofUser,
  }),
  statement('users-delete-mail', {
    sql: `delete from webhook_endpoints where kind = 'mail'
     and id in (select endpoint_id from mail_addresses where user_id = $1)`,
    values: ofUser,
  }),
  statement('users-delete', { sql: 'delete from account_users where id = $1', values: ofUser }),
]

const TAKEN: Refusal = refusalByCode('email-taken')
const UNKNOWN: Refusal = refusalByCode('account-person-unknown')

const remove = async (
  transaction: Queryable,
  user: Removed,
): Promise<{ readonly userId: string } | Refusal> => {
  const found = await OF_ACCOUNT.first(transaction, user)
  if (found === null) return UNKNOWN
  const { accountId, actor } = user
  for (const deletion of DELETED_FIRST) await deletion.run(transaction, found.id)
  for (const { id } of await END_GRANTS.rows(transaction, found.id))
    await recordAct(transaction, {
      kind: 'application.disconnected',
      actor,
      subject: id,
      data: { cause: 'holder' },
    })
  for (const deletion of DELETED_LAST) await deletion.run(transaction, found.id)
  await recordAct(transaction, {
    kind: 'account.person-removed',
    actor,
    subject: accountId,
    data: {},
  })
  return { userId: found.id }
}

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
  remove: (user) => pool.transaction((transaction) => remove(transaction, user)),
})
