/**
 * Follows the changes and delivers them, one notifier at a time. Others wait for its lock and go on
 * from what it left in the store.
 */
import type { KeyTeller } from '../accounts/key-notices.ts'
import type { RecallFollower } from '../recall/follow.ts'
import type { SearchFollower } from '../saved-searches/follow.ts'
import { pauseFor } from '#contracts/toolkit/pause.ts'
import { follow } from '#contracts/toolkit/follow.ts'
import { type Bell, makeBell } from '#contracts/toolkit/wait.ts'
import { MAIL_PLACES, makeMailTeller, makeSendQueued, type MailDeps } from '../mail/notify.ts'
import { deliver, type DeliverDeps, makeSendSigned } from './deliver.ts'
import type { NotifierLock, PostMessage, Queue, ReadModelsMoved } from './ports.ts'
import { queueChanges, type QueueDeps } from './queue-changes.ts'

export const NOTIFIER = {
  /** How often it looks for changes by itself. */
  pollMs: 1_000,
  sweepPauseMs: 200,
  sweepEveryMs: 60_000,
  backoff: { firstPauseMs: 200, pauseMsMax: 10_000, isJittered: true },
} as const

export type NotifierDeps = Omit<QueueDeps, 'queue'> &
  Omit<DeliverDeps, 'queue' | 'send'> & {
    readonly post: PostMessage
    readonly pepper: string
    readonly queue: Queue
    readonly lock: NotifierLock
    readonly readModels: ReadModelsMoved
    /** Follows saved searches; absent: nobody saves searches. */
    readonly searches?: Pick<SearchFollower, 'step'>
    /** Follows receipts and watches; absent: nobody keeps any. */
    readonly recalls?: Pick<RecallFollower, 'step'>
    /** Follows caps and ends of keys; absent: nobody has keys. */
    readonly keys?: Pick<KeyTeller, 'step'>
    /** Mails news of saved searches; absent: the service sends no mail. */
    readonly mail?: MailDeps
    /** Called with every fault that it survives. */
    readonly onFault: (fault: unknown) => void
  }

/** Notifies until aborted. Faults are reported, and it begins again after a pause. */
export const notify = (deps: NotifierDeps, signal: AbortSignal): Promise<void> => {
  const bell = makeBell()
  /** Works with a bell that rings at each move of the read models. */
  const whileRung = async (work: (moved: Bell) => Promise<void>): Promise<void> => {
    const moved = makeBell()
    const leave = deps.readModels.onMove(() => moved.ring())
    await work(moved).finally(leave)
  }
  const sweepUntil = async (held: AbortSignal): Promise<void> => {
    while (!held.aborted) {
      const isMore = await deps.queue.sweep()
      await pauseFor(isMore ? NOTIFIER.sweepPauseMs : NOTIFIER.sweepEveryMs, held)
    }
  }
  /** Beside the changes, with pauses of its own: a fault of one follower stops no other message. */
  const tellUntil = (
    follower: NotifierDeps['searches' | 'recalls' | 'keys'],
    held: AbortSignal,
    ring = bell,
  ): Promise<void> => {
    const { onFault } = deps
    if (follower === undefined) return Promise.resolve()
    return follow<Bell>(
      {
        hold: (stopped, work) => whileRung((moved) => work(moved, stopped)),
        step: async (moved) => {
          const { isCaughtUp, told } = await follower.step()
          if (told > 0) ring.ring()
          return { place: moved, isCaughtUp }
        },
        wait: (moved, stopped) => moved.wait(NOTIFIER.pollMs, stopped),
        backoff: NOTIFIER.backoff,
        onFault,
      },
      held,
    )
  }
  /** With lanes of its own: a server of mail that hangs delays no webhook. */
  const mailing = ({ mail, clock, random }: NotifierDeps, held: AbortSignal): Promise<void>[] => {
    if (mail === undefined) return []
    const mailBell = makeBell()
    const { queue } = mail
    const about = { queue, clock, random, send: makeSendQueued(mail), places: MAIL_PLACES }
    return [deliver(about, mailBell, held), tellUntil(makeMailTeller(mail, clock), held, mailBell)]
  }
  return follow<Bell>(
    {
      hold: (stopped, work) =>
        deps.lock.hold(stopped, async (held) => {
          const failed = new AbortController()
          const running = AbortSignal.any([held, failed.signal])
          const beside = [
            deliver({ ...deps, send: makeSendSigned(deps) }, bell, running),
            ...mailing(deps, running),
            sweepUntil(running),
            tellUntil(deps.searches, running),
            tellUntil(deps.recalls, running),
            tellUntil(deps.keys, running),
          ].map((one) => one.catch((error: unknown) => failed.abort(error)))
          try {
            await whileRung((moved) => work(moved, running))
          } finally {
            failed.abort()
            await Promise.all(beside)
          }
          const { reason } = failed.signal
          if (!held.aborted && reason instanceof Error && reason.name !== 'AbortError') throw reason
        }),
      step: async (moved) => {
        const { isCaughtUp, queued } = await queueChanges(deps)
        if (queued > 0) bell.ring()
        return { place: moved, isCaughtUp }
      },
      wait: (moved, held) => moved.wait(NOTIFIER.pollMs, held),
      backoff: NOTIFIER.backoff,
      onFault: deps.onFault,
    },
    signal,
  )
}
