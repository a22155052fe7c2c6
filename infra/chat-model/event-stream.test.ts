import { expect, test } from 'vitest'
import { makeEventReader } from './event-stream.ts'

const STREAM =
  ': hello\n\ndata: a\n\ndata:b\r\ndata: c\r\n\r\nevent: x\rdata: d\r\rid: 7\n\ndata: left'

test.each([1, 2, 3, 5, 1_000])('events come whole, in pieces of %i characters', (size) => {
  const reader = makeEventReader()
  const events: string[] = []
  for (let at = 0; at < STREAM.length; at += size)
    events.push(...reader.take(STREAM.slice(at, at + size)))
  expect(events).toEqual(['a', 'b\nc', 'd'])
})
