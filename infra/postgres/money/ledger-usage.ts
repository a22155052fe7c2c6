import { z } from 'zod'
import { OPERATIONS } from '#contracts/tariff.ts'
import type { UsageReader } from '#query-api/billing/ports.ts'
import type { Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

const DayRow = z.object({
  day: z.iso.date(),
  operation: z.enum(OPERATIONS),
  calls: z.int().positive(),
  microUsd: z.int().positive(),
})

const MONTH = statement('usage-month', {
  sql: `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM') as month`,
  row: z.object({ month: z.string() }),
})
const DAYS = statement('usage-days', {
  sql: `select to_char(day, 'YYYY-MM-DD') as day, operation, sum(calls)::bigint as calls, sum(micro_usd)::bigint as "microUsd"
   from usage_days
   where account_id = $1 and ($2::uuid is null or key_id = $2)
     and day >= $3::date and day < $3::date + interval '1 month'
   group by usage_days.day, operation order by usage_days.day, operation`,
  values: (accountId: string, keyId: string | null, month: string) => [
    accountId,
    keyId,
    `${month}-01`,
  ],
  row: DayRow,
})
const ACCOUNT = statement('usage-account', {
  sql: 'select id from accounts where name = $1',
  values: (name: string) => [name],
  row: z.object({ id: z.uuid() }),
})

/**
 * Reads the charges of a month from the sums that the ledger's trigger keeps. Throws pool Faults.
 */
export const makeUsageReader = (pool: Queryable): UsageReader => ({
  currentMonth: async () => (await MONTH.only(pool)).month,
  usage: (accountId, keyId, month) => DAYS.rows(pool, accountId, keyId, month),
  accountNamed: async (name) => (await ACCOUNT.first(pool, name))?.id ?? null,
})
