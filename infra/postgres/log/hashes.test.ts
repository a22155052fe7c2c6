import { expect, test } from 'vitest'
import { inOrder } from './hashes.ts'

test('values are sorted by key; the last value of a key wins', () => {
  const values = [
    { key: 'b', n: 1 },
    { key: 'a', n: 2 },
    { key: 'b', n: 3 },
  ]
  expect(inOrder(values, ({ key }) => key).map(({ n }) => n)).toEqual([2, 3])
})
