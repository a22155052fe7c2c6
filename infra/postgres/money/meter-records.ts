import { z } from 'zod'
import type {
  Correction,
  MarkedCharge,
  MeteredCharge,
  MeterRecords,
} from '#query-api/billing/meter/ports.ts'
import { recordAct } from '../accounts/audit.ts'
import { onlyRow, type PostgresPool, type Prepared } from '../platform/pool.ts'

const prepared = (name: string, text: string): Prepared => ({ name: `meter-${name}`, text })
const seconds = (column: string): string => `floor(extract(epoch from ${column}))::bigint`
const minute = (column: string): string =>
  `extract(epoch from date_trunc('minute', ${column}))::bigint`
const milliseconds = (column: string): string =>
  `floor(extract(epoch from ${column}) * 1000)::bigint`

const CHARGE = `c.seq, c.usage_id as "usageId", c.account_id as "accountId", c.micro_usd as "microUsd",
  ${seconds('c.reserved_at')} as "atSeconds"`
/**
 * Parameters 1 and 2 are the account and the first day of the month, 3 is the last charge that
 * counts.
 */
const OF_MONTH = 'c.account_id = $1 and c.month = $2::date and c.seq <= $3'

const THROUGH = prepared('through', 'select settled_through() as seq')
const CURSOR = prepared('cursor', 'select seq from meter_cursor')
const ADVANCE = prepared('advance', 'update meter_cursor set seq = greatest(seq, $1)')
const UNMARKED = prepared(
  'unmarked',
  `select ${CHARGE} from settled_charges c
   where c.seq > $1 and c.seq <= $2 and not exists (select from meter_marks m where m.seq = c.seq)
   order by c.seq limit $3`,
)
const MARK = prepared(
  'mark',
  `insert into meter_marks (seq, outcome, reason)
   select * from unnest($1::bigint[], $2::text[], $3::text[])
   on conflict (seq) do update
   set outcome = excluded.outcome, reason = excluded.reason, marked_at = clock_timestamp()`,
)
/**
 * The oldest marks are those of the first charges, so the primary key finds them. $1 days, $2 rows.
 */
const FORGET = prepared(
  'forget',
  `delete from meter_marks where seq = any (array(select seq from meter_marks order by seq limit $2))
     and seq <= (select seq from meter_cursor) and marked_at < clock_timestamp() - make_interval(days => $1)`,
)
const CUSTOMER = prepared(
  'customer',
  'select customer_id as id from meter_customers where account_id = $1',
)
const SET_CUSTOMER = prepared(
  'set-customer',
  `insert into meter_customers (account_id, customer_id) values ($1, $2)
   on conflict (account_id) do update set customer_id = meter_customers.customer_id returning customer_id as id`,
)
const ACCOUNTS = prepared(
  'accounts',
  'select distinct account_id as id from settled_charges where month = $1::date and seq <= $2 order by 1',
)
const MINUTES = prepared(
  'minutes',
  `select ${minute('c.reserved_at')} as "minuteSeconds", sum(c.micro_usd)::bigint as "microUsd"
   from settled_charges c where ${OF_MONTH} group by 1 order by 1`,
)
const CHARGES_OF = prepared(
  'charges-of',
  `select ${CHARGE}, m.outcome, m.reason, ${milliseconds('m.marked_at')} as "markedAtMs"
   from settled_charges c left join meter_marks m on m.seq = c.seq
   where ${OF_MONTH} and c.reserved_at >= to_timestamp($4) and c.reserved_at < to_timestamp($4) + interval '1 minute'
   order by c.seq`,
)
/** A charge below the cursor without a mark was decided so long ago that the mark is gone. */
const UNSETTLED = prepared(
  'unsettled',
  `select least(
     (select min(${minute('c.reserved_at')}) from settled_charges c left join meter_marks m on m.seq = c.seq
      where ${OF_MONTH} and (m.seq is null and c.seq > (select seq from meter_cursor) or m.outcome = 'taken' and m.marked_at > to_timestamp($4::float8 / 1000))),
     (select min(${minute('k.minute')}) from meter_corrections k
      where k.account_id = $1 and k.minute >= $2::date and k.minute < $2::date + interval '1 month'
        and coalesce(k.taken_at, k.made_at) > to_timestamp($4::float8 / 1000))
   ) as "minuteSeconds"`,
)
const CORRECTIONS = prepared(
  'corrections',
  `select identifier, account_id as "accountId", ${minute('minute')} as "minuteSeconds",
     micro_usd as "microUsd", ${milliseconds('made_at')} as "madeAtMs", taken_at is not null as taken
   from meter_corrections
   where account_id = $1 and minute >= $2::date and minute < $2::date + interval '1 month'
   order by made_at, identifier`,
)
const PLAN = prepared(
  'plan',
  `insert into meter_corrections (identifier, account_id, minute, micro_usd)
   values ($1, $2, to_timestamp($3), $4) on conflict (identifier) do nothing`,
)
const TAKEN = prepared(
  'correction-taken',
  'update meter_corrections set taken_at = coalesce(taken_at, clock_timestamp()) where identifier = $1',
)

const charge = {
  seq: z.int().min(1),
  usageId: z.string().regex(/^[0-9a-f]{64}$/),
  accountId: z.uuid(),
  microUsd: z.int().min(1),
  atSeconds: z.int(),
}
const Charge = z.object(charge)
const Outcome = z.enum(['taken', 'refused'])
const Charged = z.object({
  ...charge,
  outcome: Outcome.nullable(),
  reason: z.string().nullable(),
  markedAtMs: z.int().nullable(),
})
const Seq = z.object({ seq: z.int().nonnegative() })
const Customer = z.object({ id: z.string().min(1) })
const Account = z.object({ id: z.uuid() })
const Minute = z.object({ minuteSeconds: z.int(), microUsd: z.int() })
const Unsettled = z.object({ minuteSeconds: z.int().nullable() })
const CorrectionRow = z.object({
  identifier: z.string(),
  accountId: z.uuid(),
  minuteSeconds: z.int(),
  microUsd: z.int(),
  madeAtMs: z.int(),
  taken: z.boolean(),
})

const firstDay = (month: string): string => `${month}-01`
const markedCharge = (row: unknown): MarkedCharge => {
  const { outcome, reason, markedAtMs, ...rest } = Charged.parse(row)
  const mark =
    outcome === null || markedAtMs === null ? null : { outcome, reason, atMs: markedAtMs }
  return { ...rest, mark }
}

const settledThrough = async (pool: PostgresPool): Promise<number> =>
  // A statement of its own: it waits for settlements in flight, and what follows must see them.
  Seq.parse(onlyRow(await pool.query(THROUGH))).seq

/** The projection's records beside the ledger. Throws the Faults of the pool. */
export const makeMeterRecords = (pool: PostgresPool): MeterRecords => ({
  settledThrough: () => settledThrough(pool),
  cursor: async () => Seq.parse(onlyRow(await pool.query(CURSOR))).seq,
  advance: async (seq) => {
    await pool.query(ADVANCE, [seq])
  },
  unmarked: async (after, through, limit): Promise<readonly MeteredCharge[]> =>
    (await pool.query(UNMARKED, [after, through, limit])).rows.map((row) => Charge.parse(row)),
  mark: async (marks) => {
    if (marks.length === 0) return
    const columns = [
      marks.map(({ seq }) => seq),
      marks.map(({ outcome }) => outcome),
      marks.map(({ reason }) => reason),
    ]
    await pool.query(MARK, columns)
  },
  forget: async (days, limit) => (await pool.query(FORGET, [days, limit])).rowCount,
  customerOf: async (accountId) => {
    const [row] = (await pool.query(CUSTOMER, [accountId])).rows
    return row === undefined ? null : Customer.parse(row).id
  },
  setCustomer: async (accountId, customerId) =>
    Customer.parse(onlyRow(await pool.query(SET_CUSTOMER, [accountId, customerId]))).id,
  accounts: async (month, through) =>
    (await pool.query(ACCOUNTS, [firstDay(month), through])).rows.map(
      (row) => Account.parse(row).id,
    ),
  minutes: async (accountId, month, through) =>
    (await pool.query(MINUTES, [accountId, firstDay(month), through])).rows.map((row) =>
      Minute.parse(row),
    ),
  chargesOf: async (accountId, month, minuteSeconds, through) =>
    (await pool.query(CHARGES_OF, [accountId, firstDay(month), through, minuteSeconds])).rows.map(
      markedCharge,
    ),
  firstUnsettled: async (accountId, month, through, sinceMs) =>
    Unsettled.parse(
      onlyRow(await pool.query(UNSETTLED, [accountId, firstDay(month), through, sinceMs])),
    ).minuteSeconds,
  corrections: async (accountId, month): Promise<readonly Correction[]> =>
    (await pool.query(CORRECTIONS, [accountId, firstDay(month)])).rows.map((row) =>
      CorrectionRow.parse(row),
    ),
  plan: async ({ identifier, accountId, minuteSeconds, microUsd }) => {
    await pool.query(PLAN, [identifier, accountId, minuteSeconds, microUsd])
  },
  correctionTaken: async (identifier) => {
    await pool.query(TAKEN, [identifier])
  },
  reconciled: (accountId, month, microUsd) =>
    recordAct(pool, {
      kind: 'billing.reconciled',
      actor: 'system',
      subject: accountId,
      data: { month, microUsd },
    }),
})
