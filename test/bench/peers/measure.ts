import { quantile, round } from '../figures.ts'

export type Timing = {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly perSecond: number
  readonly count: number
}

/** Milliseconds of each call, and of all together. */
export const timingOf = (durations: readonly number[], elapsedMs: number): Timing => {
  const sorted = durations.toSorted((a, b) => a - b)
  return {
    p50: round(quantile(sorted, 0.5)),
    p95: round(quantile(sorted, 0.95)),
    p99: round(quantile(sorted, 0.99)),
    perSecond: round((1_000 * sorted.length) / elapsedMs, 1),
    count: sorted.length,
  }
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/**
 * Asks from so many clients at a time until the time is over, each at least once. A client asks
 * again as soon as it has its answer. The wait for an engine that works on this thread counts: the
 * clock starts before the other clients have had their turn.
 */
export const timed = async <Item>(
  items: readonly Item[],
  options: { readonly clients: number; readonly ms: number },
  ask: (item: Item) => Promise<unknown>,
): Promise<Timing> => {
  const durations: number[] = []
  const started = performance.now()
  let next = 0
  const client = async (): Promise<void> => {
    do {
      const item = items[next++ % items.length]
      if (item === undefined) return
      const before = performance.now()
      await turn()
      await ask(item)
      durations.push(performance.now() - before)
    } while (performance.now() - started < options.ms)
  }
  await Promise.all(Array.from({ length: options.clients }, client))
  return timingOf(durations, performance.now() - started)
}
