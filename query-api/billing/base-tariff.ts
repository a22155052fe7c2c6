import { priceMicroUsd } from '#contracts/tariff.ts'
import type { Billing } from '../ports.ts'

const NOTHING_SPENT = 0

/** Every call at the base tariff, as long as nothing counts what an account has spent. */
export const makeBaseTariff = (): Billing => ({
  price: (operation) => Promise.resolve(priceMicroUsd(operation, NOTHING_SPENT)),
})
