/** The ledger as CSV (RFC 4180), safe to open in a spreadsheet of the reader's language. */
import { printUsd } from '#contracts/tariff.ts'
import type { Language } from '#contracts/web/language.ts'
import type { LedgerCharge } from './ports.ts'

/** A file for a language; spreadsheets of France take a comma as a decimal point. */
type Dialect = {
  /** What the file is called, before its month. */
  readonly file: string
  readonly separator: ',' | ';'
  readonly decimal: (text: string) => string
  readonly instant: (text: string) => string
}
const DIALECTS: Readonly<Record<Language, Dialect>> = {
  en: { file: 'ledger', separator: ',', decimal: (text) => text, instant: (text) => text },
  fr: {
    file: 'consommation',
    separator: ';',
    decimal: (text) => text.replace('.', ','),
    // The form that a spreadsheet of any language reads as a date with its time, in UTC.
    instant: (text) => text.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ''),
  },
}

// A spreadsheet evaluates such a cell as a formula (OWASP, CSV Injection).
const FORMULA = /^[=+\-@\t\r\n]/
const NEEDS_QUOTES = /["\r\n]/
// So that spreadsheets read it as UTF-8.
const BYTE_ORDER_MARK = '\uFEFF'

export const csvCell = (value: string | number, separator: Dialect['separator'] = ','): string => {
  // A number is no formula, also a negative one.
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  const isQuoted = safe !== value || NEEDS_QUOTES.test(safe) || safe.includes(separator)
  return isQuoted ? `"${safe.replaceAll('"', '""')}"` : safe
}
const line = (cells: readonly (string | number)[], { separator }: Dialect): string =>
  `${cells.map((cell) => csvCell(cell, separator)).join(separator)}\r\n`

/** English names stay the same for programs; French ones are for people. */
const COLUMNS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'usage_id',
    'reserved_at',
    'key_id',
    'key_name',
    'operation',
    'micro_usd',
    'usd',
    'spend_before_micro_usd',
  ],
  fr: [
    'Identifiant d’utilisation',
    'Date et heure (UTC)',
    'Identifiant de la clé',
    'Nom de la clé',
    'Opération',
    'Montant (millionièmes d’USD)',
    'Montant (USD)',
    'Dépense antérieure du mois (millionièmes d’USD)',
  ],
}

/** The name of the file of a month. */
export const ledgerFileName = (month: string, language: Language): string =>
  `${DIALECTS[language].file}-${month}.csv`

/** One line for each charge; `names` are the labels of the account's keys. */
export const ledgerCsv = async function* (
  charges: AsyncIterable<LedgerCharge>,
  names: ReadonlyMap<string, string>,
  language: Language,
): AsyncGenerator<string> {
  const dialect = DIALECTS[language]
  yield `${BYTE_ORDER_MARK}${line(COLUMNS[language], dialect)}`
  for await (const charge of charges) {
    const { usageId, at, keyId, operation, microUsd, spendBeforeMicroUsd } = charge
    const name = names.get(keyId) ?? ''
    const amounts = [microUsd, dialect.decimal(printUsd(microUsd)), spendBeforeMicroUsd]
    yield line([usageId, dialect.instant(at), keyId, name, operation, ...amounts], dialect)
  }
}
