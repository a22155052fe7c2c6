import { expect, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import { Position } from '#contracts/ids.ts'
import { untilIndexed } from './until-indexed.ts'

const HEAD = Position.parse(7)
const SLICE_MS = 1_000
const behind = (): Fault => new Fault('index-behind', 'not yet')

test('a stop ends the wait for an index that is behind, within a slice of it', async () => {
  const stop = new AbortController()
  const asked: number[] = []
  const index = {
    waitFor: async (_: Position, timeoutMs: number) => {
      asked.push(timeoutMs)
      if (asked.length === 3) stop.abort()
      throw behind()
    },
  }
  await expect(untilIndexed(index, HEAD, stop.signal)).rejects.toMatchObject({ code: 'aborted' })
  expect(asked).toHaveLength(3)
  expect(Math.max(...asked)).toBeLessThanOrEqual(SLICE_MS)
})

test('it goes on as long as the index is behind, and passes on other faults', async () => {
  const never = new AbortController().signal
  const answers = [behind(), behind(), null]
  const index = {
    waitFor: async () => {
      const answer = answers.shift()
      if (answer instanceof Fault) throw answer
    },
  }
  await untilIndexed(index, HEAD, never)
  expect(answers).toEqual([])
  const missing = new Fault('search-index-missing', 'lost')
  const lost = { waitFor: () => Promise.reject(missing) }
  await expect(untilIndexed(lost, HEAD, never)).rejects.toBe(missing)
})
