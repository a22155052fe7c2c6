import { z } from 'zod'
import { CapMode } from '../api-key.ts'
import { OPERATIONS } from '../tariff.ts'

/** A calendar month (UTC), `YYYY-MM`. */
export const UsageMonth = z
  .string()
  .regex(/^[1-9][0-9]{3}-(?:0[1-9]|1[0-2])$/, { error: 'must be a month such as 2026-01' })

export const UsageQuery = z.strictObject({
  month: UsageMonth.optional().describe('`YYYY-MM`, UTC; default: the current month.'),
})

const amount = {
  calls: z.int().min(0),
  microUsd: z.int().min(0).describe('Micro-dollars: 1 USD is 1,000,000.'),
  costUsd: z.string().describe('The same in USD, a plain decimal.'),
}

/** Charged calls of one operation on one UTC day. */
export const UsageOfDay = z
  .object({ day: z.iso.date(), operation: z.enum(OPERATIONS), ...amount })
  .meta({ id: 'UsageOfDay' })
export type UsageOfDay = z.infer<typeof UsageOfDay>

export const UsageTotals = z
  .object({ ...amount, days: z.array(UsageOfDay).describe('By day and operation, ascending.') })
  .meta({ id: 'UsageTotals' })
export type UsageTotals = z.infer<typeof UsageTotals>

/**
 * `GET /usage`: the settled calls of a month and their cost, for the calling key and its account.
 */
export const UsageResponse = z
  .object({
    month: UsageMonth,
    key: UsageTotals.extend({
      id: z.uuid(),
      capUsd: z.string().nullable().describe('Monthly spending cap; null: none.'),
      capMode: CapMode,
    }),
    account: UsageTotals.extend({ id: z.uuid() }),
  })
  .meta({ id: 'Usage' })
export type UsageResponse = z.infer<typeof UsageResponse>
