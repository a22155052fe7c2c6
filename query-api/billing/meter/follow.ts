/** The loop of the meter's projection. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '#contracts/fault.ts'
import type { MeterDeps } from './ports.ts'
import { type MeterStep, reportUsage } from './send.ts'

/** Milliseconds. */
export const METER_PAUSES = { pollMs: 1_000, firstRetryMs: 500, retryMaxMs: 60_000 } as const

/**
 * Twice as long each time, never less than the provider asked for; a part is drawn so that
 * processes do not come back together.
 */
export const pauseAfter = (faults: number, fault: Fault, random: number): number => {
  const { firstRetryMs, retryMaxMs } = METER_PAUSES
  const ceiling = Math.min(retryMaxMs, firstRetryMs * 2 ** Math.min(faults, 30))
  return Math.max(fault.retryAfterMs ?? 0, Math.round(ceiling * (0.5 + random / 2)))
}

export type FollowOptions = {
  readonly signal: AbortSignal
  readonly onStep?: (step: MeterStep) => void
  readonly onFault?: (fault: Fault) => void
}

const faultOf = (error: unknown): Fault => {
  if (error instanceof Fault) return error
  throw error
}

const stepOf = async (deps: MeterDeps, signal: AbortSignal): Promise<MeterStep> => {
  try {
    return await reportUsage(deps, signal)
  } catch (error) {
    return { sent: 0, refused: 0, caughtUp: false, fault: faultOf(error) }
  }
}

/**
 * Sends until it is stopped. Faults are told and waited out. Throws only what is no Fault: a bug of
 * ours.
 */
export const followLedger = async (deps: MeterDeps, options: FollowOptions): Promise<void> => {
  const { signal, onStep, onFault } = options
  let faults = 0
  while (!signal.aborted) {
    const step = await stepOf(deps, signal).catch((error: unknown) => {
      if (signal.aborted) return null
      throw error
    })
    if (step === null) return
    onStep?.(step)
    if (step.fault !== null) onFault?.(step.fault)
    const pause =
      step.fault === null
        ? step.caughtUp
          ? METER_PAUSES.pollMs
          : 0
        : pauseAfter(faults, step.fault, Math.random())
    // A provider that takes most of what it is sent is not away: it fails for one event here and
    // there.
    faults = step.fault === null || step.sent > 0 ? 0 : faults + 1
    if (pause > 0) await sleep(pause, undefined, { signal }).catch(() => undefined)
  }
}
