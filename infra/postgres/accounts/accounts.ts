/** Accounts on PostgreSQL. Each act and its line in the audit table are one transaction. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Plan } from '#contracts/account.ts'
import { Actor } from '#contracts/audit.ts'
import type { Refusal } from '#contracts/fault.ts'
import { Instant } from '#contracts/ids.ts'
import type { Accounts } from '#query-api/accounts/ports.ts'
import { recordAct } from './audit.ts'
import { instant } from './key-store-statements.ts'
import type { PostgresPool, Prepared, Queryable } from '../platform/pool.ts'

const prepared = (name: string, text: string): Prepared => ({ name: `accounts-${name}`, text })

const ADD = prepared(
  'add',
  `insert into accounts (id, name, plan, paid, status_cause) values ($1, $2, $3, $4, $5)
   on conflict (name) do nothing returning id`,
)
const LIST = prepared(
  'list',
  `select a.id as "accountId", a.name, a.plan, a.paid, ${instant('a.status_changed_at')} as "statusChangedAt",
     a.status_cause as "statusCause", ${instant('a.created_at')} as "createdAt",
     (select count(*) from api_keys k where k.account_id = a.id and k.revoked_at is null
        and coalesce(k.expires_at > clock_timestamp(), true)) as "liveKeys",
     (select count(*) from account_users u where u.account_id = a.id) as users
   from accounts a order by a.created_at, a.id`,
)
const BY_NAME = prepared(
  'by-name',
  'select id as "accountId", name, plan, paid from accounts where name = $1',
)
const LOCK = prepared('lock', 'select paid from accounts where id = $1 for update')
const SET_PAID = prepared(
  'set-paid',
  'update accounts set paid = $2, status_changed_at = clock_timestamp(), status_cause = $3 where id = $1',
)

const Account = z.object({ accountId: z.uuid(), name: z.string(), plan: Plan, paid: z.boolean() })
const Listing = Account.extend({
  statusChangedAt: Instant,
  statusCause: Actor,
  createdAt: Instant,
  liveKeys: z.int(),
  users: z.int(),
})
const Paid = z.object({ paid: z.boolean() })

const EXISTS: Refusal = {
  refused: 'account-exists',
  reason: 'there is an account of this name',
  hint: 'use it, or choose another name',
}
const UNKNOWN: Refusal = {
  refused: 'account-unknown',
  reason: 'there is no such account',
  hint: 'see `pandect accounts list`',
}

const create = async (
  transaction: Queryable,
  { name, plan, status, actor }: Parameters<Accounts['create']>[0],
): Promise<{ readonly accountId: string } | Refusal> => {
  const accountId = randomUUID()
  const paid = status === 'paid'
  const { rows } = await transaction.query(ADD, [accountId, name, plan, paid, actor])
  if (rows.length === 0) return EXISTS
  const data = { plan, paid }
  await recordAct(transaction, { kind: 'account.created', actor, subject: accountId, data })
  return { accountId }
}

const setPaid = async (
  transaction: Queryable,
  ...[accountId, status, cause]: Parameters<Accounts['setPaid']>
): Promise<{ readonly changed: boolean } | Refusal> => {
  const [row] = (await transaction.query(LOCK, [accountId])).rows
  if (row === undefined) return UNKNOWN
  const paid = status === 'paid'
  if (Paid.parse(row).paid === paid) return { changed: false }
  await transaction.query(SET_PAID, [accountId, paid, cause])
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
  list: async () => (await pool.query(LIST)).rows.map((row) => Listing.parse(row)),
  byName: async (name) => {
    const [row] = (await pool.query(BY_NAME, [name])).rows
    return row === undefined ? null : Account.parse(row)
  },
  setPaid: (...given) =>
    z.uuid().safeParse(given[0]).success
      ? pool.transaction((transaction) => setPaid(transaction, ...given))
      : Promise.resolve(UNKNOWN),
})
