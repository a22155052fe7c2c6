import { Client } from 'pg'
import { follow } from '#contracts/toolkit/follow.ts'
import { aborted } from '../../stop-signal.ts'
import { sessionSettings } from './pool.ts'

/** Pauses before a lost session is opened again. */
const RECONNECT = { firstPauseMs: 100, pauseMsMax: 5_000 } as const

/** A session that listens; it opens on first use and again after a loss. */
export type Listener = {
  /** Opens the session unless it is open. */
  start(): void
  close(): Promise<void>
}

export type ListenerOptions = {
  readonly connectionString: string
  readonly channel: string
  /** Gets each message, or `null` when listening starts (again) and messages may be missing. */
  readonly heard: (payload: string | null) => void
}

/** Receives the notifications of one channel. It reconnects silently, so callers must also poll. */
export const makeListener = ({ connectionString, channel, heard }: ListenerOptions): Listener => {
  const closing = new AbortController()
  let client: Client | null = null
  let isStarted = false

  const withSession = async (signal: AbortSignal, work: (held: AbortSignal) => Promise<void>) => {
    const next = new Client(sessionSettings(connectionString, 'pandect listener'))
    const lost = new AbortController()
    client = next
    next.on('notification', ({ payload }) => heard(payload ?? null))
    next.on('error', () => undefined)
    next.once('end', () => lost.abort(new Error('the session ended')))
    try {
      await next.connect()
      await next.query(`listen ${next.escapeIdentifier(channel)}`)
      await work(AbortSignal.any([signal, lost.signal]))
      lost.signal.throwIfAborted()
    } finally {
      await next.end().catch(() => undefined)
    }
  }
  return {
    start: () => {
      if (isStarted || closing.signal.aborted) return
      isStarted = true
      void follow<null>(
        {
          hold: (signal, work) => withSession(signal, (held) => work(null, held)),
          step: async (place) => {
            heard(null)
            return { place, isCaughtUp: true }
          },
          wait: (_, held) => aborted(held),
          backoff: RECONNECT,
        },
        closing.signal,
      )
    },
    close: async () => {
      closing.abort()
      await client?.end().catch(() => undefined)
    },
  }
}
