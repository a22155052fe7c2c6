import { setTimeout as pause } from 'node:timers/promises'
import { Fault } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import type { CitedTexts } from './ports.ts'

/** How long the read models are waited for, which come after the log; milliseconds. */
export const CATCH_UP = {
  waitMs: 60_000,
  pollMs: 100,
  /**
   * Where nobody waits for more than an answer: models that stand still this long have no
   * projector.
   */
  idleMs: 500,
} as const

type Reading = Pick<CitedTexts, 'reach'>

const behind = (): Fault =>
  new Fault('projection-behind', 'the read models do not catch up with the log', {
    retryAfterMs: 1_000,
    hint: 'see what the projector says',
  })

/** Until what is read knows everything up to `position`. Throws Fault `projection-behind`. */
export const untilProjected = async (
  cited: Reading,
  position: Position,
  signal?: AbortSignal,
  waitMs: number = CATCH_UP.waitMs,
): Promise<void> => {
  for (let waited = 0; (await cited.reach()).position < position; waited += CATCH_UP.pollMs) {
    if (waited >= waitMs) throw behind()
    await pause(CATCH_UP.pollMs, undefined, signal === undefined ? {} : { signal })
  }
}

/**
 * Until what is read knows everything that is in the log now; answers how far that is. Throws Fault
 * `projection-behind`.
 */
export const untilCurrent = async (cited: Reading, signal?: AbortSignal): Promise<Position> => {
  const { head } = await cited.reach()
  await untilProjected(cited, head, signal)
  return head
}

/**
 * Whether what is read knows everything that is in the log now, waiting only while it gets there.
 */
export const isCurrent = async (cited: Reading): Promise<boolean> => {
  const { head, position } = await cited.reach()
  let [known, idle] = [position, 0]
  while (known < head && idle < CATCH_UP.idleMs) {
    await pause(CATCH_UP.pollMs)
    const next = (await cited.reach()).position
    idle = next > known ? 0 : idle + CATCH_UP.pollMs
    known = next
  }
  return known >= head
}
