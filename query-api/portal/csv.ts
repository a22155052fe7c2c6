/** The ledger as CSV (RFC 4180), safe to open in a spreadsheet. */
import { printUsd } from '#contracts/tariff.ts'
import type { LedgerCharge } from './ports.ts'

// A spreadsheet evaluates such a cell as a formula (OWASP, CSV Injection).
const FORMULA = /^[=+\-@\t\r\n]/
const NEEDS_QUOTES = /[",\r\n]/
// So that spreadsheets read it as UTF-8.
const BYTE_ORDER_MARK = '\uFEFF'

export const csvCell = (value: string | number): string => {
  // A number is no formula, also a negative one.
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(safe) || safe !== value ? `"${safe.replaceAll('"', '""')}"` : safe
}
const line = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(',')}\r\n`

const COLUMNS = [
  'usage_id',
  'reserved_at',
  'key_id',
  'key_name',
  'operation',
  'micro_usd',
  'usd',
  'spend_before_micro_usd',
]

/** One line for each charge; `names` are the labels of the account's keys. */
export const ledgerCsv = async function* (
  charges: AsyncIterable<LedgerCharge>,
  names: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${line(COLUMNS)}`
  for await (const charge of charges) {
    const { usageId, at, keyId, operation, microUsd, spendBeforeMicroUsd } = charge
    const name = names.get(keyId) ?? ''
    const amounts = [microUsd, printUsd(microUsd), spendBeforeMicroUsd]
    yield line([usageId, at, keyId, name, operation, ...amounts])
  }
}
