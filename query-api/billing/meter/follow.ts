/** The loop of the meter's projection. */
import { Fault } from '#contracts/fault.ts'
import { follow } from '#contracts/toolkit/follow.ts'
import { pauseFor } from '#contracts/toolkit/pause.ts'
import type { MeterDeps } from './ports.ts'
import { METER_BACKOFF, type MeterStep, reportUsage } from './send.ts'

const POLL_MS = 1_000

export type FollowOptions = {
  readonly signal: AbortSignal
  readonly onStep?: (step: MeterStep) => void
  readonly onFault?: (fault: Fault) => void
}

/**
 * Sends until it is stopped. Faults are reported and waited out. Throws only what is no Fault: a
 * bug of ours.
 */
export const followLedger = (
  deps: MeterDeps,
  { signal, onStep, onFault }: FollowOptions,
): Promise<void> =>
  follow<null>(
    {
      // Each step takes the lock by itself, so that `billing reconcile` gets it in between.
      hold: (stopped, work) => work(null, stopped),
      step: async (place, stopped) => {
        const step = await reportUsage(deps, stopped)
        onStep?.(step)
        const { caughtUp: isCaughtUp, fault } = step
        if (fault === null) return { place, isCaughtUp }
        // A provider that takes most events is not away: it fails for a single one now and then.
        if (step.sent > 0) return { place, isCaughtUp, fault }
        throw fault
      },
      wait: (_, stopped) => pauseFor(POLL_MS, stopped),
      backoff: METER_BACKOFF,
      onFault: (error) => {
        if (!(error instanceof Fault)) throw error
        onFault?.(error)
      },
    },
    signal,
  )
