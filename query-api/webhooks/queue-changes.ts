/**
 * Queues the changes of the live generation for those who asked for them. The checkpoint counts
 * positions of the log, which no rebuild moves: a replay or a swap queues nothing again.
 */
import type { Step } from '#contracts/toolkit/follow.ts'
import type { Position } from '#contracts/ids.ts'
import type { ChangesReader } from '../changes/ports.ts'
import { eventOfChange } from './message.ts'
import type { Queue } from './ports.ts'

/** Changes that are queued in one transaction, but that one fact may have more. */
export const CHANGES_PER_STEP = 200

export type QueueDeps = {
  readonly changes: ChangesReader
  readonly queue: Pick<Queue, 'checkpoint' | 'follow'>
}

/**
 * Queues the next changes. A service that never followed begins with those that are still to come.
 * Throws the Faults of its ports.
 */
export const queueChanges = async ({
  changes,
  queue,
}: QueueDeps): Promise<Step<Position> & { readonly queued: number }> => {
  const from = await queue.checkpoint()
  if (from === null) {
    const { head } = await changes.read({ after: MAX_POSITION, limit: 1 })
    await queue.follow(null, [], head)
    return { place: head, isCaughtUp: true, queued: 0 }
  }
  const page = await changes.read({ after: from, limit: CHANGES_PER_STEP })
  if (page.next <= from) return { place: from, isCaughtUp: true, queued: 0 }
  const events = page.changes.map(eventOfChange)
  const isMine = await queue.follow(from, events, page.next)
  // Another notifier moved it meanwhile: the next step begins where that one ended.
  if (!isMine) return { place: from, isCaughtUp: false, queued: 0 }
  return { place: page.next, isCaughtUp: page.next >= page.head, queued: events.length }
}

const MAX_POSITION = Number.MAX_SAFE_INTEGER as Position
