/** What must hold between the headers that clients saw, the ledger, and the meter. */
import { type Operation, priceMicroUsd } from '#contracts/tariff.ts'
import type { PostgresPool } from '#infra/postgres/platform/pool.ts'
import type { MeterTotals } from './meter-server.ts'
import type { Payer, World } from './world.ts'

/** Micro-dollars of the response headers, by usage id. */
export type Seen = ReadonlyMap<string, number>

type Row = {
  readonly usage_id: string
  readonly account_id: string
  readonly key_id: string
  readonly operation: Operation
  readonly micro_usd: number
  readonly spend_before: number
  readonly spend_after: number
  readonly month: string
  readonly reserved_us: number
  readonly settled_us: number
}

const CHARGES = `select usage_id, account_id, key_id, operation, micro_usd, spend_before, spend_after, month::text,
    (extract(epoch from reserved_at) * 1000000)::bigint as reserved_us,
    (extract(epoch from settled_at) * 1000000)::bigint as settled_us
  from settled_charges order by seq`

const sumOf = (values: Iterable<number>): number => {
  let sum = 0
  for (const value of values) sum += value
  return sum
}

const grouped = <T>(rows: readonly T[], nameOf: (row: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(nameOf(row))
    if (group === undefined) groups.set(nameOf(row), [row])
    else group.push(row)
  }
  return groups
}

/**
 * How many settlements came before an instant: `rows` are in the order in which they were settled.
 */
const settledBefore = (rows: readonly Row[], us: number): number => {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.settled_us ?? 0) < us) low = middle + 1
    else high = middle
  }
  return low
}

/** Of one account and month: running total, spend at each reservation, price of each tier. */
const accountFaults = (rows: readonly Row[], ours: ReadonlySet<string>): string[] => {
  const faults: string[] = []
  const totals = [0]
  for (const row of rows) {
    totals.push((totals.at(-1) ?? 0) + row.micro_usd)
    if (row.spend_after !== totals.at(-1)) faults.push(`running total of ${row.usage_id}`)
  }
  for (const row of rows) {
    if (!ours.has(row.key_id)) continue
    if (row.spend_before !== totals[settledBefore(rows, row.reserved_us)])
      faults.push(`spend before ${row.usage_id}`)
    if (row.micro_usd !== priceMicroUsd(row.operation, row.spend_before))
      faults.push(`price of ${row.usage_id}`)
  }
  return faults
}

/** Accounts that paid by more than one tier. */
const crossings = (rows: readonly Row[], ours: ReadonlySet<string>): number =>
  [...grouped(rows, (row) => `${row.account_id} ${row.month}`).values()].filter(
    (group) =>
      new Set(
        group
          .filter(({ key_id: id, operation }) => ours.has(id) && operation === 'search')
          .map(({ micro_usd: amount }) => amount),
      ).size > 1,
  ).length

const capFaults = (rows: readonly Row[], payers: readonly Payer[]): string[] =>
  payers.flatMap(({ keyId, capMicroUsd, capMode }) => {
    const spent = sumOf(
      rows.filter(({ key_id: id }) => id === keyId).map(({ micro_usd: amount }) => amount),
    )
    return capMode === 'hard' && capMicroUsd !== null && spent > capMicroUsd
      ? [`hard cap of key ${keyId}: ${spent} of ${capMicroUsd}`]
      : []
  })

const headerFaults = (rows: readonly Row[], seen: Seen): string[] => {
  const charged = new Map(rows.map((row) => [row.usage_id, row.micro_usd]))
  return [
    ...[...seen]
      .filter(([id, micro]) => charged.get(id) !== micro)
      .map(([id]) => `header of ${id}`),
    ...[...charged.keys()].filter((id) => !seen.has(id)).map((id) => `charge without answer ${id}`),
  ]
}

const sumsFaults = async (pool: PostgresPool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string; different: number }>(
    `with ours as (
       select account_id, key_id, month, (reserved_at at time zone 'UTC')::date as day, operation, micro_usd from ledger)
     select 'account_months' as name, count(*) as different from
       (select account_id, month, sum(micro_usd)::bigint as sum from ours group by 1, 2) a
       full join account_months s using (account_id, month) where a.sum is distinct from s.micro_usd
     union all select 'key_months', count(*) from
       (select key_id, month, sum(micro_usd)::bigint as sum from ours group by 1, 2) a
       full join key_months s using (key_id, month) where a.sum is distinct from s.micro_usd
     union all select 'usage_days', count(*) from
       (select account_id, key_id, day, operation, count(*) as n, sum(micro_usd)::bigint as sum from ours group by 1, 2, 3, 4) a
       full join usage_days s using (account_id, key_id, day, operation)
       where a.sum is distinct from s.micro_usd or a.n is distinct from s.calls`,
  )
  return rows.filter(({ different }) => different > 0).map(({ name }) => `sums of ${name}`)
}

export type Checked = {
  readonly faults: readonly string[]
  readonly charges: number
  readonly headersMicroUsd: number
  /** Of the run, without earlier charges. */
  readonly ledgerMicroUsd: number
  readonly ledgerBeforeMicroUsd: number
  /** Accounts that crossed a tier during the run. */
  readonly tiersCrossed: number
}

export const checkLedger = async ({ pool, payers }: World, seen: Seen): Promise<Checked> => {
  const { rows } = await pool.query<Row>(CHARGES)
  const ours = new Set(payers.map(({ keyId }) => keyId))
  const run = rows.filter(({ key_id: id }) => ours.has(id))
  const byMonth = grouped(rows, (row) => `${row.account_id} ${row.month}`)
  return {
    faults: [
      ...headerFaults(run, seen),
      ...[...byMonth.values()].flatMap((group) => accountFaults(group, ours)),
      ...capFaults(run, payers),
      ...(await sumsFaults(pool)),
    ],
    charges: run.length,
    headersMicroUsd: sumOf(seen.values()),
    ledgerMicroUsd: sumOf(run.map(({ micro_usd: amount }) => amount)),
    ledgerBeforeMicroUsd: sumOf(
      rows.filter(({ key_id: id }) => !ours.has(id)).map(({ micro_usd: amount }) => amount),
    ),
    tiersCrossed: crossings(rows, ours),
  }
}

/** Differences between ledger and meter, by account. */
export const meterFaults = async (
  pool: PostgresPool,
  { byAccount }: MeterTotals,
): Promise<string[]> => {
  const { rows } = await pool.query<{ account: string; sum: number }>(
    'select account_id as account, sum(micro_usd)::bigint as sum from ledger group by 1',
  )
  return rows
    .filter(({ account, sum }) => byAccount.get(account) !== sum)
    .map(({ account, sum }) => `meter of ${account}: ${byAccount.get(account) ?? 0} of ${sum}`)
}
