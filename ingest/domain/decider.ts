import type { NewEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { Instant } from '#contracts/ids.ts'
import type { DomainRefusal } from './refusals.ts'

/** Who acted and when; every recorded event carries it. */
export type Stamp = { readonly actor: string; readonly time: Instant }
/** An event with its stamp: what `evolve` sees, before and after it is stored. */
export type Fact<Event extends NewEvent> = Event & Stamp

/** The rules of one kind of stream, as three pure parts. */
export type Decider<State, Command, Event extends NewEvent> = {
  readonly initial: State
  /** The state after one more event. It believes every event: the decision was made before. */
  readonly evolve: (state: State, fact: Fact<Event>) => State
  /** The events that follow from a command (none where nothing changes), or why there are none. */
  readonly decide: (command: Command, state: State) => Event[] | DomainRefusal
  /** The schemas of the events that these streams hold. */
  readonly events: Readonly<Record<Event['type'], unknown>>
}

/** The state after these events, each under the same stamp. */
export const evolveAll = <State, Event extends NewEvent>(
  { evolve }: Pick<Decider<State, never, Event>, 'evolve'>,
  state: State,
  events: readonly Event[],
  { actor, time }: Stamp,
): State => events.reduce((before, event) => evolve(before, { ...event, actor, time }), state)

/** The state that recorded facts lead to. */
export const stateAfter = <State, Event extends NewEvent>(
  { initial, evolve }: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  facts: readonly Fact<Event>[],
): State => facts.reduce(evolve, initial)

/** Events decided so far, and the state that they lead to. */
export type Decided<State, Event extends NewEvent> = {
  readonly state: State
  readonly events: readonly Event[]
}

/** Decides one more command on what was decided so far. */
export const decideNext = <
  State,
  Command,
  Event extends NewEvent,
  So extends Decided<State, Event>,
>(
  decider: Decider<State, Command, Event>,
  soFar: So,
  command: Command,
  stamp: Stamp,
): So | DomainRefusal => {
  const events = decider.decide(command, soFar.state)
  if (isRefusal(events)) return events
  return {
    ...soFar,
    events: [...soFar.events, ...events],
    state: evolveAll(decider, soFar.state, events, stamp),
  }
}
