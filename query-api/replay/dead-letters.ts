import { setTimeout as pause } from 'node:timers/promises'
import { isUnreadable, type EventLog, type LogEntry } from '#contracts/events/append.ts'
import { Fault, type Refusal } from '#contracts/fault.ts'
import { StreamId, type Position } from '#contracts/ids.ts'
import type { Generation, ParkedStream, ReadModelStore } from '../ports.ts'
import type { Projector } from '../projections/projector.ts'

/** Bounds of the commands on parked streams. */
export const DEAD_LETTERS = {
  /** Events of a stream that are shown at most. */
  eventsShown: 50,
  /** How long a retry waits for whoever projects, milliseconds. */
  retryWaitMs: 60_000,
  pollMs: 100,
} as const

export type DeadLetterDeps = {
  readonly log: Required<Pick<EventLog, 'readStream'>>
  readonly store: ReadModelStore
  readonly projector: Pick<Projector, 'follow'>
}

/** One event of a parked stream, without its content. */
export type WaitingEvent = {
  readonly position: Position
  readonly streamVersion: number
  readonly time: string
  /** null where the shape is not known. */
  readonly type: string | null
  readonly readable: boolean
}

/** A parked stream with the events that wait behind it. */
export type DeadLetter = ParkedStream & {
  readonly generation: Generation
  readonly waiting: readonly WaitingEvent[]
  /** Whether more wait than are shown. */
  readonly more: boolean
}

/** What became of a retry: served again, or parked where it stops now. */
export type Retried = {
  readonly streamId: StreamId
  readonly parked: ParkedStream | null
}

const waitingOf = (entry: LogEntry): WaitingEvent => ({
  position: entry.position,
  streamVersion: entry.streamVersion,
  time: entry.time,
  type: isUnreadable(entry) ? null : entry.type,
  readable: !isUnreadable(entry),
})

const notParked = (text: string): Refusal => ({
  refused: 'stream-not-parked',
  reason: `${text} is not parked in the live generation`,
  hint: 'list the parked streams: pandect dead-letters list',
})

const parkedStream = async (
  { store }: DeadLetterDeps,
  generation: Generation,
  text: string,
): Promise<ParkedStream | null> => {
  const known = StreamId.safeParse(text)
  if (!known.success) return null
  const parked = await store.parked(generation)
  return parked.find(({ streamId }) => streamId === known.data) ?? null
}

/** Every parked stream of the live generation, in log order. */
export const listDeadLetters = async ({
  store,
}: Pick<DeadLetterDeps, 'store'>): Promise<readonly ParkedStream[]> =>
  store.parked(await store.liveGeneration())

/** One parked stream. Refuses `stream-not-parked`. */
export const showDeadLetter = async (
  deps: DeadLetterDeps,
  text: string,
): Promise<DeadLetter | Refusal> => {
  const generation = await deps.store.liveGeneration()
  const parked = await parkedStream(deps, generation, text)
  if (parked === null) return notParked(text)
  const { eventsShown } = DEAD_LETTERS
  const after = parked.streamVersion - 1
  const entries = await deps.log.readStream(parked.streamId, after, eventsShown + 1)
  return {
    ...parked,
    generation,
    waiting: entries.slice(0, eventsShown).map(waitingOf),
    more: entries.length > eventsShown,
  }
}

/**
 * Until nobody is asked for the retry any more. Whoever holds the generation does it: a running
 * service, or we.
 */
const settled = async (
  { store, projector }: DeadLetterDeps,
  generation: Generation,
  streamId: StreamId,
): Promise<void> => {
  const projecting = new AbortController()
  const following = projector.follow(projecting.signal)
  const isAsked = async (): Promise<boolean> =>
    (await store.retries(generation)).some((one) => one.streamId === streamId)
  try {
    for (let waited = 0; await isAsked(); waited += DEAD_LETTERS.pollMs) {
      if (waited >= DEAD_LETTERS.retryWaitMs)
        throw new Fault('retry-pending', 'no projector has taken the retry up yet', {
          hint: 'check that the projector runs; the retry stays asked for',
        })
      await pause(DEAD_LETTERS.pollMs)
    }
  } finally {
    projecting.abort()
    await following
  }
}

/**
 * Folds a parked stream again from where it stopped, after what stopped it was repaired (an
 * upgrade, a restored blob). Refuses `stream-not-parked`; throws Fault `retry-pending`.
 */
export const retryDeadLetter = async (
  deps: DeadLetterDeps,
  text: string,
): Promise<Retried | Refusal> => {
  const generation = await deps.store.liveGeneration()
  const parked = await parkedStream(deps, generation, text)
  if (parked === null) return notParked(text)
  const { streamId } = parked
  await deps.store.requestRetry(generation, streamId)
  await settled(deps, generation, streamId)
  return { streamId, parked: await parkedStream(deps, generation, streamId) }
}
