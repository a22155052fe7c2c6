import type { EventLog, LogEntry } from '#contracts/events/append.ts'
import type { StreamId } from '#contracts/ids.ts'

/** Events that are read at once. */
const PER_READ = 500

/** All entries of a stream, in order. Throws the Faults of the log. */
export const readWhole = async (
  log: Pick<EventLog, 'readStream'>,
  streamId: StreamId,
): Promise<LogEntry[]> => {
  const entries: LogEntry[] = []
  for (;;) {
    const read = await log.readStream(streamId, entries.at(-1)?.streamVersion ?? 0, PER_READ)
    entries.push(...read)
    if (read.length < PER_READ) return entries
  }
}
