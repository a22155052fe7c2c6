/** Figures of a list of durations, in milliseconds unless said otherwise. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const figuresOf = (
  durationsMs: readonly number[],
): { p50: number; p95: number; count: number } => {
  const sorted = durationsMs.toSorted((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), count: sorted.length }
}

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits))

/** Runs `work` over and over from `clients` at a time for `durationMs`, and times each run. */
export const underLoad = async (
  clients: number,
  durationMs: number,
  work: (turn: number) => Promise<void>,
): Promise<number[]> => {
  const durations: number[] = []
  const end = performance.now() + durationMs
  let turn = 0
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      const started = performance.now()
      await work(turn++)
      durations.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return durations
}
