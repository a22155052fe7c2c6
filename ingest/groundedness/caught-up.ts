import { Fault } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import { pauseFor } from '#contracts/toolkit/pause.ts'
import { pollUntil } from '#contracts/toolkit/poll.ts'
import type { CitedTexts } from '../ports.ts'

/** How long an assessment waits for the read models, which follow the log; milliseconds. */
export const CATCH_UP = {
  waitMs: 60_000,
  pollMs: 100,
  /** Time without progress after which no projector is assumed. */
  idleMs: 500,
} as const

type Reading = Pick<CitedTexts, 'reach'>

const behind = (): Fault =>
  new Fault('projection-behind', 'the read models do not catch up with the log', {
    retryAfterMs: 1_000,
    hint: 'see what the projector says',
  })

/** Waits until the read models include `position`. Throws Fault `projection-behind`. */
export const untilProjected = async (
  cited: Reading,
  position: Position,
  signal?: AbortSignal,
  waitMs: number = CATCH_UP.waitMs,
): Promise<void> => {
  const isReached = async (): Promise<boolean> => (await cited.reach()).position >= position
  const limits = { everyMs: CATCH_UP.pollMs, timeMsMax: waitMs }
  const reached = await pollUntil(isReached, signal === undefined ? limits : { ...limits, signal })
  signal?.throwIfAborted()
  if (!reached) throw behind()
}

/**
 * Waits until the read models include the current head of the log, and returns it. Throws Fault
 * `projection-behind`.
 */
export const untilCurrent = async (cited: Reading, signal?: AbortSignal): Promise<Position> => {
  const { head } = await cited.reach()
  await untilProjected(cited, head, signal)
  return head
}

/** Whether the read models are current; waits while they make progress. */
export const isCurrent = async (cited: Reading): Promise<boolean> => {
  const { head, position } = await cited.reach()
  let [known, idle] = [position, 0]
  while (known < head && idle < CATCH_UP.idleMs) {
    await pauseFor(CATCH_UP.pollMs)
    const next = (await cited.reach()).position
    idle = next > known ? 0 : idle + CATCH_UP.pollMs
    known = next
  }
  return known >= head
}
