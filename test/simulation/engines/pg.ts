/** Stands in for the package `pg` in the simulated process. */
import { EventEmitter } from 'node:events'
import { currentHost, type Host } from '../kernel/simulation.ts'
import type { Answered, PostgresServer, Session } from './postgres/server.ts'

let server: PostgresServer | null = null
/** The server that every connection of this process goes to. */
export const useServer = (next: PostgresServer | null): void => void (server = next)
const theServer = (): PostgresServer => {
  if (server === null) throw new Error('no simulated PostgreSQL is in use')
  return server
}

type Config = {
  readonly name?: string
  readonly text: string
  readonly values?: readonly unknown[]
}

const run = (
  session: Session,
  config: string | Config,
  values: readonly unknown[] = [],
): Promise<Answered> => {
  const {
    name,
    text,
    values: given = values,
  } = typeof config === 'string' ? { text: config } : config
  // Statements of a transaction have names in some adapters.
  const key = name === undefined || /^(?:begin|commit)/.test(text) ? text : name
  return theServer().query(session, key, given)
}

export class Client extends EventEmitter {
  #session: Session | null = null
  readonly #host: Host | null = currentHost()

  async connect(): Promise<void> {
    const session = await theServer().connect(this.#host)
    session.onEnd = () => {
      this.emit('error', new Error('Connection terminated unexpectedly'))
      this.emit('end')
    }
    session.onNotification = (channel, payload) => this.emit('notification', { channel, payload })
    this.#session = session
  }

  async query(config: string | Config, values?: readonly unknown[]): Promise<Answered> {
    if (this.#session === null) throw new Error('Connection terminated')
    return run(this.#session, config, values)
  }

  escapeIdentifier(text: string): string {
    return `"${text}"`
  }

  async end(): Promise<void> {
    const session = this.#session
    this.#session = null
    if (session === null) return
    session.onEnd = () => undefined
    theServer().end(session)
    this.emit('end')
  }
}

type Released = { query: typeof run; release: (broken?: boolean) => void }

export class Pool extends EventEmitter {
  readonly #idle: Session[] = []
  readonly #waiting: (() => void)[] = []
  readonly #max: number
  readonly #host: Host | null = currentHost()
  #open = 0

  constructor({ max = 10 }: { readonly max?: number } = {}) {
    super()
    this.#max = max
  }

  async #take(): Promise<Session> {
    for (;;) {
      const idle = this.#idle.pop()
      if (idle !== undefined) {
        if (idle.isTrusted) return idle
        this.#open -= 1
        continue
      }
      if (this.#open < this.#max) {
        this.#open += 1
        try {
          return await theServer().connect(this.#host)
        } catch (error) {
          this.#open -= 1
          this.#waiting.shift()?.()
          throw error
        }
      }
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
      })
    }
  }

  #give(session: Session, broken = false): void {
    if (broken || !session.isTrusted) {
      this.#open -= 1
      if (session.isTrusted) theServer().end(session)
    } else this.#idle.push(session)
    this.#waiting.shift()?.()
  }

  async query(config: string | Config, values?: readonly unknown[]): Promise<Answered> {
    const session = await this.#take()
    try {
      return await run(session, config, values)
    } finally {
      this.#give(session)
    }
  }

  async connect(): Promise<{
    query: (config: string | Config, values?: readonly unknown[]) => Promise<Answered>
    release: Released['release']
  }> {
    const session = await this.#take()
    return {
      query: (config, values) => run(session, config, values),
      release: (broken) => this.#give(session, broken),
    }
  }

  async end(): Promise<void> {
    for (const session of this.#idle.splice(0)) theServer().end(session)
  }
}

/** Parsers of column types, which the simulated server does not need. */
export const types = { getTypeParser: () => (text: string) => text }
