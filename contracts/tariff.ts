/**
 * Money is integer micro-dollars everywhere (contracts/conventions/billing.md): 1 USD = 1,000,000.
 */
export const MICRO_PER_USD = 1_000_000

/** Billable operations (contracts/conventions/billing.md). */
export const OPERATIONS = ['search', 'article', 'rag', 'verify', 'mcp'] as const
export type Operation = (typeof OPERATIONS)[number]

/** Prices per call by tier, from the account's settled spend of the UTC month before the call. */
export const TIERS = [
  {
    fromMicroUsd: 0,
    prices: { search: 15_000, article: 60_000, rag: 120_000, verify: 40_000, mcp: 50_000 },
  },
  {
    fromMicroUsd: 500 * MICRO_PER_USD,
    prices: { search: 13_500, article: 54_000, rag: 108_000, verify: 36_000, mcp: 45_000 },
  },
  {
    fromMicroUsd: 2_000 * MICRO_PER_USD,
    prices: { search: 12_000, article: 48_000, rag: 96_000, verify: 32_000, mcp: 40_000 },
  },
] as const satisfies readonly { fromMicroUsd: number; prices: Record<Operation, number> }[]

/** Price of one call in micro-dollars; `>=` at each edge (contracts/conventions/conflicts.md). */
export const priceMicroUsd = (operation: Operation, spendBeforeMicroUsd: number): number => {
  const tier = TIERS.findLast(({ fromMicroUsd }) => spendBeforeMicroUsd >= fromMicroUsd) ?? TIERS[0]
  return tier.prices[operation]
}

const FRACTION_DIGITS = 6
/** A plain decimal without trailing zeros: 13500 → `0.0135`, 0 → `0`. */
export const printUsd = (microUsd: number): string => {
  const sign = microUsd < 0 ? '-' : ''
  const digits = String(Math.abs(microUsd)).padStart(FRACTION_DIGITS + 1, '0')
  const whole = digits.slice(0, -FRACTION_DIGITS)
  const fraction = digits.slice(-FRACTION_DIGITS).replace(/(?<!0)0+$/, '')
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** Prices of one operation by tier, in USD, for descriptions and pages. */
export const pricesOf = (
  operation: Operation,
): readonly { readonly fromMonthlySpendUsd: number; readonly usd: number }[] =>
  TIERS.map(({ fromMicroUsd, prices }) => ({
    fromMonthlySpendUsd: fromMicroUsd / MICRO_PER_USD,
    usd: prices[operation] / MICRO_PER_USD,
  }))

/** `0.015 USD a call; 0.0135 from 500 USD a month, 0.012 from 2000.` */
export const priceSentence = (operation: Operation): string => {
  const [base, ...tiers] = TIERS.map(({ fromMicroUsd, prices }) => ({
    from: printUsd(fromMicroUsd),
    price: printUsd(prices[operation]),
  }))
  const [first, ...others] = tiers.map(({ from, price }) => ({ from, price }))
  const discounts = [
    ...(first === undefined ? [] : [`${first.price} from ${first.from} USD a month`]),
    ...others.map(({ from, price }) => `${price} from ${from}`),
  ]
  return `${base?.price ?? ''} USD a call; ${discounts.join(', ')}.`
}
