import type { Calls } from './messages.ts'
import { makeThread, type Thread, type ThreadOptions } from './thread.ts'

export type ThreadPool<C extends Calls> = Pick<Thread<C>, 'start' | 'ask' | 'close'> & {
  /** Adds threads until there are `threads`; each starts with its first request. */
  growTo(threads: number): void
}

/** Threads of one program; a request goes to the one with the fewest unanswered requests. */
export const makeThreadPool = <C extends Calls>(
  threads: number,
  options: ThreadOptions<never>,
): ThreadPool<C> => {
  const pool = Array.from({ length: threads }, () => makeThread<C>(options))
  const idlest = (): Thread<C> => {
    const [first, ...others] = pool
    if (first === undefined) throw new RangeError('a pool without threads')
    return others.reduce(
      (best, one) => (one.pendingCount() < best.pendingCount() ? one : best),
      first,
    )
  }
  return {
    growTo: (more) => {
      while (pool.length < more) pool.push(makeThread<C>(options))
    },
    start: () => {
      for (const thread of pool) thread.start()
    },
    ask: (name, asked, asking = {}) => idlest().ask(name, asked, asking),
    close: async () => {
      await Promise.all(pool.map((thread) => thread.close()))
    },
  }
}
