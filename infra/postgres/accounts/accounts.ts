/** Accounts on PostgreSQL. Each act and its line in the audit table are one transaction. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Plan } from '#contracts/account.ts'
import { Actor } from '#contracts/audit.ts'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import { Instant } from '#contracts/ids.ts'
import type { Accounts } from '#query-api/accounts/ports.ts'
import { recordAct } from '../platform/audit.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'

type NewAccount = Parameters<Accounts['create']>[0]

const Account = z.object({ accountId: z.uuid(), name: z.string(), plan: Plan, paid: z.boolean() })
const Listing = Account.extend({
  statusChangedAt: Instant,
  statusCause: Actor,
  createdAt: Instant,
  liveKeys: z.int(),
  users: z.int(),
})

const ADD = statement('accounts-add', {
  sql: `insert into accounts (id, name, plan, paid, status_cause) values ($1, $2, $3, $4, $5)
   on conflict (name) do nothing returning id`,
  values: (id: string, { name, plan, status, actor }: NewAccount) => [
    id,
    name,
    plan,
    status === 'paid',
    actor,
  ],
  row: z.object({ id: z.uuid() }),
})
const LIST = statement('accounts-list', {
  sql: `select a.id as "accountId", a.name, a.plan, a.paid, ${isoInstant('a.status_changed_at')} as "statusChangedAt",
     a.status_cause as "statusCause", ${isoInstant('a.created_at')} as "createdAt",
     (select count(*) from api_keys k where k.account_id = a.id and k.kind <> 'grant' and k.revoked_at is null
        and coalesce(k.expires_at > clock_timestamp(), true)) as "liveKeys",
     (select count(*) from account_users u where u.account_id = a.id) as users
   from accounts a order by a.created_at, a.id`,
  row: Listing,
})
const BY_NAME = statement('accounts-by-name', {
  sql: 'select id as "accountId", name, plan, paid from accounts where name = $1',
  values: (name: string) => [name],
  row: Account,
})
const LOCK = statement('accounts-lock', {
  sql: 'select paid from accounts where id = $1 for update',
  values: (accountId: string) => [accountId],
  row: z.object({ paid: z.boolean() }),
})
const SET_PAID = statement('accounts-set-paid', {
  sql: 'update accounts set paid = $2, status_changed_at = clock_timestamp(), status_cause = $3 where id = $1',
  values: (accountId: string, paid: boolean, cause: Actor) => [accountId, paid, cause],
})

const EXISTS: Refusal = refusalByCode('account-exists')
const UNKNOWN: Refusal = {
  refused: 'account-unknown',
  reason: 'there is no such account',
  hint: 'see `pandect accounts list`',
}

const create = async (
  transaction: Queryable,
  account: NewAccount,
): Promise<{ readonly accountId: string } | Refusal> => {
  const accountId = randomUUID()
  const { plan, status, actor } = account
  if ((await ADD.first(transaction, accountId, account)) === null) return EXISTS
  const data = { plan, paid: status === 'paid' }
  await recordAct(transaction, { kind: 'account.created', actor, subject: accountId, data })
  return { accountId }
}

/** Runs within a transaction; the account id must be a UUID. */
export const setPaid = async (
  transaction: Queryable,
  ...[accountId, status, cause]: Parameters<Accounts['setPaid']>
): Promise<{ readonly changed: boolean } | Refusal> => {
  const before = await LOCK.first(transaction, accountId)
  if (before === null) return UNKNOWN
  const paid = status === 'paid'
  if (before.paid === paid) return { changed: false }
  await SET_PAID.run(transaction, accountId, paid, cause)
  const act = {
    kind: 'account.paid-set',
    actor: cause,
    subject: accountId,
    data: { paid },
  } as const
  await recordAct(transaction, act)
  return { changed: true }
}

/** Throws the Faults of the pool. */
export const makeAccounts = (pool: PostgresPool): Accounts => ({
  create: (account) => pool.transaction((transaction) => create(transaction, account)),
  list: () => LIST.rows(pool),
  byName: (name) => BY_NAME.first(pool, name),
  setPaid: (...given) =>
    z.uuid().safeParse(given[0]).success
      ? pool.transaction((transaction) => setPaid(transaction, ...given))
      : Promise.resolve(UNKNOWN),
})
