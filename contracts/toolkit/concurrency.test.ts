import { expect, test } from 'vitest'
import { pauseFor } from './pause.ts'
import { mapAtOnce } from './concurrency.ts'

test('results keep the order of the items, and no more items run at once than allowed', async () => {
  let running = 0
  let most = 0
  const results = await mapAtOnce([5, 1, 4, 2, 3], 2, async (item, index) => {
    running += 1
    most = Math.max(most, running)
    await pauseFor(item)
    running -= 1
    return `${index}:${item}`
  })
  expect(results).toEqual(['0:5', '1:1', '2:4', '3:2', '4:3'])
  expect(most).toBe(2)
  expect(await mapAtOnce([], 4, () => Promise.resolve(1))).toEqual([])
})

test('after an error no new work starts, and the error is thrown when running work has ended', async () => {
  const ended: number[] = []
  const mapped = mapAtOnce([1, 2, 3, 4], 2, async (item) => {
    if (item === 1) throw new Error('first')
    await pauseFor(5)
    ended.push(item)
  })
  await expect(mapped).rejects.toThrow('first')
  expect(ended).toEqual([2])
})
