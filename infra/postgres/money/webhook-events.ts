import { z } from 'zod'
import type {
  ProviderChange,
  ProviderEvents,
  SubscriptionWord,
} from '#query-api/routes/webhook/ports.ts'
import { makeAccounts } from '../accounts/accounts.ts'
import type { PostgresPool, Prepared, Queryable } from '../platform/pool.ts'

/** Which states of a subscription pay, and which nothing follows, in the provider's words. */
export type SubscriptionStates = {
  readonly paying: readonly string[]
  readonly ended: readonly string[]
}

const prepared = (name: string, text: string): Prepared => ({ name: `webhook-${name}`, text })
const KEEP = prepared(
  'keep',
  'insert into provider_events (id, type, created_at) values ($1, $2, to_timestamp($3)) on conflict (id) do nothing',
)
/**
 * How long the ids of taken events are kept: the provider gives an event out for 30 days and never
 * sends it again after that.
 */
export const PROVIDER_EVENTS = { keptDays: 70, forgottenMax: 100 } as const
const FORGET = prepared(
  'forget',
  `delete from provider_events where id = any (array(
     select id from provider_events where received_at < clock_timestamp() - make_interval(days => $1) order by received_at limit $2
     for update skip locked))`,
)
const LINK = prepared(
  'link',
  `insert into meter_customers (account_id, customer_id)
   select id, $2 from accounts where id = $1 on conflict do nothing`,
)
// Events of one customer wait here for each other, so that each sees what the one before it left.
const LOCK = prepared('lock', 'select pg_advisory_xact_lock(hashtextextended($1, 0))')
// Times are whole seconds: of two words in one, the first state of a new subscription is the older.
const SAY = prepared(
  'say',
  `insert into provider_subscriptions as known (id, customer_id, status, said_at)
   values ($1, $2, $3, to_timestamp($4))
   on conflict (id) do update set status = excluded.status, said_at = excluded.said_at
   where known.customer_id = excluded.customer_id and known.status <> all ($5)
     and (excluded.said_at > known.said_at or excluded.said_at = known.said_at and excluded.status <> 'incomplete')`,
)
const PAYS = prepared(
  'pays',
  `select c.account_id as "accountId", bool_or(s.status = any ($2)) as pays
   from meter_customers c join provider_subscriptions s on s.customer_id = c.customer_id
   where c.customer_id = $1 group by c.account_id`,
)
const Pays = z.object({ accountId: z.uuid(), pays: z.boolean() })

/** The pool as it looks from inside a transaction: what runs on it is part of that. */
const within = (pool: PostgresPool, transaction: Queryable): PostgresPool => ({
  ...transaction,
  connectionString: pool.connectionString,
  transaction: (work) => work(transaction),
  close: async () => undefined,
})

const say = async (
  transaction: Queryable,
  { subscriptionId, customerId, status }: SubscriptionWord,
  createdSeconds: number,
  ended: readonly string[],
): Promise<void> => {
  await transaction.query(SAY, [subscriptionId, customerId, status, createdSeconds, ended])
}

const settle = async (
  pool: PostgresPool,
  transaction: Queryable,
  customerId: string,
  paying: readonly string[],
): Promise<void> => {
  const [row] = (await transaction.query(PAYS, [customerId, paying])).rows
  // Without a subscription the account stays what somebody made it.
  if (row === undefined) return
  const { accountId, pays } = Pays.parse(row)
  await makeAccounts(within(pool, transaction)).setPaid(
    accountId,
    pays ? 'paid' : 'unpaid',
    'stripe',
  )
}

const take = async (
  pool: PostgresPool,
  transaction: Queryable,
  { id, type, createdSeconds, link, word }: ProviderChange,
  { paying, ended }: SubscriptionStates,
): Promise<'taken' | 'repeated'> => {
  const kept = await transaction.query(KEEP, [id, type, createdSeconds])
  if (kept.rowCount === 0) return 'repeated'
  await transaction.query(FORGET, [PROVIDER_EVENTS.keptDays, PROVIDER_EVENTS.forgottenMax])
  const customerId = word?.customerId ?? link?.customerId
  if (customerId === undefined) return 'taken'
  await transaction.query(LOCK, [customerId])
  if (link !== null) await transaction.query(LINK, [link.accountId, link.customerId])
  if (word !== null) await say(transaction, word, createdSeconds, ended)
  await settle(pool, transaction, customerId, paying)
  return 'taken'
}

/** The provider's events on PostgreSQL. Throws the Faults of the pool. */
export const makeProviderEvents = (
  pool: PostgresPool,
  states: SubscriptionStates,
): ProviderEvents => ({
  take: (change) => pool.transaction((transaction) => take(pool, transaction, change, states)),
})
