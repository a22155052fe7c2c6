import { z } from 'zod'
import { OPERATIONS } from '#contracts/tariff.ts'
import type { UsageReader } from '#query-api/billing/ports.ts'
import { onlyRow, type Prepared, type Queryable } from '../platform/pool.ts'

const prepared = (name: string, text: string): Prepared => ({ name: `usage-${name}`, text })

const MONTH = prepared(
  'month',
  `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM') as month`,
)
const DAYS = prepared(
  'days',
  `select to_char(day, 'YYYY-MM-DD') as day, operation, sum(calls)::bigint as calls, sum(micro_usd)::bigint as "microUsd"
   from usage_days
   where account_id = $1 and ($2::uuid is null or key_id = $2)
     and day >= $3::date and day < $3::date + interval '1 month'
   group by usage_days.day, operation order by usage_days.day, operation`,
)
const ACCOUNT = prepared('account', 'select id from accounts where name = $1')

const Month = z.object({ month: z.string() })
const Days = z.array(
  z.object({
    day: z.iso.date(),
    operation: z.enum(OPERATIONS),
    calls: z.int().positive(),
    microUsd: z.int().positive(),
  }),
)
const Account = z.object({ id: z.uuid() })

/**
 * What the ledger says of a month, from the sums that its trigger keeps. Throws the Faults of the
 * pool.
 */
export const makeUsageReader = (pool: Queryable): UsageReader => ({
  currentMonth: async () => Month.parse(onlyRow(await pool.query(MONTH, []))).month,
  usage: async (accountId, keyId, month) =>
    Days.parse((await pool.query(DAYS, [accountId, keyId, `${month}-01`])).rows),
  accountNamed: async (name) => {
    const [row] = (await pool.query(ACCOUNT, [name])).rows
    return row === undefined ? null : Account.parse(row).id
  },
})
