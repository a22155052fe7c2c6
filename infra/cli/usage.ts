/** Composition root of the commands about money. */
import type { ErrorCode } from '#contracts/errors/codes.ts'
import { UsageMonth } from '#contracts/http/usage.ts'
import { withDatabase } from '../processes/wiring/database.ts'
import { makeUsageReader } from '../postgres/money/ledger-usage.ts'
import type { Settings } from '../settings.ts'
import { EXIT, print, say } from '../terminal.ts'
import { totalsOf } from '#query-api/billing/usage.ts'

export type UsageOptions = {
  readonly account: string
  readonly month?: string
  readonly json?: boolean
}

const refuse = (code: ErrorCode, reason: string, hint: string, exit: number): void => {
  say(`pandect: ${code}: ${reason}`)
  say(`  hint: ${hint}`)
  process.exitCode = exit
}

const COLUMNS = { operation: 10, calls: 10, usd: 16 } as const

const printLine = (day: string, operation: string, calls: number, costUsd: string): void =>
  print(
    `${day.padEnd('0000-00-00'.length)}  ${operation.padEnd(COLUMNS.operation)}${String(calls).padStart(COLUMNS.calls)}${costUsd.padStart(COLUMNS.usd)} USD`,
  )

/** `pandect usage`: what an account was charged in a month (UTC), by day and operation. */
export const usage = async (
  settings: Settings,
  { account: name, month: asked, json = false }: UsageOptions,
): Promise<void> => {
  if (asked !== undefined && !UsageMonth.safeParse(asked).success)
    return refuse('month-invalid', 'this is not a month', 'write it like 2026-01', EXIT.usage)
  return withDatabase(settings, 'usage', async ({ pool }) => {
    const reader = makeUsageReader(pool)
    const accountId = await reader.accountNamed(name.normalize('NFC').trim())
    if (accountId === null)
      return refuse(
        'account-unknown',
        'there is no account of this name',
        'see `pandect keys list`',
        EXIT.failed,
      )
    const month = asked ?? (await reader.currentMonth())
    const totals = totalsOf(await reader.usage(accountId, null, month))
    if (json) return print(JSON.stringify({ account: name, accountId, month, ...totals }))
    for (const { day, operation, calls, costUsd } of totals.days)
      printLine(day, operation, calls, costUsd)
    printLine(month, 'total', totals.calls, totals.costUsd)
  })
}
