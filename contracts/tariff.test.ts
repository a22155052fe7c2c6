import { expect, test } from 'vitest'
import { MICRO_PER_USD, OPERATIONS, priceMicroUsd, printUsd, TIERS } from './tariff.ts'

const EDGES = [
  [0, 0],
  [499_999_999, 0],
  [500_000_000, 1],
  [1_999_999_999, 1],
  [2_000_000_000, 2],
] as const

for (const [spendMicroUsd, tier] of EDGES) {
  test(`at ${printUsd(spendMicroUsd)} USD the prices are those of tier ${tier}`, () => {
    for (const operation of OPERATIONS) {
      expect(priceMicroUsd(operation, spendMicroUsd)).toBe(TIERS[tier].prices[operation])
    }
  })
}

test('the discounts are 10 % and 20 % of the base', () => {
  for (const operation of OPERATIONS) {
    const base = priceMicroUsd(operation, 0)
    expect(priceMicroUsd(operation, 500 * MICRO_PER_USD) * 10).toBe(base * 9)
    expect(priceMicroUsd(operation, 2_000 * MICRO_PER_USD) * 10).toBe(base * 8)
  }
})

const PRINTED = [
  [0, '0'],
  [15_000, '0.015'],
  [13_500, '0.0135'],
  [1_000_000, '1'],
  [1, '0.000001'],
  [2_500_000, '2.5'],
] as const
for (const [microUsd, text] of PRINTED) {
  test(`${microUsd} micro-dollars are printed ${text}`, () => expect(printUsd(microUsd)).toBe(text))
}
