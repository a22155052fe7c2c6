/** Waits at a start until the search index has caught up, and hears of a stop meanwhile. */
import { Fault } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import type { SearchIndex } from '#query-api/ports.ts'

const WAIT = {
  timeMsMax: 120_000,
  /** No wait of the index hears of a stop, so each is short. */
  sliceMs: 1_000,
} as const

const isBehind = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'index-behind'

/**
 * Returns once the index knows the position. Throws Fault `aborted` after a stop, `index-behind`
 * after two minutes, and those of the index.
 */
export const untilIndexed = async (
  index: Pick<SearchIndex, 'waitFor'>,
  position: Position,
  stop: AbortSignal,
): Promise<void> => {
  const deadline = performance.now() + WAIT.timeMsMax
  for (;;) {
    const left = Math.max(0, deadline - performance.now())
    try {
      return await index.waitFor(position, Math.min(left, WAIT.sliceMs))
    } catch (error) {
      if (stop.aborted) throw new Fault('aborted', 'stopped before the search index had caught up')
      if (!isBehind(error) || left <= WAIT.sliceMs) throw error
    }
  }
}
