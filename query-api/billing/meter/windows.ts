/** Finds where two sums over time differ, with few queries. */

/** An interval [from, to) in seconds, with the ledger's sum over it. */
export type Stretch = {
  /** The minute of the ledger that lies in the interval. */
  readonly minuteSeconds: number
  readonly fromSeconds: number
  readonly toSeconds: number
  readonly ledgerMicroUsd: number
}

export type Difference = Stretch & {
  /** Ledger minus meter: positive if charges were lost, negative if some were counted twice. */
  readonly microUsd: number
}

/**
 * Intervals from each minute of the ledger to the next, which cover [from, to) without a gap. An
 * amount that only the meter has belongs to the minute before it.
 */
export const stretchesOf = (
  minutes: readonly { readonly minuteSeconds: number; readonly microUsd: number }[],
  fromSeconds: number,
  toSeconds: number,
): readonly Stretch[] =>
  minutes.map(({ minuteSeconds, microUsd }, index) => ({
    minuteSeconds,
    fromSeconds: index === 0 ? fromSeconds : minuteSeconds,
    toSeconds: minutes[index + 1]?.minuteSeconds ?? toSeconds,
    ledgerMicroUsd: microUsd,
  }))

/**
 * The intervals whose sums differ, by bisection: k differences among n intervals take about k log n
 * queries. Differences that cancel each other out are not found and need no repair, because the
 * bill is a sum.
 */
export const differences = async (
  stretches: readonly Stretch[],
  meterSum: (fromSeconds: number, toSeconds: number) => Promise<number>,
): Promise<readonly Difference[]> => {
  const [first, last] = [stretches[0], stretches.at(-1)]
  if (first === undefined || last === undefined) return []
  const ledger = stretches.reduce((sum, one) => sum + one.ledgerMicroUsd, 0)
  const microUsd = ledger - (await meterSum(first.fromSeconds, last.toSeconds))
  if (microUsd === 0) return []
  if (stretches.length === 1) return [{ ...first, microUsd }]
  const middle = Math.ceil(stretches.length / 2)
  return [
    ...(await differences(stretches.slice(0, middle), meterSum)),
    ...(await differences(stretches.slice(middle), meterSum)),
  ]
}
