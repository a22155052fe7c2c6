/**
 * Passes changes of texts to those who watch. One loop reads for all of them, and only while
 * somebody watches.
 */
import type { Change } from '#contracts/changes/change.ts'
import type { Position } from '#contracts/ids.ts'
import { follow } from '#contracts/toolkit/follow.ts'
import { pauseFor } from '#contracts/toolkit/pause.ts'
import type { ChangesReader } from './ports.ts'

const WATCHING = {
  /** Milliseconds between two reads, and so the longest delay of a change. */
  pollMs: 250,
  /** Changes that are read at once for those who are equally far. */
  perRead: 1_000,
  backoff: { firstPauseMs: 500, pauseMsMax: 10_000, isJittered: true },
} as const

/** Called with each page: the changes after the last one told, up to `through`; it may be empty. */
export type Told = (changes: readonly Change[], through: Position) => void

export type ChangeWatch = {
  /** Passes on the changes after `after` until the function that it returns is called. */
  from(after: Position, told: Told): () => void
}

type Watcher = { after: Position; readonly told: Told }

/** Faults of the reader go to `onFault`; missed changes are passed on once it reads again. */
export const makeChangeWatch = (
  changes: ChangesReader,
  onFault?: (fault: unknown) => void,
): ChangeWatch => {
  const watchers = new Set<Watcher>()
  let loop: AbortController | null = null

  const tellAll = async (): Promise<void> => {
    const byPlace = Map.groupBy(watchers, ({ after }) => after)
    for (const [after, own] of byPlace) {
      const page = await changes.read({ after, limit: WATCHING.perRead })
      for (const watcher of own) {
        if (!watchers.has(watcher)) continue
        watcher.after = page.next
        watcher.told(page.changes, page.next)
      }
    }
  }
  const start = (): void => {
    loop = new AbortController()
    void follow<null>(
      {
        hold: (signal, work) => work(null, signal),
        // A watcher that is far behind gets one page at a time, so that the others do not wait.
        step: async () => {
          await tellAll()
          return { place: null, isCaughtUp: true }
        },
        wait: (_, held) => pauseFor(WATCHING.pollMs, held),
        backoff: WATCHING.backoff,
        onFault,
      },
      loop.signal,
    )
  }
  return {
    from: (after, told) => {
      const watcher = { after, told }
      watchers.add(watcher)
      if (loop === null) start()
      return () => {
        watchers.delete(watcher)
        if (watchers.size > 0) return
        loop?.abort()
        loop = null
      }
    },
  }
}
