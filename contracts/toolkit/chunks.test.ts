import { describe, expect, test } from 'vitest'
import { inBatches } from './chunks.ts'

const batches = (sizes: number[], countMax: number, sizeMax: number): number[][] => [
  ...inBatches(sizes, (size) => size, { countMax, sizeMax }),
]

describe('batches', () => {
  test('keep all values in order and stay within both limits', () => {
    expect(batches([1, 2, 3, 4, 5], 2, 100)).toEqual([[1, 2], [3, 4], [5]])
    expect(batches([4, 4, 4, 1], 10, 8)).toEqual([
      [4, 4],
      [4, 1],
    ])
  })
  test('a value above the limit is a batch of its own, and no values make no batch', () => {
    expect(batches([1, 99, 1], 10, 8)).toEqual([[1], [99], [1]])
    expect(batches([], 10, 8)).toEqual([])
  })
})
