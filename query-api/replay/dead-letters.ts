import { isUnreadable, type EventLog, type LogEntry } from '#contracts/events/append.ts'
import { Fault, type Refusal } from '#contracts/fault.ts'
import { StreamId, type Position } from '#contracts/ids.ts'
import { pollUntil } from '#contracts/toolkit/poll.ts'
import type { Generation } from '../ports.ts'
import type { ParkedStream } from '../projections/ports.ts'
import type { ReadModels } from '../projections/projection.ts'
import type { Projector } from '../projections/projector.ts'

/** Bounds of the commands on parked streams. */
export const DEAD_LETTERS = {
  /** Events of a stream that are shown at most. */
  eventsShown: 50,
  /** How long a retry waits for the projector, milliseconds. */
  retryWaitMs: 60_000,
  pollMs: 100,
} as const

export type DeadLetterDeps = {
  readonly log: Pick<EventLog, 'readStream'>
  readonly models: Pick<ReadModels, 'generations' | 'parked'>
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

/** `parked` null: the stream is served again; else it is parked where it stops now. */
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
  hint: 'list the parked streams: `pandect dead-letters list`',
})

const parkedStream = async (
  { models }: DeadLetterDeps,
  generation: Generation,
  text: string,
): Promise<ParkedStream | null> => {
  const known = StreamId.safeParse(text)
  if (!known.success) return null
  const parked = await models.parked.list(generation)
  return parked.find(({ streamId }) => streamId === known.data) ?? null
}

/** Every parked stream of the live generation, in log order. */
export const listDeadLetters = async ({
  models: { generations, parked },
}: Pick<DeadLetterDeps, 'models'>): Promise<readonly ParkedStream[]> =>
  parked.list(await generations.live())

/** One parked stream. Refuses `stream-not-parked`. */
export const showDeadLetter = async (
  deps: DeadLetterDeps,
  text: string,
): Promise<DeadLetter | Refusal> => {
  const generation = await deps.models.generations.live()
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

/** Waits until the projector that holds the generation, a service or ours, did the retry. */
const awaitRetry = async (
  { models, projector }: DeadLetterDeps,
  generation: Generation,
  streamId: StreamId,
): Promise<void> => {
  const projecting = new AbortController()
  const following = projector.follow(projecting.signal)
  const isSettled = async (): Promise<boolean> =>
    !(await models.parked.retries(generation)).some((one) => one.streamId === streamId)
  const { pollMs, retryWaitMs } = DEAD_LETTERS
  try {
    if (!(await pollUntil(isSettled, { everyMs: pollMs, timeMsMax: retryWaitMs })))
      throw new Fault('retry-pending')
  } finally {
    projecting.abort()
    await following
  }
}

/**
 * Folds a parked stream again after the cause was repaired (an upgrade, a restored blob). Refuses
 * `stream-not-parked`; throws Fault `retry-pending`.
 */
export const retryDeadLetter = async (
  deps: DeadLetterDeps,
  text: string,
): Promise<Retried | Refusal> => {
  const generation = await deps.models.generations.live()
  const parked = await parkedStream(deps, generation, text)
  if (parked === null) return notParked(text)
  const { streamId } = parked
  await deps.models.parked.requestRetry(generation, streamId)
  await awaitRetry(deps, generation, streamId)
  return { streamId, parked: await parkedStream(deps, generation, streamId) }
}
