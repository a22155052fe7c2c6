import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '#contracts/fault.ts'

/** How often expired rows are removed, and how many steps one round takes at most. */
export const SWEEPING = { everyMs: 30_000, stepsMax: 50 } as const

/** Removes a bounded number of expired rows; true where there may be more. */
export type Sweep = () => Promise<boolean>

export type Sweeper = { close(): Promise<void> }

const round = async (sweep: Sweep, signal: AbortSignal): Promise<void> => {
  for (let step = 0; step < SWEEPING.stepsMax; step += 1)
    if (signal.aborted || !(await sweep())) return
}

/**
 * Sweeps every half minute until it is closed; several processes may do so at the same time. After
 * a Fault, which is passed to `onFault`, the next round tries again.
 */
export const startSweeper = (
  sweeps: readonly Sweep[],
  onFault: (fault: Fault) => void,
): Sweeper => {
  const ended = new AbortController()
  const { signal } = ended
  const once = async (sweep: Sweep): Promise<void> => {
    try {
      await round(sweep, signal)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      onFault(error)
    }
  }
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      await sleep(SWEEPING.everyMs, undefined, { signal, ref: false }).catch(() => undefined)
      for (const sweep of sweeps) if (!signal.aborted) await once(sweep)
    }
  }
  const running = loop()
  return {
    close: async () => {
      ended.abort()
      await running
    },
  }
}
