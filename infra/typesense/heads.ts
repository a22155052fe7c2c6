import { Fault } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import { follow } from '#contracts/toolkit/follow.ts'
import { pauseFor } from '#contracts/toolkit/pause.ts'
import { makePositionWaiters } from '#contracts/toolkit/wait.ts'
import { unavailable } from './faults.ts'
import { emptyHead, type Head } from './head.ts'
import { TYPESENSE } from './limits.ts'
import { readHead } from './read-head.ts'
import type { Server } from './server.ts'

export type HeadsDeps = {
  readonly server: Server
  /** The alias of the live generation's collection. */
  readonly name: string
  /** Called with each failure; following continues. */
  readonly onFault: (fault: Fault) => void
}

/** Generation 0: the alias points to no collection yet. */
const NOTHING: Head = emptyHead(0)

/**
 * Follows the head behind the alias: what readers see, and who waits for it. Each look resolves the
 * alias, so a swap is noticed, and so is a server that restarted with another one.
 */
export class Heads {
  readonly #deps: HeadsDeps
  readonly #closing = new AbortController()
  #head: Head = NOTHING
  #tickets = 0
  #latest = 0
  readonly #waiters = makePositionWaiters()
  #following: Promise<void> = Promise.resolve()

  constructor(deps: HeadsDeps) {
    this.#deps = deps
  }

  get head(): Head {
    return this.#head
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  /** Reads the head once, then follows it. Throws the Faults of the server. */
  async open(): Promise<void> {
    await this.look()
    this.#following = this.#follow()
  }

  /** Take it before a request that returns a head. */
  ticket(): number {
    this.#tickets += 1
    return this.#tickets
  }

  /** Reads the head now. */
  async look(): Promise<void> {
    const ticket = this.ticket()
    this.seen(await readHead(this.#deps.server, this.#deps.name), ticket)
  }

  /** Accepts a head that came with an answer, unless it was requested before the present one. */
  seen(head: Head | null, ticket: number): void {
    if (ticket < this.#latest) return
    this.#latest = ticket
    this.#head = head ?? NOTHING
    this.#waiters.moved(this.#head.position)
  }

  /** Throws Fault `index-behind`. */
  async waitFor(position: Position, timeoutMs: number): Promise<void> {
    if (this.#head.position >= position) return
    await this.#waiters.reached(
      position,
      timeoutMs,
      () =>
        new Fault('index-behind', `the search index does not know position ${position} yet`, {
          retryAfterMs: 1_000,
        }),
    )
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#following
  }

  #follow(): Promise<void> {
    const { pollMs, reconnect } = TYPESENSE
    return follow<null>(
      {
        hold: async (signal, work) => {
          await pauseFor(pollMs, signal)
          await work(null, signal)
        },
        step: async (place) => {
          await this.look()
          return { place, isCaughtUp: true }
        },
        wait: (_, signal) => pauseFor(pollMs, signal),
        backoff: reconnect,
        onFault: (error) => this.#deps.onFault(error instanceof Fault ? error : unavailable(error)),
      },
      this.#closing.signal,
    )
  }
}
