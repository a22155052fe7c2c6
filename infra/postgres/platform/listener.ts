import { Client } from 'pg'
import { sessionSettings } from './pool.ts'

/** Reconnecting after a loss: at once, then slower and slower. */
export const RECONNECT = { firstMs: 100, maxMs: 5_000 } as const

/** One session that listens; it opens with the first need and comes back after a loss. */
export type Listener = {
  /** Opens it if it is not open. */
  start(): void
  close(): Promise<void>
}

export type ListenerOptions = {
  readonly connectionString: string
  readonly channel: string
  /** A message, or `null` when listening has (again) begun and anything may have been missed. */
  readonly heard: (payload: string | null) => void
}

const newClient = (connectionString: string): Client =>
  new Client(sessionSettings(connectionString, 'pandect listener'))

/**
 * Hears one channel's notifications. Losses are repaired silently: whoever needs certainty polls
 * behind it.
 */
export const makeListener = ({ connectionString, channel, heard }: ListenerOptions): Listener => {
  let client: Client | null = null
  let timer: NodeJS.Timeout | null = null
  let pauseMs: number = RECONNECT.firstMs
  let state: 'idle' | 'started' | 'closed' = 'idle'

  const retry = (lost: Client): void => {
    if (client !== lost || state === 'closed') return
    client = null
    timer = setTimeout(connect, pauseMs)
    timer.unref()
    pauseMs = Math.min(pauseMs * 2, RECONNECT.maxMs)
  }
  const listen = async (next: Client): Promise<void> => {
    await next.connect()
    await next.query(`listen ${next.escapeIdentifier(channel)}`)
    pauseMs = RECONNECT.firstMs
    heard(null)
  }
  const begin = async (next: Client): Promise<void> => {
    try {
      await listen(next)
    } catch {
      await next.end().catch(() => undefined)
      retry(next)
    }
  }
  const connect = (): void => {
    const next = newClient(connectionString)
    client = next
    next.on('notification', ({ payload }) => heard(payload ?? null))
    next.on('error', () => undefined)
    next.once('end', () => retry(next))
    void begin(next)
  }
  return {
    start: () => {
      if (state !== 'idle') return
      state = 'started'
      connect()
    },
    close: async () => {
      state = 'closed'
      if (timer !== null) clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
