import type { Command } from '@commander-js/extra-typings'
import { Fault } from '#contracts/fault.ts'
import { printUsd } from '#contracts/tariff.ts'
import { withDatabase } from '../processes/wiring/database.ts'
import type { Settings, StripeSettings } from '../settings.ts'
import { stopSignal } from '../stop-signal.ts'
import { printResult } from './output.ts'
import { jsonOption, readMonth, type ReadSettings } from './reading.ts'
import { EXIT, say } from '../terminal.ts'
import { recentMonths, type Reconciled, reconcile } from '#query-api/billing/meter/reconcile.ts'
import { meterDepsOf } from '../processes/wiring/meter.ts'

const SECOND_MS = 1_000

const needStripe = ({ stripe }: Settings): StripeSettings => {
  if (stripe !== null) return stripe
  throw new Fault('settings-invalid', 'there is no external meter to compare the ledger with', {
    hint: 'set STRIPE_API_KEY',
  })
}

const minuteOf = (seconds: number): string =>
  new Date(seconds * SECOND_MS).toISOString().slice(0, 16)

const reconciledLines = (found: Reconciled): string[] => {
  const { accountId, month: of, ledgerMicroUsd, meterMicroUsd, youngerMicroUsd, equal } = found
  const younger = youngerMicroUsd === 0 ? '' : `, ${printUsd(youngerMicroUsd)} too young to compare`
  return [
    `${of}  ${accountId}  ledger ${printUsd(ledgerMicroUsd)}  meter ${printUsd(meterMicroUsd)}  ${equal ? 'equal' : 'DIFFERENT'}${younger}`,
    ...found.repairs.map(({ minuteSeconds, microUsd, how, usageIds }) => {
      const what = how === 'lost' ? `${usageIds.length} lost and sent again` : 'corrected by'
      return `  ${minuteOf(minuteSeconds)}Z  ${what}  ${printUsd(microUsd)} USD`
    }),
    ...found.open.map(
      ({ minuteSeconds, microUsd }) =>
        `  ${minuteOf(minuteSeconds)}Z  ledger minus meter ${printUsd(microUsd)} USD, not repaired`,
    ),
  ]
}

/** Exit 1 where a difference is left. */
const defineReconcile = (command: Command, settings: ReadSettings): void =>
  void command
    .description(
      'compare the ledger with the meter for each account and month, repair what can be repaired and report the rest',
    )
    .option('--month <month>', 'YYYY-MM, UTC (default: this one and the one before)', readMonth)
    .addOption(jsonOption())
    .action(({ month: asked, ...options }) => {
      const stripe = needStripe(settings())
      const months = asked === undefined ? recentMonths(Date.now()) : [asked]
      return withDatabase(settings(), 'reconcile', async (database) => {
        const lagMs = stripe.summaryLagSeconds * SECOND_MS
        const signal = stopSignal()
        const accounts = await reconcile(meterDepsOf(stripe, database), { months, lagMs, signal })
        if (accounts.some(({ equal }) => !equal)) process.exitCode = EXIT.failed
        printResult(options, { months, accounts }, accounts.flatMap(reconciledLines))
        if (options.json !== true) say(`${accounts.length} accounts and months compared`)
      })
    })

export const billing = (command: Command, settings: ReadSettings): void =>
  defineReconcile(command.command('reconcile'), settings)
