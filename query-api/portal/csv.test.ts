import { expect, test } from 'vitest'
import { Instant } from '#contracts/ids.ts'
import { csvCell, ledgerCsv, ledgerFileName } from './csv.ts'
import type { LedgerCharge } from './ports.ts'

const CELLS = [
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "no"', '"say ""no"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['=cmd|calc', `"'=cmd|calc"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@sum', `"'@sum"`],
  ['\t=1', `"'\t=1"`],
  ['', ''],
  [-5, '-5'],
  [15_000, '15000'],
] as const
for (const [value, cell] of CELLS) {
  test(`${JSON.stringify(value)} is written ${JSON.stringify(cell)}`, () =>
    expect(csvCell(value)).toBe(cell))
}

const charges = async function* (): AsyncGenerator<LedgerCharge> {
  yield {
    usageId: 'ab'.repeat(32),
    at: Instant.parse('2026-02-01T12:00:00.000Z'),
    keyId: 'k',
    operation: 'search',
    microUsd: 15_000,
    spendBeforeMicroUsd: 500_000_000,
  }
}

const linesIn = async (language: 'fr' | 'en'): Promise<string[]> => {
  const lines: string[] = []
  const names = new Map([['k', '=1+1, Étude']])
  for await (const line of ledgerCsv(charges(), names, language)) lines.push(line)
  return lines
}

test('a French spreadsheet gets French names, semicolons, a decimal comma and a date that it can read', async () => {
  expect(await linesIn('fr')).toEqual([
    '\uFEFFIdentifiant d’utilisation;Date et heure (UTC);Identifiant de la clé;Nom de la clé;Opération;Montant (millionièmes d’USD);Montant (USD);Dépense antérieure du mois (millionièmes d’USD)\r\n',
    `${'ab'.repeat(32)};2026-02-01 12:00:00;k;"'=1+1, Étude";search;15000;0,015;500000000\r\n`,
  ])
})

test('a ledger is one line for each charge, with the name of its key', async () => {
  expect(await linesIn('en')).toEqual([
    '\uFEFFusage_id,reserved_at,key_id,key_name,operation,micro_usd,usd,spend_before_micro_usd\r\n',
    `${'ab'.repeat(32)},2026-02-01T12:00:00.000Z,k,"'=1+1, Étude",search,15000,0.015,500000000\r\n`,
  ])
})

test('the file is named in the language of the reader', () => {
  expect(ledgerFileName('2026-02', 'en')).toBe('ledger-2026-02.csv')
  expect(ledgerFileName('2026-02', 'fr')).toBe('consommation-2026-02.csv')
})
