import { expect, test } from 'vitest'
import type { DeadLetterMessage } from '#contracts/events/dead-letter.ts'
import { Fault } from '#contracts/fault.ts'
import { Position, StreamId } from '#contracts/ids.ts'
import { makeAnnouncer } from './announcer.ts'
import type { DeadLetterPublisher, ParkedStream } from './ports.ts'

const parkedAt = (position: number): ParkedStream => ({
  streamId: StreamId.parse('article-0192d3a0-0000-7000-8000-000000000001'),
  streamVersion: position,
  position: Position.parse(position),
  reason: 'event-unreadable',
})

/** A transport that is away for so many sends. */
const transport = (awayFor: number): DeadLetterPublisher & { sent: DeadLetterMessage[] } => {
  const sent: DeadLetterMessage[] = []
  let left = awayFor
  return {
    sent,
    publish: async (letters) => {
      left -= 1
      if (left >= 0) throw new Fault('transport-unavailable', 'away')
      sent.push(...letters)
    },
    close: () => Promise.resolve(),
  }
}

test('a parked stream is announced once in the life of a process, and again when the stream stops elsewhere', async () => {
  const letters = transport(0)
  const announcer = makeAnnouncer(letters, () => undefined)
  announcer.announce(1, [parkedAt(5)])
  await expect.poll(() => letters.sent.length).toBe(1)
  announcer.announce(1, [parkedAt(5)])
  announcer.announce(1, [parkedAt(9)])
  await expect.poll(() => letters.sent.map(({ position }) => position)).toEqual([5, 9])
  await announcer.close()
})

test('an absent transport blocks nothing; what waited is announced when it is back', async () => {
  const letters = transport(1)
  const faults: unknown[] = []
  const announcer = makeAnnouncer(letters, (fault) => faults.push(fault))
  announcer.announce(1, [parkedAt(5)])
  expect(letters.sent).toEqual([])
  await expect.poll(() => letters.sent, { timeout: 5_000 }).toHaveLength(1)
  expect(faults).toEqual([expect.objectContaining({ code: 'transport-unavailable' })])
  await announcer.close()
})

test('closed while the transport is away, it ends at once', async () => {
  const announcer = makeAnnouncer(transport(1_000), () => undefined)
  announcer.announce(1, [parkedAt(5)])
  const started = performance.now()
  await announcer.close()
  expect(performance.now() - started).toBeLessThan(1_000)
})
