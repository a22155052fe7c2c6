/** For tests of other things: every call at the base tariff, nothing counted, nothing kept. */
import { createHash, randomUUID } from 'node:crypto'
import { priceMicroUsd } from '#contracts/tariff.ts'
import type { Ledger, UsageReader } from '#query-api/billing/ports.ts'

const NOTHING_SPENT = 0

export const makeBaseLedger = (): Ledger => ({
  reserve: async ({ operation, units = 1, key }) => {
    const reservationId = randomUUID()
    return {
      outcome: 'reserved',
      reservation: {
        reservationId,
        accountId: key.accountId,
        usageId: createHash('sha256').update(reservationId).digest('hex'),
        microUsd: priceMicroUsd(operation, NOTHING_SPENT) * units,
        spendBefore: NOTHING_SPENT,
        keySpend: NOTHING_SPENT,
      },
    }
  },
  settle: async (reservation) => reservation,
  release: async () => undefined,
  sweep: async () => ({ reservations: 0, idempotencyKeys: 0 }),
})

export const NO_USAGE: UsageReader = {
  currentMonth: async () => '2026-01',
  usage: async () => [],
  accountNamed: async () => null,
}
