/** The ledger of one account as its holder reads it. */
import { z } from 'zod'
import { Day, Instant } from '#contracts/ids.ts'
import { OPERATIONS } from '#contracts/tariff.ts'
import type { AccountCharges } from '#query-api/portal/ports.ts'
import { instant } from './key-store-statements.ts'
import type { Prepared, Queryable } from '../platform/pool.ts'

const PAGE_ROWS = 1_000

const prepared = (name: string, text: string): Prepared => ({ name: `usage-${name}`, text })
const BY_DAY = prepared(
  'by-day',
  `select day::text, operation, sum(calls)::bigint as calls, sum(micro_usd)::bigint as "microUsd" from usage_days
   where account_id = $1 and day >= $2::date and day < $2::date + interval '1 month'
   group by day, operation order by day, operation`,
)
const CHARGES = prepared(
  'charges',
  `select seq, usage_id as "usageId", ${instant('reserved_at')} as at, key_id as "keyId", operation,
     micro_usd as "microUsd", spend_before as "spendBeforeMicroUsd" from settled_charges
   where account_id = $1 and month = $2::date and seq > $3 order by seq limit ${PAGE_ROWS}`,
)

const Operation = z.enum(OPERATIONS)
const OfDay = z.object({
  day: Day,
  operation: Operation,
  calls: z.int().nonnegative(),
  microUsd: z.int().nonnegative(),
})
const Row = z.object({
  seq: z.int(),
  usageId: z.string(),
  at: Instant,
  keyId: z.uuid(),
  operation: Operation,
  microUsd: z.int(),
  spendBeforeMicroUsd: z.int(),
})

const firstDay = (month: string): string => `${month}-01`

/** Throws the Faults of the pool. */
export const makeUsageReader = (pool: Queryable): AccountCharges => ({
  byDay: async (accountId, month) =>
    (await pool.query(BY_DAY, [accountId, firstDay(month)])).rows.map((row) => OfDay.parse(row)),
  charges: async function* (accountId, month) {
    let after = 0
    for (;;) {
      const { rows } = await pool.query(CHARGES, [accountId, firstDay(month), after])
      for (const row of rows) {
        const { seq, ...charge } = Row.parse(row)
        after = seq
        yield charge
      }
      if (rows.length < PAGE_ROWS) return
    }
  },
})
