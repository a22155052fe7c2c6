/** Publishes what is due (contracts/conventions/desk.md). */
import type { EventLog } from '#contracts/events/append.ts'
import { Fault, type Refusal } from '#contracts/fault.ts'
import { Instant, type Position, type Slug } from '#contracts/ids.ts'
import { follow, type Follower } from '#contracts/toolkit/follow.ts'
import type { SingleHolder } from '../../ports.ts'
import type { Board } from '../board/ports.ts'
import { keepTimers } from './keep-timers.ts'
import type { DuePublication, PublicationTimers, Schedule } from './ports.ts'

/** Bounds of the holder of due publications. */
export const DUE = {
  lockName: 'desk-schedule',
  /** Texts that are published before the next look at the schedule. */
  textsPerStep: 100,
  /** Longest sleep: a clock that was set, or a machine that slept, is noticed after it. */
  sleepMsMax: 30_000,
  /** How long the board may take to include the last event. */
  boardWaitMs: 10_000,
  /** Pause before a publication that neither happened nor was stopped is tried again. */
  againMs: 60_000,
  afterFaultMs: 5_000,
  /** How late a publication may be before its timer is no longer waited for. */
  catchUpMs: 120_000,
  backoff: { firstPauseMs: 200, pauseMsMax: 10_000 },
} as const

/** The position of the last event; null: nothing was recorded. */
export type DueOutcome = { readonly position: Position | null }

export type DueDeps = {
  readonly schedule: Schedule
  readonly board: Pick<Board, 'waitFor'>
  readonly log: Pick<EventLog, 'head' | 'wait'>
  readonly lock: SingleHolder
  readonly now: () => Instant
  /**
   * Publishes a scheduled text whose hour has come, or records the refusal that stops it. A text
   * that is no longer scheduled is refused and nothing is recorded.
   */
  readonly publishDue: (slug: Slug, at: Instant) => Promise<DueOutcome | Refusal>
  /** Absent: the holder itself waits for the hour. */
  readonly timers?: PublicationTimers | null
  readonly onPublication?: (due: DuePublication, outcome: DueOutcome | Refusal) => void
  /** Called with every fault before a retry. */
  readonly onFault?: (fault: unknown) => void
}

const keyOf = ({ articleId, at }: DuePublication): string => `${articleId} ${at}`

const boardBehind = (): Fault =>
  new Fault('projection-behind', 'the board of the desk does not catch up with the log', {
    retryAfterMs: 1_000,
    hint: 'see what the process `desk` says; it tries again by itself',
  })

export const millisecondsBetween = (from: Instant, to: Instant): number =>
  Math.max(0, Date.parse(to) - Date.parse(from))

const before = (time: Instant, ms: number): Instant =>
  ms === 0 ? time : Instant.parse(new Date(Date.parse(time) - ms).toISOString())

/**
 * Takes the publications whose hour has come. They are derived from facts, and one holder acts at a
 * time: if it dies, the next one finds the same publications due. The domain refuses a second
 * publication of one schedule. Where there are timers, they publish at the hour, and the holder
 * what they missed.
 */
export const makeDuePublications = (deps: DueDeps) => {
  const { schedule, board, log, lock, now, publishDue, onPublication, onFault } = deps
  const kept = deps.timers == null ? null : keepTimers(deps.timers, schedule)
  const catchUpMs = kept === null ? 0 : DUE.catchUpMs
  /** When a publication that neither happened nor was stopped is tried again. */
  const notBefore = new Map<string, number>()

  const takeOne = async (due: DuePublication): Promise<void> => {
    const time = now()
    const isAgainAt = (pauseMs: number): void =>
      void notBefore.set(keyOf(due), Date.parse(time) + pauseMs)
    isAgainAt(DUE.againMs)
    try {
      const outcome = await publishDue(due.slug, time)
      onPublication?.(due, outcome)
    } catch (error) {
      // One text that fails does not keep the others from being published.
      isAgainAt(DUE.afterFaultMs)
      throw error
    }
  }

  /** Returns the position that the schedule was read at. */
  const takeDue = async (held: AbortSignal): Promise<{ place: Position; isCaughtUp: boolean }> => {
    const place = await log.head()
    if (!(await board.waitFor(place, DUE.boardWaitMs))) throw boardBehind()
    // Without its orchestrator the holder publishes late rather than never.
    await kept?.keep().catch((fault: unknown) => onFault?.(fault))
    const time = now()
    const found = await schedule.due(before(time, catchUpMs), DUE.textsPerStep)
    for (const [key, until] of notBefore) if (until <= Date.parse(time)) notBefore.delete(key)
    const due = found.filter((one) => !notBefore.has(keyOf(one)))
    for (const one of due) {
      held.throwIfAborted()
      await takeOne(one)
    }
    return { place, isCaughtUp: due.length === 0 }
  }

  const sleep = async (place: Position, held: AbortSignal): Promise<void> => {
    const time = now()
    const from = before(time, catchUpMs)
    const next = await schedule.nextAfter(from)
    const untilNext = next === null ? DUE.sleepMsMax : millisecondsBetween(from, next)
    await log.wait(place, Math.max(1, Math.min(untilNext, DUE.sleepMsMax)), held)
  }

  const follower: Follower<Position> = {
    hold: (signal, work) =>
      lock.hold(DUE.lockName, signal, async (held) => {
        kept?.forget()
        return work(await log.head(), held)
      }),
    step: (_place, held) => takeDue(held),
    wait: sleep,
    backoff: DUE.backoff,
    onFault,
  }
  return {
    /** Publishes what is due until aborted. Faults are reported and tried again, with pauses. */
    follow: (signal: AbortSignal): Promise<void> => follow(follower, signal),
  }
}
