import { expect, test } from 'vitest'
import { LOG_START, Position } from '#contracts/ids.ts'
import type { EventLog, LogEntry } from '#contracts/events/append.ts'
import { readAhead } from './read-ahead.ts'

const HEAD = 7
const entryAt = (position: number) => ({ position: Position.parse(position) }) as LogEntry
const asked: number[] = []
const log: EventLog = {
  read: async () => [],
  readEntries: async (after, limit) => {
    asked.push(after)
    return Array.from({ length: Math.min(limit, HEAD - after) }, (_, index) =>
      entryAt(after + index + 1),
    )
  },
  readStream: async () => [],
  head: async () => Position.parse(HEAD),
  wait: async () => undefined,
}

test('whoever reads on gets the same entries, each asked for once, and whoever jumps too', async () => {
  const ahead = readAhead(log)
  const read = async (after: number, limit: number): Promise<number[]> =>
    ((await ahead.readEntries?.(Position.parse(after), limit)) ?? []).map(
      ({ position }) => position,
    )
  expect(await read(LOG_START, 3)).toEqual([1, 2, 3])
  expect(await read(3, 3)).toEqual([4, 5, 6])
  expect(asked).toEqual([0, 3, 6])
  expect(await read(6, 1)).toEqual([7])
  expect(await read(2, 2)).toEqual([3, 4])
  expect(await read(7, 3)).toEqual([])
})
