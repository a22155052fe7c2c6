/** Composition root of the external meter: the loop, and `pandect billing reconcile`. */
import { Fault } from '#contracts/fault.ts'
import { printUsd } from '#contracts/tariff.ts'
import { withDatabase } from '../processes/wiring/database.ts'
import type { Settings, StripeSettings } from '../settings.ts'
import { stopSignal } from '../stop-signal.ts'
import { EXIT, print, say } from '../terminal.ts'
import { recentMonths, type Reconciled, reconcile } from '#query-api/billing/meter/reconcile.ts'
import { meterDepsOf } from '../processes/wiring/meter.ts'

const SECOND_MS = 1_000
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/

const needStripe = ({ stripe }: Settings): StripeSettings => {
  if (stripe !== null) return stripe
  throw new Fault('settings-invalid', 'there is no external meter to compare the ledger with', {
    hint: 'set STRIPE_API_KEY',
  })
}

const parseMonth = (text: string): string => {
  if (MONTH.test(text)) return text
  throw new Fault('month-invalid', '--month is not a month', { hint: 'write it like 2026-01' })
}

const minuteOf = (seconds: number): string =>
  new Date(seconds * SECOND_MS).toISOString().slice(0, 16)

const printReconciled = (found: Reconciled): void => {
  const { accountId, month, ledgerMicroUsd, meterMicroUsd, youngerMicroUsd, repairs, open, equal } =
    found
  const younger = youngerMicroUsd === 0 ? '' : `, ${printUsd(youngerMicroUsd)} too young to compare`
  print(
    `${month}  ${accountId}  ledger ${printUsd(ledgerMicroUsd)}  meter ${printUsd(meterMicroUsd)}  ${equal ? 'equal' : 'DIFFERENT'}${younger}`,
  )
  for (const { minuteSeconds, microUsd, how, usageIds } of repairs) {
    const what = how === 'lost' ? `${usageIds.length} lost and sent again` : 'corrected by'
    print(`  ${minuteOf(minuteSeconds)}Z  ${what}  ${printUsd(microUsd)} USD`)
  }
  for (const { minuteSeconds, microUsd } of open)
    print(
      `  ${minuteOf(minuteSeconds)}Z  ledger minus meter ${printUsd(microUsd)} USD, not repaired`,
    )
}

export type ReconcileRequest = { readonly month?: string; readonly json?: boolean }

/** `pandect billing reconcile`: exit 1 where a difference is left. */
export const reconcileCommand = (
  settings: Settings,
  { month, json = false }: ReconcileRequest,
): Promise<void> => {
  const stripe = needStripe(settings)
  const months = month === undefined ? recentMonths(Date.now()) : [parseMonth(month)]
  return withDatabase(settings, 'reconcile', async (database) => {
    const lagMs = stripe.summaryLagSeconds * SECOND_MS
    const signal = stopSignal()
    const results = await reconcile(meterDepsOf(stripe, database), { months, lagMs, signal })
    if (results.some(({ equal }) => !equal)) process.exitCode = EXIT.failed
    if (json) return print(JSON.stringify({ months, accounts: results }))
    for (const found of results) printReconciled(found)
    say(`${results.length} accounts and months compared`)
  })
}
