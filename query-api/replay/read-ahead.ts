import type { EventLog, LogEntry } from '#contracts/events/append.ts'
import type { Position } from '#contracts/ids.ts'

type Ahead = {
  readonly after: Position
  readonly limit: number
  readonly entries: Promise<LogEntry[]>
}

/**
 * The log, reading the next full batch while the current one is projected. For builds only: a
 * transport takes a read as an acknowledgement of everything before it.
 */
export const readAhead = (log: EventLog): EventLog => {
  let ahead: Ahead | null = null
  const start = (after: Position, limit: number): void => {
    const entries = log.readEntries(after, limit)
    entries.catch(() => undefined) // thrown to the caller that asks for them
    ahead = { after, limit, entries }
  }
  const take = (after: Position, limit: number): Promise<LogEntry[]> => {
    const found = ahead
    ahead = null
    const isMeant = found !== null && found.after === after && found.limit >= limit
    return isMeant
      ? found.entries.then((entries) => entries.slice(0, limit))
      : log.readEntries(after, limit)
  }
  return {
    ...log,
    readEntries: async (after, limit) => {
      const entries = await take(after, limit)
      const last = entries.at(-1)
      if (last !== undefined && entries.length === limit) start(last.position, limit)
      return entries
    },
  }
}
