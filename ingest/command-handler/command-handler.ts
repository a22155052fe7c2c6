import type { Append, AppendContext } from '#contracts/events/append.ts'
import type { NewEvent, StoredEvent } from '#contracts/events/event.ts'
import { Fault, isRefusal } from '#contracts/fault.ts'
import type { Position, StreamId } from '#contracts/ids.ts'
import { type Decided, type Decider, decideNext, type Fact, stateAfter } from '../domain/decider.ts'
import type { DomainRefusal } from '../domain/refusals.ts'
import { retryOnConflict } from '../domain/retry-on-conflict.ts'
import type { EventStore } from '../ports.ts'

/** A loaded stream with the events decided since: ready to be appended. */
export type DecidedStream<State, Event extends NewEvent> = Decided<State, Event> & Append

const isOf =
  <Event extends NewEvent>({ events }: Pick<Decider<never, never, Event>, 'events'>) =>
  (event: StoredEvent): event is StoredEvent & Fact<Event> =>
    Object.hasOwn(events, event.type)

/**
 * Loads streams in the given order; one without events has the initial state. Throws Fault
 * `stream-mixed` if a stream holds an event of another kind of stream.
 */
export const loadStreams = async <State, Event extends NewEvent>(
  store: Pick<EventStore, 'readStreams'>,
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve' | 'events'>,
  ids: readonly StreamId[],
): Promise<ReadonlyMap<StreamId, DecidedStream<State, Event>>> => {
  const recorded = await store.readStreams(ids)
  return new Map(
    ids.map((streamId) => {
      const stored = recorded.get(streamId) ?? []
      const facts = stored.filter(isOf(decider))
      if (facts.length < stored.length) {
        throw new Fault('stream-mixed', `the stream ${streamId} holds events of another kind`, {
          hint: 'restore the database from a copy: Pandect never writes such events',
        })
      }
      const state = stateAfter(decider, facts)
      return [streamId, { streamId, expectedVersion: facts.length, state, events: [] }]
    }),
  )
}

const isRefusalOfDomain = (outcome: object): outcome is DomainRefusal => isRefusal(outcome)

/** The decisions on several streams, and the answer to the caller. */
export type BatchDecision<Answer> = {
  readonly streams: readonly Append[]
  readonly answer: Answer
}
/** `position`: of the last event; null if nothing was recorded. */
export type Handled<Answer> = { readonly answer: Answer; readonly position: Position | null }

/** Appends the new events of all streams, all or none. */
export const appendDecided = async (
  store: Pick<EventStore, 'append'>,
  streams: readonly Append[],
  context: AppendContext,
): Promise<{ readonly position: Position | null } | 'moved-on'> => {
  const appends = streams
    .filter(({ events }) => events.length > 0)
    .map(({ streamId, expectedVersion, events, destroys }) => ({
      streamId,
      expectedVersion,
      events,
      ...(destroys === undefined ? {} : { destroys }),
    }))
  if (appends.length === 0) return { position: null }
  const answer = await store.append(appends, context)
  return 'conflict' in answer ? 'moved-on' : { position: answer.lastPosition }
}

/**
 * Loads streams of one kind, decides on their states, and records all new events in one append
 * under the versions that were loaded. If others wrote to one of the streams meanwhile, nothing is
 * recorded and it starts again. Throws Fault `streams-busy` after too many conflicts.
 */
export const handleBatch = <State, Command, Event extends NewEvent, Answer>(
  store: EventStore,
  decider: Decider<State, Command, Event>,
  ids: readonly StreamId[],
  context: AppendContext,
  decideBatch: (
    streams: ReadonlyMap<StreamId, DecidedStream<State, Event>>,
  ) => BatchDecision<Answer> | Promise<BatchDecision<Answer>>,
  bound: Parameters<typeof retryOnConflict>[1] = {},
): Promise<Handled<Answer>> =>
  retryOnConflict(async () => {
    const { streams, answer } = await decideBatch(await loadStreams(store, decider, ids))
    const appended = await appendDecided(store, streams, context)
    return appended === 'moved-on' ? appended : { answer, position: appended.position }
  }, bound)

/**
 * Handles one command per stream in one append. A refusal does not stop the others; the outcomes
 * have the order of the commands.
 */
export const handleEach = <State, Command, Event extends NewEvent>(
  store: EventStore,
  decider: Decider<State, Command, Event>,
  commands: readonly { readonly streamId: StreamId; readonly command: Command }[],
  context: AppendContext,
): Promise<Handled<readonly (DecidedStream<State, Event> | DomainRefusal)[]>> => {
  const ids = commands.map(({ streamId }) => streamId)
  return handleBatch(store, decider, ids, context, (streams) => {
    const outcomes = commands.flatMap(({ streamId, command }) => {
      const stream = streams.get(streamId)
      return stream === undefined ? [] : [decideNext(decider, stream, command, context)]
    })
    const decided = outcomes.flatMap((one) => (isRefusal(one) ? [] : [one]))
    return { streams: decided, answer: outcomes }
  })
}

/** Handles one command on one stream. */
export const handle = async <State, Command, Event extends NewEvent>(
  store: EventStore,
  decider: Decider<State, Command, Event>,
  streamId: StreamId,
  command: Command,
  context: AppendContext,
): Promise<{ readonly position: Position | null } | DomainRefusal> => {
  const { answer, position } = await handleEach(store, decider, [{ streamId, command }], context)
  return answer.find(isRefusalOfDomain) ?? { position }
}
