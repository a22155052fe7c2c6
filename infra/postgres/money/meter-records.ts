import { z } from 'zod'
import type { MarkedCharge, MeterRecords } from '#query-api/billing/meter/ports.ts'
import { recordAct } from '../platform/audit.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

const firstDay = (month: string): string => `${month}-01`
type Mark = Parameters<MeterRecords['mark']>[0][number]

const charge = {
  seq: z.int().min(1),
  usageId: z.string().regex(/^[0-9a-f]{64}$/),
  accountId: z.uuid(),
  microUsd: z.int().min(1),
  atSeconds: z.int(),
}
const Charge = z.object(charge)
const ChargeOfMinute = z
  .object({
    ...charge,
    outcome: z.enum(['taken', 'refused']).nullable(),
    reason: z.string().nullable(),
    markedAtMs: z.int().nullable(),
  })
  .transform(({ outcome, reason, markedAtMs, ...rest }): MarkedCharge => {
    const mark =
      outcome === null || markedAtMs === null ? null : { outcome, reason, atMs: markedAtMs }
    return { ...rest, mark }
  })
const Seq = z.object({ seq: z.int().nonnegative() })
const Customer = z.object({ id: z.string().min(1) })
const CorrectionRow = z.object({
  identifier: z.string(),
  accountId: z.uuid(),
  minuteSeconds: z.int(),
  microUsd: z.int(),
  madeAtMs: z.int(),
  taken: z.boolean(),
})

const seconds = (column: string): string => `floor(extract(epoch from ${column}))::bigint`
const minute = (column: string): string =>
  `extract(epoch from date_trunc('minute', ${column}))::bigint`
const milliseconds = (column: string): string =>
  `floor(extract(epoch from ${column}) * 1000)::bigint`

const CHARGE = `c.seq, c.usage_id as "usageId", c.account_id as "accountId", c.micro_usd as "microUsd",
  ${seconds('c.reserved_at')} as "atSeconds"`
/** The charges of an account and month, up to the last one that counts. */
const OF_MONTH = 'c.account_id = $1 and c.month = $2::date and c.seq <= $3'
const ofMonth = (accountId: string, month: string, through: number) => [
  accountId,
  firstDay(month),
  through,
]

const THROUGH = statement('meter-through', {
  sql: 'select settled_through() as seq',
  row: Seq,
})
const CURSOR = statement('meter-cursor', {
  sql: 'select seq from meter_cursor',
  row: Seq,
})
const ADVANCE = statement('meter-advance', {
  sql: 'update meter_cursor set seq = greatest(seq, $1)',
  values: (seq: number) => [seq],
})
const UNMARKED = statement('meter-unmarked', {
  sql: `select ${CHARGE} from settled_charges c
   where c.seq > $1 and c.seq <= $2 and not exists (select from meter_marks m where m.seq = c.seq)
   order by c.seq limit $3`,
  values: (after: number, through: number, limit: number) => [after, through, limit],
  row: Charge,
})
const MARK = statement('meter-mark', {
  sql: `insert into meter_marks (seq, outcome, reason)
   select * from unnest($1::bigint[], $2::text[], $3::text[])
   on conflict (seq) do update
   set outcome = excluded.outcome, reason = excluded.reason, marked_at = clock_timestamp()`,
  values: (marks: readonly Mark[]) => [
    marks.map(({ seq }) => seq),
    marks.map(({ outcome }) => outcome),
    marks.map(({ reason }) => reason),
  ],
})
/** The oldest marks belong to the first charges, so the primary key finds them. */
const FORGET = statement('meter-forget', {
  sql: `delete from meter_marks where seq = any (array(select seq from meter_marks order by seq limit $2))
     and seq <= (select seq from meter_cursor) and marked_at < clock_timestamp() - make_interval(days => $1)`,
  values: (days: number, limit: number) => [days, limit],
})
const CUSTOMER = statement('meter-customer', {
  sql: 'select customer_id as id from meter_customers where account_id = $1',
  values: (accountId: string) => [accountId],
  row: Customer,
})
const SET_CUSTOMER = statement('meter-set-customer', {
  sql: `insert into meter_customers (account_id, customer_id) values ($1, $2)
   on conflict (account_id) do update set customer_id = meter_customers.customer_id returning customer_id as id`,
  values: (accountId: string, customerId: string) => [accountId, customerId],
  row: Customer,
})
const ACCOUNTS = statement('meter-accounts', {
  sql: 'select distinct account_id as id from settled_charges where month = $1::date and seq <= $2 order by 1',
  values: (month: string, through: number) => [firstDay(month), through],
  row: z.object({ id: z.uuid() }),
})
const MINUTES = statement('meter-minutes', {
  sql: `select ${minute('c.reserved_at')} as "minuteSeconds", sum(c.micro_usd)::bigint as "microUsd"
   from settled_charges c where ${OF_MONTH} group by 1 order by 1`,
  values: ofMonth,
  row: z.object({ minuteSeconds: z.int(), microUsd: z.int() }),
})
const CHARGES_OF = statement('meter-charges-of', {
  sql: `select ${CHARGE}, m.outcome, m.reason, ${milliseconds('m.marked_at')} as "markedAtMs"
   from settled_charges c left join meter_marks m on m.seq = c.seq
   where ${OF_MONTH} and c.reserved_at >= to_timestamp($4) and c.reserved_at < to_timestamp($4) + interval '1 minute'
   order by c.seq`,
  values: (accountId: string, month: string, through: number, minuteSeconds: number) => [
    ...ofMonth(accountId, month, through),
    minuteSeconds,
  ],
  row: ChargeOfMinute,
})
/** A charge below the cursor without a mark was settled so long ago that its mark was removed. */
const UNSETTLED = statement('meter-unsettled', {
  sql: `select least(
     (select min(${minute('c.reserved_at')}) from settled_charges c left join meter_marks m on m.seq = c.seq
      where ${OF_MONTH} and (m.seq is null and c.seq > (select seq from meter_cursor) or m.outcome = 'taken' and m.marked_at > to_timestamp($4::float8 / 1000))),
     (select min(${minute('k.minute')}) from meter_corrections k
      where k.account_id = $1 and k.minute >= $2::date and k.minute < $2::date + interval '1 month'
        and coalesce(k.taken_at, k.made_at) > to_timestamp($4::float8 / 1000))
   ) as "minuteSeconds"`,
  values: (accountId: string, month: string, through: number, sinceMs: number) => [
    ...ofMonth(accountId, month, through),
    sinceMs,
  ],
  row: z.object({ minuteSeconds: z.int().nullable() }),
})
const CORRECTIONS = statement('meter-corrections', {
  sql: `select identifier, account_id as "accountId", ${minute('minute')} as "minuteSeconds",
     micro_usd as "microUsd", ${milliseconds('made_at')} as "madeAtMs", taken_at is not null as taken
   from meter_corrections
   where account_id = $1 and minute >= $2::date and minute < $2::date + interval '1 month'
   order by made_at, identifier`,
  values: (accountId: string, month: string) => [accountId, firstDay(month)],
  row: CorrectionRow,
})
const PLAN = statement('meter-plan', {
  sql: `insert into meter_corrections (identifier, account_id, minute, micro_usd)
   values ($1, $2, to_timestamp($3), $4) on conflict (identifier) do nothing`,
  values: ({
    identifier,
    accountId,
    minuteSeconds,
    microUsd,
  }: Parameters<MeterRecords['plan']>[0]) => [identifier, accountId, minuteSeconds, microUsd],
})
const TAKEN = statement('meter-correction-taken', {
  sql: 'update meter_corrections set taken_at = coalesce(taken_at, clock_timestamp()) where identifier = $1',
  values: (identifier: string) => [identifier],
})

/** The meter's records beside the ledger. Throws the Faults of the pool. */
export const makeMeterRecords = (pool: PostgresPool): MeterRecords => ({
  // A separate statement: it waits for settlements in progress, and later statements must see them.
  settledThrough: async () => (await THROUGH.only(pool)).seq,
  cursor: async () => (await CURSOR.only(pool)).seq,
  advance: async (seq) => {
    await ADVANCE.run(pool, seq)
  },
  unmarked: (after, through, limit) => UNMARKED.rows(pool, after, through, limit),
  mark: async (marks) => {
    if (marks.length > 0) await MARK.run(pool, marks)
  },
  forget: (days, limit) => FORGET.run(pool, days, limit),
  customerOf: async (accountId) => (await CUSTOMER.first(pool, accountId))?.id ?? null,
  setCustomer: async (accountId, customerId) =>
    (await SET_CUSTOMER.only(pool, accountId, customerId)).id,
  accounts: async (month, through) =>
    (await ACCOUNTS.rows(pool, month, through)).map(({ id }) => id),
  minutes: (accountId, month, through) => MINUTES.rows(pool, accountId, month, through),
  chargesOf: (accountId, month, minuteSeconds, through) =>
    CHARGES_OF.rows(pool, accountId, month, through, minuteSeconds),
  firstUnsettled: async (accountId, month, through, sinceMs) =>
    (await UNSETTLED.only(pool, accountId, month, through, sinceMs)).minuteSeconds,
  corrections: (accountId, month) => CORRECTIONS.rows(pool, accountId, month),
  plan: async (correction) => {
    await PLAN.run(pool, correction)
  },
  correctionTaken: async (identifier) => {
    await TAKEN.run(pool, identifier)
  },
  reconciled: (accountId, month, microUsd) =>
    recordAct(pool, {
      kind: 'billing.reconciled',
      actor: 'system',
      subject: accountId,
      data: { month, microUsd },
    }),
})
