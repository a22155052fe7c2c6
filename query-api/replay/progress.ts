import type { Position } from '#contracts/ids.ts'
import type { BatchReport } from '../projections/projector.ts'

/** How far a build has come. */
export type ReplayProgress = {
  readonly eventsDone: number
  readonly eventsTotal: number
  readonly textsPerSecond: number
  /** null before anything was built in this run. */
  readonly secondsLeft: number | null
}

const MS_PER_SECOND = 1_000

/** Figures of one run. `buildSeconds` excludes the digests and the comparison. */
export type ReplayFigures = {
  readonly events: number
  readonly texts: number
  readonly buildSeconds: number
  readonly textsPerSecond: number
}

/**
 * Adds up the batches of one run, which begins at `from` and ends at `to`. `clock`: milliseconds.
 */
export const makeTally = (from: Position, to: Position, clock: () => number) => {
  let startedAt = clock()
  let endedAt: number | null = null
  let position = from
  let texts = 0
  const seconds = (): number => ((endedAt ?? clock()) - startedAt) / MS_PER_SECOND
  const rate = (amount: number): number => (seconds() > 0 ? amount / seconds() : 0)
  return {
    /** Takes the time of the building itself. */
    timed: async <T>(building: () => Promise<T>): Promise<T> => {
      startedAt = clock()
      try {
        return await building()
      } finally {
        endedAt = clock()
      }
    },
    add: (batch: BatchReport): void => {
      position = batch.position
      texts += batch.texts
    },
    progress: (): ReplayProgress => {
      const eventsPerSecond = rate(position - from)
      return {
        eventsDone: position,
        eventsTotal: Math.max(to, position),
        textsPerSecond: rate(texts),
        secondsLeft: eventsPerSecond > 0 ? Math.max(0, to - position) / eventsPerSecond : null,
      }
    },
    figures: (): ReplayFigures => ({
      events: position - from,
      texts,
      buildSeconds: seconds(),
      textsPerSecond: rate(texts),
    }),
  }
}
