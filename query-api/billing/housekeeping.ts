import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '#contracts/fault.ts'

/** How often what is over is swept away, and how many steps one round takes at most. */
export const HOUSEKEEPING = { everyMs: 30_000, stepsMax: 50 } as const

/** One bounded step; answers whether there may be more to do. */
export type Sweep = () => Promise<boolean>

export type Housekeeping = { close(): Promise<void> }

const round = async (sweep: Sweep, signal: AbortSignal): Promise<void> => {
  for (let step = 0; step < HOUSEKEEPING.stepsMax; step += 1)
    if (signal.aborted || !(await sweep())) return
}

/**
 * Sweeps every half minute until it is closed; several processes may do so at the same time. A
 * Fault is told and the next round tries again.
 */
export const keepHouse = (
  sweeps: readonly Sweep[],
  onFault: (fault: Fault) => void,
): Housekeeping => {
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
      await sleep(HOUSEKEEPING.everyMs, undefined, { signal, ref: false }).catch(() => undefined)
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
