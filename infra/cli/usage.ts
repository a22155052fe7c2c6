import type { Command } from '@commander-js/extra-typings'
import { totalsOf } from '#query-api/billing/usage.ts'
import { makeUsageReader } from '../postgres/money/ledger-usage.ts'
import { withDatabase } from '../processes/wiring/database.ts'
import { printResult, refuse } from './output.ts'
import { jsonOption, readMonth, type ReadSettings, readText } from './reading.ts'

const COLUMNS = { day: 10, operation: 10, calls: 10, usd: 16 } as const

const lineOf = (day: string, operation: string, calls: number, costUsd: string): string =>
  `${day.padEnd(COLUMNS.day)}  ${operation.padEnd(COLUMNS.operation)}${String(calls).padStart(COLUMNS.calls)}${costUsd.padStart(COLUMNS.usd)} USD`

/** What an account was charged in a month (UTC), by day and operation. */
export const usage = (command: Command, settings: ReadSettings): void =>
  void command
    .requiredOption('--account <name>', 'name of the account that pays', readText)
    .option('--month <month>', 'YYYY-MM; default: the current one', readMonth)
    .addOption(jsonOption())
    .action(({ account, month: asked, ...options }) =>
      withDatabase(settings(), 'usage', async ({ pool }) => {
        const reader = makeUsageReader(pool)
        const accountId = await reader.accountNamed(account.normalize('NFC').trim())
        if (accountId === null)
          return refuse({
            refused: 'account-unknown',
            reason: 'there is no account of this name',
            hint: 'see `pandect accounts list`',
          })
        const charged = asked ?? (await reader.currentMonth())
        const totals = totalsOf(await reader.usage(accountId, null, charged))
        printResult(options, { account, accountId, month: charged, ...totals }, [
          ...totals.days.map(({ day, operation, calls, costUsd }) =>
            lineOf(day, operation, calls, costUsd),
          ),
          lineOf(charged, 'total', totals.calls, totals.costUsd),
        ])
      }),
    )
