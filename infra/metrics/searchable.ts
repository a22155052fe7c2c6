import type { EventLog } from '#contracts/events/append.ts'
import type { Position } from '#contracts/ids.ts'
import { follow } from '#contracts/toolkit/follow.ts'
import type { SearchIndex } from '#query-api/ports.ts'

/** Bounds of the watch. */
const WATCH = {
  waitMs: 5_000,
  searchableMs: 30_000,
  afterFaultMs: 1_000,
  /** Samples that are taken at once; what comes beyond is not measured. */
  pendingMax: 16,
} as const
const MS_PER_SECOND = 1_000

export type SearchableWatch = {
  readonly log: Pick<EventLog, 'head' | 'wait'>
  readonly index: Pick<SearchIndex, 'waitFor'>
  /** Milliseconds. */
  readonly clock: () => number
  /** Seconds from the commit to when the index knows it. */
  readonly observe: (seconds: number) => void
}

/**
 * Measures how long it takes from the commit of an append, which wakes the waiters of the log,
 * until the index knows it: one sample for each time that it is woken. An event's own time is no
 * measure, since an import may state any. Never throws; ends when aborted.
 */
export const watchSearchable = async (
  { log, index, clock, observe }: SearchableWatch,
  signal: AbortSignal,
): Promise<void> => {
  const pending = new Set<Promise<void>>()
  /** Beside the waiting for the next wake, so that a slow index makes no sample look short. */
  const measure = (head: Position, woken: number): void => {
    if (pending.size >= WATCH.pendingMax) return
    const sample = index.waitFor(head, WATCH.searchableMs).then(
      () => observe((clock() - woken) / MS_PER_SECOND),
      () => undefined, // who owns the index says what is wrong; the sample is lost
    )
    pending.add(sample)
    void sample.finally(() => pending.delete(sample))
  }
  await follow<Position>(
    {
      hold: async (held, work) => work(await log.head(), held),
      step: async (seen) => {
        const woken = clock()
        const head = await log.head()
        if (head > seen) measure(head, woken)
        return { place: head, isCaughtUp: true }
      },
      wait: (seen, held) => log.wait(seen, WATCH.waitMs, held),
      backoff: { firstPauseMs: WATCH.afterFaultMs, pauseMsMax: WATCH.afterFaultMs },
    },
    signal,
  )
  await Promise.all(pending)
}
