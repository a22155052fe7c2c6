import type { EventLog, LogEntry } from '#contracts/events/append.ts'
import type { Position } from '#contracts/ids.ts'

type Ahead = {
  readonly after: Position
  readonly limit: number
  readonly entries: Promise<LogEntry[]>
}

/**
 * The log, with the next full batch read while the present one is projected. For a build only: a
 * transport takes a read as the word that everything before is done.
 */
export const readAhead = (log: EventLog): EventLog => {
  const read = (after: Position, limit: number): Promise<LogEntry[]> =>
    log.readEntries?.(after, limit) ?? log.read(after, limit)
  let ahead: Ahead | null = null
  const start = (after: Position, limit: number): void => {
    const entries = read(after, limit)
    entries.catch(() => undefined) // whoever asks for them hears of it
    ahead = { after, limit, entries }
  }
  const take = (after: Position, limit: number): Promise<LogEntry[]> => {
    const found = ahead
    ahead = null
    const isMeant = found !== null && found.after === after && found.limit >= limit
    return isMeant ? found.entries.then((entries) => entries.slice(0, limit)) : read(after, limit)
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
