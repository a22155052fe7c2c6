/** Calls that come at a rate of their own, whether or not the ones before were answered. */
import { setTimeout } from 'node:timers/promises'
import { quantile } from '../figures.ts'
import type { Call } from './calls.ts'

const TICK_MS = 5
const OVERLOADED = 503

export type LoadFigures = {
  readonly perSecond: number
  readonly seconds: number
  readonly served: number
  /** Answered 503: more calls at once than are admitted. */
  readonly refused: number
  /** Other answers than 200, and calls without an answer. */
  readonly failed: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

export const loadOpenly = async (
  call: Call,
  perSecond: number,
  durationMs: number,
): Promise<LoadFigures> => {
  const durations: number[] = []
  let [refused, failed] = [0, 0]
  const one = async (turn: number): Promise<void> => {
    const started = performance.now()
    const status = await call(turn).catch(() => 0)
    if (status === 200) durations.push(performance.now() - started)
    else if (status === OVERLOADED) refused += 1
    else failed += 1
  }
  const calls = new Set<Promise<void>>()
  const started = performance.now()
  for (let sent = 0; performance.now() - started < durationMs;) {
    const due = ((performance.now() - started) / 1_000) * perSecond
    for (; sent < due; sent += 1) {
      const asked = one(sent)
      calls.add(asked)
      void asked.finally(() => calls.delete(asked))
    }
    await setTimeout(TICK_MS)
  }
  await Promise.all(calls)
  const sorted = durations.toSorted((a, b) => a - b)
  return {
    perSecond,
    seconds: durationMs / 1_000,
    served: durations.length,
    refused,
    failed,
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
  }
}
