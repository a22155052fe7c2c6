/** The charges of one account, for its holder. */
import { z } from 'zod'
import { Day, Instant } from '#contracts/ids.ts'
import { OPERATIONS } from '#contracts/tariff.ts'
import type { AccountCharges } from '#query-api/portal/ports.ts'
import type { Queryable } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'

const PAGE_ROWS = 1_000

const Operation = z.enum(OPERATIONS)
const OfDay = z.object({
  day: Day,
  operation: Operation,
  calls: z.int().nonnegative(),
  microUsd: z.int().nonnegative(),
})
const ChargeRow = z.object({
  seq: z.int(),
  usageId: z.string(),
  at: Instant,
  keyId: z.uuid(),
  operation: Operation,
  microUsd: z.int(),
  spendBeforeMicroUsd: z.int(),
})

const firstDay = (month: string): string => `${month}-01`

const BY_DAY = statement('account-usage-by-day', {
  sql: `select day::text, operation, sum(calls)::bigint as calls, sum(micro_usd)::bigint as "microUsd" from usage_days
   where account_id = $1 and day >= $2::date and day < $2::date + interval '1 month'
   group by day, operation order by day, operation`,
  values: (accountId: string, month: string) => [accountId, firstDay(month)],
  row: OfDay,
})
const CHARGES = statement('account-usage-charges', {
  sql: `select seq, usage_id as "usageId", ${isoInstant('reserved_at')} as at, key_id as "keyId", operation,
     micro_usd as "microUsd", spend_before as "spendBeforeMicroUsd" from settled_charges
   where account_id = $1 and month = $2::date and seq > $3 order by seq limit ${PAGE_ROWS}`,
  values: (accountId: string, month: string, after: number) => [accountId, firstDay(month), after],
  row: ChargeRow,
})

/** Throws the Faults of the pool. */
export const makeUsageReader = (pool: Queryable): AccountCharges => ({
  byDay: (accountId, month) => BY_DAY.rows(pool, accountId, month),
  charges: async function* (accountId, month) {
    let after = 0
    for (;;) {
      const rows = await CHARGES.rows(pool, accountId, month, after)
      for (const { seq, ...charge } of rows) {
        after = seq
        yield charge
      }
      if (rows.length < PAGE_ROWS) return
    }
  },
})
