/** The ledger of the sandbox: it prints the base price of each call, and records nothing. */
import { createHash, randomUUID } from 'node:crypto'
import { priceMicroUsd } from '#contracts/tariff.ts'
import type { Ledger } from './ports.ts'

const NOTHING_SPENT = 0

/** No cap is ever reached and no idempotency key is remembered, since nothing is charged. */
export const makeFreeLedger = (): Ledger => ({
  reserve: async ({ operation, units = 1, key }) => {
    const reservationId = randomUUID()
    return {
      outcome: 'reserved',
      reservation: {
        reservationId,
        accountId: key.accountId,
        usageId: createHash('sha256').update(`sandbox ${reservationId}`).digest('hex'),
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
