import { setTimeout as pause } from 'node:timers/promises'
import { type EventLog, isUnreadable, type LogEntry } from '#contracts/events/append.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import type { Position } from '#contracts/ids.ts'
import type { EventPublisher, RelayCheckpoint, SingleHolder } from '../ports.ts'

/** Bounds of the relay. */
export const RELAY = {
  eventsPerBatch: 500,
  waitMs: 2_000,
  firstPauseMs: 100,
  longestPauseMs: 10_000,
  lockName: 'relay',
} as const

export type RelayReport = {
  readonly position: Position
  readonly events: number
  /** Each once: the commands that these events came from. */
  readonly correlationIds: readonly string[]
}

export type RelayDeps = {
  readonly log: EventLog
  readonly publisher: EventPublisher
  readonly checkpoint: RelayCheckpoint
  readonly lock: SingleHolder
  readonly onBatch?: (report: RelayReport) => void
  /** Told of every fault that the relay survives. */
  readonly onFault?: (fault: unknown) => void
}

const isReadable = (entry: LogEntry): entry is StoredEvent => !isUnreadable(entry)

/** Sends what stands above the checkpoint; the checkpoint moves only after the acknowledgement. */
const relayAll = async (deps: RelayDeps, held: AbortSignal): Promise<Position> => {
  let position = await deps.checkpoint.read()
  while (!held.aborted) {
    const entries =
      (await deps.log.readEntries?.(position, RELAY.eventsPerBatch)) ??
      (await deps.log.read(position, RELAY.eventsPerBatch))
    const last = entries.at(-1)
    if (last === undefined) break
    // What this version can't read is not sent: consumers find the gap, read the log there, and
    // park its stream.
    const events = entries.filter(isReadable)
    if (events.length > 0) await deps.publisher.publish(events)
    await deps.checkpoint.advance(last.position)
    position = last.position
    const correlationIds = [...new Set(events.map((event) => event.correlationId))]
    deps.onBatch?.({ position, events: events.length, correlationIds })
  }
  return position
}

/**
 * The relay: the log → the transport, in log order, at least once. One relay is active at a time;
 * another takes over when its session ends. Killed between the acknowledgement and the checkpoint,
 * it sends a batch again: consumers drop what they have seen by stream version.
 */
export const makeRelay = (deps: RelayDeps) => ({
  /** Sends everything up to the head of the log once. */
  runOnce: (signal: AbortSignal): Promise<Position> =>
    deps.lock.hold(RELAY.lockName, signal, (held) => relayAll(deps, held)),
  /** Follows the log until aborted. Faults are reported and tried again, with pauses. */
  follow: async (signal: AbortSignal): Promise<void> => {
    let failures = 0
    while (!signal.aborted) {
      try {
        await deps.lock.hold(RELAY.lockName, signal, async (held) => {
          while (!held.aborted) {
            const position = await relayAll(deps, held)
            failures = 0
            await deps.log.wait(position, RELAY.waitMs, held)
          }
        })
      } catch (error) {
        if (signal.aborted) return
        deps.onFault?.(error)
        const wait = Math.min(RELAY.firstPauseMs * 2 ** failures, RELAY.longestPauseMs)
        await pause(wait, undefined, { signal }).catch(() => undefined)
        failures += 1
      }
    }
  },
})
