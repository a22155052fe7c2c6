/** Notices to accounts about their keys, on PostgreSQL. */
import { z } from 'zod'
import { CapMode } from '#contracts/api-key.ts'
import { Instant } from '#contracts/ids.ts'
import { KEY_NOTICES, type KeyNotices } from '#query-api/accounts/ports.ts'
import type { QueuedEvent } from '#query-api/webhooks/ports.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'

/**
 * A call that a hard cap refuses is noted by the ledger: what was refused is no charge.
 * The month before is looked at for an hour, for what was spent in its last moments.
 */
const NOTE_CAPS = statement('key-notices-note-caps', {
  sql: `insert into key_notices (key_id, kind, period)
   select k.id, 'cap_reached', to_char(m.month, 'YYYY-MM')
   from api_keys k join key_months m on m.key_id = k.id
   where k.cap_micro_usd is not null and m.micro_usd >= k.cap_micro_usd
     and m.month >= date_trunc('month', (clock_timestamp() - interval '1 hour') at time zone 'UTC')::date
     and not exists (select from key_notices n
       where n.key_id = k.id and n.kind = 'cap_reached' and n.period = to_char(m.month, 'YYYY-MM'))
   on conflict do nothing`,
})
const NOTE_ENDS = statement('key-notices-note-ends', {
  sql: `insert into key_notices (key_id, kind, period)
   select k.id, 'expiring', ${isoInstant('k.expires_at')} from api_keys k
   where k.revoked_at is null and k.kind <> 'grant' and k.expires_at > clock_timestamp()
     and k.expires_at <= clock_timestamp() + make_interval(days => ${KEY_NOTICES.expiringDays})
   on conflict do nothing`,
})
const key = { keyId: z.uuid(), accountId: z.uuid(), noticedAt: Instant }
/** Rows that another notifier has locked are left to it. */
const UNTOLD = statement('key-notices-untold', {
  sql: `select n.kind, n.period, k.id as "keyId", k.account_id as "accountId", k.cap_micro_usd as "capMicroUsd",
     k.cap_mode as "capMode", ${isoInstant('n.noticed_at')} as "noticedAt",
     coalesce((select m.micro_usd from key_months m
       where m.key_id = k.id and to_char(m.month, 'YYYY-MM') = n.period), 0) as "spentMicroUsd"
   from key_notices n join api_keys k on k.id = n.key_id
   where n.told_at is null order by n.noticed_at limit $1 for update of n skip locked`,
  values: (limit: number) => [limit],
  row: z.discriminatedUnion('kind', [
    z.object({
      ...key,
      kind: z.literal('cap_reached'),
      period: z.string(),
      capMicroUsd: z.int().nullable(),
      capMode: CapMode,
      spentMicroUsd: z.int(),
    }),
    z.object({ ...key, kind: z.literal('expiring'), period: Instant }),
  ]),
})
const TOLD = statement('key-notices-told', {
  sql: `update key_notices n set told_at = clock_timestamp()
   from jsonb_to_recordset($1::jsonb) as t ("keyId" uuid, kind text, period text)
   where n.key_id = t."keyId" and n.kind = t.kind and n.period = t.period`,
  values: (told: readonly { keyId: string; kind: string; period: string }[]) => [
    JSON.stringify(told.map(({ keyId, kind, period }) => ({ keyId, kind, period }))),
  ],
})

export type KeyNoticesOptions = {
  /** Queues the events in the transaction that records the notices. */
  readonly queueEvents: (on: Queryable, events: readonly QueuedEvent[]) => Promise<void>
}

/** Throws the Faults of the pool. */
export const makeKeyNotices = (
  pool: PostgresPool,
  { queueEvents }: KeyNoticesOptions,
): KeyNotices => ({
  tell: async (limit, eventOf) => {
    await NOTE_CAPS.run(pool)
    await NOTE_ENDS.run(pool)
    return pool.transaction(async (transaction) => {
      const untold = await UNTOLD.rows(transaction, limit)
      if (untold.length === 0) return 0
      await queueEvents(transaction, untold.map(eventOf))
      await TOLD.run(transaction, untold)
      return untold.length
    })
  },
})
