import { HEADERS } from '#contracts/service.ts'
import { type Operation, printUsd } from '#contracts/tariff.ts'
import type { KeyRecord } from '../auth/ports.ts'
import type { Charge } from './ports.ts'

type Cap = Pick<KeyRecord, 'capMicroUsd' | 'capMode'>
type Headers = Readonly<Record<string, string>>

/**
 * `"soft";cap=12.5;spent=12.51`: mode, cap and spend of the month in USD, as RateLimit writes its
 * numbers.
 */
export const capWarning = ({ capMicroUsd, capMode }: Cap, spentMicroUsd: number): Headers => ({
  [HEADERS.capWarning]: `"${capMode}";cap=${printUsd(capMicroUsd ?? 0)};spent=${printUsd(spentMicroUsd)}`,
})

const isPassed = ({ capMicroUsd }: Cap, spentMicroUsd: number): boolean =>
  capMicroUsd !== null && spentMicroUsd > capMicroUsd

/** What an answer that was charged says of it. */
export const chargeHeaders = (charge: Charge, cap: Cap): Headers => ({
  [HEADERS.costUsd]: printUsd(charge.microUsd),
  [HEADERS.usageId]: charge.usageId,
  ...(isPassed(cap, charge.keySpend) ? capWarning(cap, charge.keySpend) : {}),
})

/** MCP only: which operation a `tools/call` was billed as (contracts/conventions/billing.md). */
export const operationHeader = (operation: Exclude<Operation, 'mcp'>): Headers => ({
  [HEADERS.operation]: operation,
})
