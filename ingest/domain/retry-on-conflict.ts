import { Fault } from '#contracts/fault.ts'

/** How often a decision is made at most, where others keep writing to its streams. */
const TRIES_MAX = 5

type Bound = {
  readonly tries?: number
  /** The fault after the last try. */
  readonly busy?: () => Fault
}

const streamsBusy = (): Fault =>
  new Fault('streams-busy', 'others keep writing to these streams', {
    retryAfterMs: 1_000,
    hint: 'try again: what is recorded is found',
  })

/**
 * Repeats an attempt while it returns `moved-on`: others wrote to its streams since it read them,
 * so nothing was recorded. Throws Fault `streams-busy` after too many attempts.
 */
export const retryOnConflict = async <Answer>(
  attempt: () => Promise<Answer | 'moved-on'>,
  { tries = TRIES_MAX, busy = streamsBusy }: Bound = {},
): Promise<Answer> => {
  for (let done = 0; done < tries; done += 1) {
    const answer = await attempt()
    if (answer !== 'moved-on') return answer
  }
  throw busy()
}
