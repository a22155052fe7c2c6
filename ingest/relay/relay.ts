import type { EventLog, SealedLog, UnreadableEvent } from '#contracts/events/append.ts'
import type { Position } from '#contracts/ids.ts'
import type { SealedEvent } from '#contracts/sealing/sealed-event.ts'
import { catchUp, follow, type Follower, type Step } from '#contracts/toolkit/follow.ts'
import type { EventPublisher, RelayCheckpoint, SingleHolder } from '../ports.ts'

/** Bounds of the relay. */
export const RELAY = {
  eventsPerBatch: 500,
  waitMs: 2_000,
  backoff: { firstPauseMs: 100, pauseMsMax: 10_000 },
  lockName: 'relay',
} as const

export type RelayReport = {
  readonly position: Position
  readonly events: number
  /** The commands of these events, each once. */
  readonly correlationIds: readonly string[]
}

export type RelayDeps = {
  readonly log: SealedLog & Pick<EventLog, 'wait'>
  readonly publisher: EventPublisher
  readonly checkpoint: RelayCheckpoint
  readonly lock: SingleHolder
  readonly onBatch?: (report: RelayReport) => void
  /** Called with every fault before a retry. */
  readonly onFault?: (fault: unknown) => void
}

const isReadable = (entry: SealedEvent | UnreadableEvent): entry is SealedEvent =>
  !('reason' in entry)

/** Sends the next batch and moves the checkpoint after the acknowledgement. */
const relayBatch = async (deps: RelayDeps, after: Position): Promise<Step<Position>> => {
  const entries = await deps.log.readSealed(after, RELAY.eventsPerBatch)
  const last = entries.at(-1)
  if (last === undefined) return { place: after, isCaughtUp: true }
  // An unreadable event is not sent: consumers notice the gap, read the log and park its stream.
  const events = entries.filter(isReadable)
  if (events.length > 0) await deps.publisher.publish(events)
  await deps.checkpoint.advance(last.position)
  const correlationIds = [...new Set(events.map((event) => event.correlationId))]
  deps.onBatch?.({ position: last.position, events: events.length, correlationIds })
  return { place: last.position, isCaughtUp: false }
}

/**
 * The relay: the log → the transport, in log order, at least once. One relay is active at a time;
 * another takes over when its session ends. Killed between the acknowledgement and the checkpoint,
 * it sends a batch again: consumers drop what they have seen by stream version.
 */
export const makeRelay = (deps: RelayDeps) => {
  const follower: Follower<Position> = {
    hold: (signal, work) =>
      deps.lock.hold(RELAY.lockName, signal, async (held) =>
        work(await deps.checkpoint.read(), held),
      ),
    step: (after) => relayBatch(deps, after),
    wait: (position, held) => deps.log.wait(position, RELAY.waitMs, held),
    backoff: RELAY.backoff,
    onFault: deps.onFault,
  }
  return {
    /** Sends everything up to the head of the log once. */
    runOnce: (signal: AbortSignal): Promise<Position> =>
      deps.lock.hold(RELAY.lockName, signal, async (held) =>
        catchUp(follower, await deps.checkpoint.read(), held),
      ),
    /** Follows the log until aborted. Faults are reported and tried again, with pauses. */
    follow: (signal: AbortSignal): Promise<void> => follow(follower, signal),
  }
}
