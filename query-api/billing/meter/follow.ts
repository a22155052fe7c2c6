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
 * Sends charges until it is stopped. Reports Faults and tries again; throws other errors, which are
 * bugs.
 */
export const followLedger = (
  deps: MeterDeps,
  { signal, onStep, onFault }: FollowOptions,
): Promise<void> =>
  follow<null>(
    {
      // Each step takes the lock separately, so that `billing reconcile` can run in between.
      hold: (stopped, work) => work(null, stopped),
      step: async (place, stopped) => {
        const step = await reportUsage(deps, stopped)
        onStep?.(step)
        const { caughtUp: isCaughtUp, fault } = step
        if (fault === null) return { place, isCaughtUp }
        // A provider that accepted some events is reachable, even if single events fail.
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
