import { z } from 'zod'
import type { EventLog, SealedLog } from '#contracts/events/append.ts'
import { LOG_START, Position } from '#contracts/ids.ts'
import { EVENT_COLUMNS, parseEventRow, parseLogEntry, parseSealedEntry } from './event-rows.ts'
import { makeListener } from '../platform/listener.ts'
import { onlyRow, type PostgresPool } from '../platform/pool.ts'

/** An append announces its last position on this channel. */
export const LOG_CHANNEL = 'pandect_log'

export type EventLogOptions = {
  /** How often a waiter polls, in case a notification was lost. */
  readonly pollMs?: number
}

/** The log with a listening session of its own. */
export type PostgresEventLog = Required<EventLog> & SealedLog & { close(): Promise<void> }

const POLL_MS = 2_000
const READ = {
  name: 'read-log',
  text: `select ${EVENT_COLUMNS} from events where position > $1 order by position limit $2`,
}
const READ_STREAM = {
  name: 'read-log-stream',
  text: `select ${EVENT_COLUMNS} from events where stream_id = $1 and stream_version > $2 order by stream_version limit $3`,
}
const HEAD = { name: 'log-head', text: 'select position from log_head' }
const Head = z.object({ position: Position })

const readHead = async (pool: PostgresPool): Promise<Position> =>
  Head.parse(onlyRow(await pool.query(HEAD))).position

type Waiter = { readonly after: Position; readonly wake: () => void }

/** Remembers the last known position and wakes the waiters. */
const makeWaiters = () => {
  const waiters = new Set<Waiter>()
  let known: Position = LOG_START
  return {
    reaches: (after: Position): boolean => known > after,
    learn: (position: Position): void => {
      if (position > known) known = position
      for (const waiter of waiters) if (known > waiter.after) waiter.wake()
    },
    /** Waits until the log passes `after` or the signal aborts. */
    wait: (after: Position, signal: AbortSignal): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const waiter = { after, wake: resolve }
      waiters.add(waiter)
      const stop = (): void => resolve()
      signal.addEventListener('abort', stop)
      return promise.finally(() => {
        waiters.delete(waiter)
        signal.removeEventListener('abort', stop)
      })
    },
  }
}

/**
 * Reads the log on PostgreSQL. Positions are dense and in commit order, so a reader only needs the
 * last position it saw. `wait` receives notifications and polls every `pollMs`. It never throws: an
 * unavailable store shows in `read`.
 */
export const makeEventLog = (
  pool: PostgresPool,
  options: EventLogOptions = {},
): PostgresEventLog => {
  const pollMs = options.pollMs ?? POLL_MS
  const waiters = makeWaiters()
  const look = (): Promise<void> => readHead(pool).then(waiters.learn, () => undefined)
  let polledFor = 0
  let poll: NodeJS.Timeout | undefined
  /** One poll serves all who wait. */
  const whilePolling = async (wait: Promise<void>): Promise<void> => {
    polledFor += 1
    poll ??= setInterval(() => void look(), pollMs)
    await wait
    polledFor -= 1
    if (polledFor > 0) return
    clearInterval(poll)
    poll = undefined
  }
  const listener = makeListener({
    connectionString: pool.connectionString,
    channel: LOG_CHANNEL,
    heard: (payload) => {
      const position = Position.safeParse(Number(payload))
      if (payload !== null && position.success) waiters.learn(position.data)
      else void look()
    },
  })
  return {
    read: async (after, limit) =>
      (await pool.query(READ, [after, limit])).rows.map((row) => parseEventRow(row, pool.vault)),
    readEntries: async (after, limit) =>
      (await pool.query(READ, [after, limit])).rows.map((row) => parseLogEntry(row, pool.vault)),
    readSealed: async (after, limit) =>
      (await pool.query(READ, [after, limit])).rows.map(parseSealedEntry),
    readStream: async (streamId, afterVersion, limit) =>
      (await pool.query(READ_STREAM, [streamId, afterVersion, limit])).rows.map((row) =>
        parseLogEntry(row, pool.vault),
      ),
    head: () => readHead(pool),
    wait: async (after, timeoutMs, signal) => {
      listener.start()
      if (signal.aborted || waiters.reaches(after)) return
      const stop = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      await whilePolling(waiters.wait(after, stop))
    },
    close: () => listener.close(),
  }
}
