import { expect, onTestFinished, test, vi } from 'vitest'
import type { EventLog, LogEntry } from '#contracts/events/append.ts'
import { LOG_START, type Position } from '#contracts/ids.ts'
import { makeKafkaEventLog } from './event-log.ts'

const HOUR_MS = 3_600_000
const PATIENCE_MS = 1_000
const entries = [{ position: 1 }] as unknown as readonly LogEntry[]

/** A log that the topic has nothing of. */
const log: EventLog = {
  read: async () => [],
  readEntries: async () => [...entries],
  readStream: async () => [],
  head: async () => 1 as Position,
  wait: async () => undefined,
}

test('a gap is filled after the patience for it, also where the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const fed = makeKafkaEventLog({
    // Nothing listens there.
    brokers: ['127.0.0.1:1'],
    clientId: 'pandect-test',
    groupId: 'pandect-test',
    open: async () => [],
    log,
    gapPatienceMs: PATIENCE_MS,
  })
  expect(await fed.readEntries(LOG_START, 10)).toEqual([])
  vi.advanceTimersByTime(PATIENCE_MS)
  vi.setSystemTime(Date.now() - HOUR_MS)
  expect(await fed.readEntries(LOG_START, 10)).toEqual(entries)
  await fed.close()
})
