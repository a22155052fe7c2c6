/** Where two sums over time differ, found with few questions. */

/** A stretch of time [from, to) in seconds, with what the ledger holds in it. */
export type Stretch = {
  /** The ledger's minute that begins it, or lies in it. */
  readonly minuteSeconds: number
  readonly fromSeconds: number
  readonly toSeconds: number
  readonly ledgerMicroUsd: number
}

export type Difference = Stretch & {
  /** Ledger minus meter: above 0 something was lost, below 0 something was counted twice. */
  readonly microUsd: number
}

/**
 * Stretches from each minute of the ledger to the next, so that they cover all of [from, to)
 * without a gap: what the meter holds where the ledger holds nothing belongs to the minute before.
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
 * The stretches whose sums differ. Where a whole run agrees its parts are not asked for: with k
 * differences among n stretches it takes about k log n questions. Differences that cancel each
 * other out are not seen, and need no repair: the bill is a sum.
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
