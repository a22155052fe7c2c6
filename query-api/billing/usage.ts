import type { UsageTotals } from '#contracts/http/usage.ts'
import { printUsd } from '#contracts/tariff.ts'
import type { UsageOfDay } from './ports.ts'

const sumOf = (days: readonly UsageOfDay[], member: 'calls' | 'microUsd'): number =>
  days.reduce((sum, day) => sum + day[member], 0)

/** Usage of a month by day and operation, with totals. */
export const totalsOf = (days: readonly UsageOfDay[]): UsageTotals => {
  const microUsd = sumOf(days, 'microUsd')
  return {
    calls: sumOf(days, 'calls'),
    microUsd,
    costUsd: printUsd(microUsd),
    days: days.map((day) => ({ ...day, costUsd: printUsd(day.microUsd) })),
  }
}
