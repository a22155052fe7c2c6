import { expect } from 'vitest'
import type { NewEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import { Instant } from '#contracts/ids.ts'
import { type Decider, type Fact, stateAfter } from '#ingest/domain/decider.ts'
import type { RefusalCode } from '#ingest/domain/refusals.ts'

/** For events whose actor and time do not matter to the test. */
const STAMP = { actor: 'test', time: Instant.parse('2026-01-01T00:00:00.000Z') }

/**
 * Specifies a decider: given these events, when this command comes, then these events follow, or
 * this refusal. `thenState` looks at the state before the command.
 */
export const given = <State, Command, Event extends NewEvent>(
  decider: Decider<State, Command, Event>,
  events: readonly (Event | Fact<Event>)[] = [],
) => {
  const state = stateAfter(
    decider,
    events.map((event) => ({ ...STAMP, ...event })),
  )
  return {
    thenState: (expected: Partial<State>): void => expect(state).toMatchObject(expected),
    when: (command: Command) => {
      const decision = decider.decide(command, state)
      return {
        thenEvents: (...expected: readonly Event[]): void => expect(decision).toEqual(expected),
        /** The names of the events in order, where their data does not matter. */
        thenEventTypes: (...types: readonly Event['type'][]): void =>
          expect(isRefusal(decision) ? decision : decision.map(({ type }) => type)).toEqual(types),
        thenNothing: (): void => expect(decision).toEqual([]),
        thenRefused: (refused: RefusalCode): void => expect(decision).toMatchObject({ refused }),
      }
    },
  }
}
