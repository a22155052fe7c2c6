import { z } from 'zod'
import type {
  ProviderChange,
  ProviderEvents,
  SubscriptionWord,
} from '#query-api/routes/webhook/ports.ts'
import { recordActOnce } from '../platform/audit.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

/** The states in which a subscription pays, and its final states. */
export type SubscriptionStates = {
  readonly paying: readonly string[]
  readonly ended: readonly string[]
}

const KEEP = statement('webhook-keep', {
  sql: 'insert into provider_events (id, type, created_at) values ($1, $2, to_timestamp($3)) on conflict (id) do nothing',
  values: ({ id, type, createdSeconds }: ProviderChange) => [id, type, createdSeconds],
})
/**
 * How long the ids of processed events are kept: the provider repeats an event for 30 days at most.
 */
export const PROVIDER_EVENTS = { keptDays: 70, forgottenMax: 100 } as const
const FORGET = statement('webhook-forget', {
  sql: `delete from provider_events where id = any (array(
     select id from provider_events where received_at < clock_timestamp() - make_interval(days => $1) order by received_at limit $2
     for update skip locked))`,
  values: (keptDays: number, forgottenMax: number) => [keptDays, forgottenMax],
})
const LINK = statement('webhook-link', {
  sql: `insert into meter_customers (account_id, customer_id)
   select id, $2 from accounts where id = $1 on conflict do nothing`,
  values: (accountId: string, customerId: string) => [accountId, customerId],
})
const HAS_OTHER_LINK = statement('webhook-has-other-link', {
  sql: `select from accounts a where a.id = $1 and not exists
     (select from meter_customers c where c.account_id = a.id and c.customer_id = $2)`,
  values: (accountId: string, customerId: string) => [accountId, customerId],
})
// Events of one customer run one at a time, so that each sees the result of the previous one.
const LOCK = statement('webhook-lock', {
  sql: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
  values: (customerId: string) => [customerId],
})
// Times are whole seconds: of two events in one second, the first state of a new subscription is
// older.
const RECORD_STATUS = statement('webhook-record-status', {
  sql: `insert into provider_subscriptions as known (id, customer_id, status, said_at)
   values ($1, $2, $3, to_timestamp($4))
   on conflict (id) do update set status = excluded.status, said_at = excluded.said_at
   where known.customer_id = excluded.customer_id and known.status <> all ($5)
     and (excluded.said_at > known.said_at or excluded.said_at = known.said_at and excluded.status <> 'incomplete')`,
  values: (word: SubscriptionWord, createdSeconds: number, ended: readonly string[]) => [
    word.subscriptionId,
    word.customerId,
    word.status,
    createdSeconds,
    ended,
  ],
})
// In one second, what the provider says of a subscription counts more than an invoice of it.
const RECORD_PAYMENT = statement('webhook-record-payment', {
  sql: `update provider_subscriptions set status = $3, said_at = to_timestamp($4)
   where id = $1 and customer_id = $2 and status = any ($5) and said_at < to_timestamp($4)`,
  values: (word: SubscriptionWord, createdSeconds: number, from: readonly string[]) => [
    word.subscriptionId,
    word.customerId,
    word.status,
    createdSeconds,
    from,
  ],
})
const Pays = z.object({ accountId: z.uuid(), pays: z.boolean() })
const PAYS = statement('webhook-pays', {
  sql: `select c.account_id as "accountId", bool_or(s.status = any ($2)) as pays
   from meter_customers c join provider_subscriptions s on s.customer_id = c.customer_id
   where c.customer_id = $1 group by c.account_id`,
  values: (customerId: string, paying: readonly string[]) => [customerId, paying],
  row: Pays,
})

/** Sets whether an account is paid, within the transaction. */
export type SetPaid = (
  transaction: Queryable,
  accountId: string,
  status: 'paid' | 'unpaid',
  cause: 'stripe',
) => Promise<unknown>

/** Null without a customer that is linked, or without a subscription of it. */
type Pays = z.infer<typeof Pays> | null

/**
 * The account follows the provider where its word on who pays changes: an event that says the same
 * again, or nothing of a subscription, leaves what an operator said since.
 */
const settle = async (
  transaction: Queryable,
  before: Pays,
  after: Pays,
  setPaid: SetPaid,
): Promise<void> => {
  if (after === null || after.pays === before?.pays) return
  await setPaid(transaction, after.accountId, after.pays ? 'paid' : 'unpaid', 'stripe')
}

type Link = NonNullable<ProviderChange['link']>

/**
 * An account has one customer, and a customer one account. The audit names a second one once, since
 * what it pays changes no account.
 */
const link = async (transaction: Queryable, { accountId, customerId }: Link): Promise<void> => {
  if ((await LINK.run(transaction, accountId, customerId)) > 0) return
  if ((await HAS_OTHER_LINK.run(transaction, accountId, customerId)) === 0) return
  await recordActOnce(transaction, {
    kind: 'account.customer-refused',
    actor: 'stripe',
    subject: accountId,
    data: { customerId },
  })
}

const take = async (
  transaction: Queryable,
  change: ProviderChange,
  { paying, ended }: SubscriptionStates,
  setPaid: SetPaid,
): Promise<'taken' | 'repeated'> => {
  const { createdSeconds, link: linked, word } = change
  if ((await KEEP.run(transaction, change)) === 0) return 'repeated'
  await FORGET.run(transaction, PROVIDER_EVENTS.keptDays, PROVIDER_EVENTS.forgottenMax)
  const customerId = word?.customerId ?? linked?.customerId
  if (customerId === undefined) return 'taken'
  await LOCK.run(transaction, customerId)
  const before = await PAYS.first(transaction, customerId, paying)
  if (linked !== null) await link(transaction, linked)
  if (word !== null) {
    const { from } = word
    if (from === null) await RECORD_STATUS.run(transaction, word, createdSeconds, ended)
    else await RECORD_PAYMENT.run(transaction, word, createdSeconds, from)
  }
  await settle(transaction, before, await PAYS.first(transaction, customerId, paying), setPaid)
  return 'taken'
}

/** Processes the provider's events on PostgreSQL. Throws the Faults of the pool. */
export const makeProviderEvents = (
  pool: PostgresPool,
  states: SubscriptionStates,
  setPaid: SetPaid,
): ProviderEvents => ({
  take: (change) => pool.transaction((transaction) => take(transaction, change, states, setPaid)),
})
