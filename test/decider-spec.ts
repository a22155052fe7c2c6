import { expect } from 'vitest'

type Decider<State, Command, Fact, Event, Refusal> = {
  readonly decide: (command: Command, state: State) => Event[] | Refusal
  readonly evolve: (state: State, fact: Fact) => State
  readonly initialState: () => State
}

/**
 * Reads as a sentence: given these facts, when this is asked, then these events follow. A fact is
 * an event with what the store adds to it (who, when); `thenState` looks at the state before the
 * command.
 */
export const specFor =
  <State, Command, Fact, Event, Refusal extends { readonly refused: string }>(
    decider: Decider<State, Command, Fact, Event, Refusal>,
  ) =>
  (...facts: readonly Fact[]) => {
    const state = facts.reduce(decider.evolve, decider.initialState())
    return {
      thenState: (expected: Partial<State>): void => expect(state).toMatchObject(expected),
      when: (command: Command) => {
        const outcome = decider.decide(command, state)
        return {
          thenEvents: (...expected: readonly Event[]): void => expect(outcome).toEqual(expected),
          /** The names of the events in order, where their data is not the point. */
          thenHappened: (...types: readonly string[]): void =>
            expect(
              Array.isArray(outcome)
                ? outcome.map((event) => (event as { readonly type: string }).type)
                : outcome,
            ).toEqual(types),
          thenNothing: (): void => expect(outcome).toEqual([]),
          thenRefused: (refused: Refusal['refused']): void =>
            expect(outcome).toMatchObject({ refused }),
        }
      },
    }
  }
