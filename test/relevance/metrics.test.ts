import { expect, test } from 'vitest'
import { hitAt, mrrAt, ndcgAt, recallAt } from './metrics.ts'

const first = { ranks: [1], relevant: 1 }
const third = { ranks: [3, 12], relevant: 4 }
const none = { ranks: [], relevant: 1 }

test('hit@k counts queries with a relevant hit among the first k', () => {
  expect(hitAt(1, [first, third, none])).toBeCloseTo(1 / 3)
  expect(hitAt(5, [first, third, none])).toBeCloseTo(2 / 3)
})

test('MRR takes the first relevant hit, and 0 beyond k', () => {
  expect(mrrAt(10, [first, third, none])).toBeCloseTo((1 + 1 / 3) / 3)
  expect(mrrAt(2, [third])).toBe(0)
})

test('recall is the share of the relevant that is found', () => {
  expect(recallAt(10, [third])).toBe(0.25)
  expect(recallAt(100, [third])).toBe(0.5)
})

test('nDCG is 1 for the ideal order and falls with the rank', () => {
  expect(ndcgAt(10, [{ ranks: [1, 2], relevant: 2 }])).toBe(1)
  expect(ndcgAt(10, [third])).toBeCloseTo(0.5 / (1 + 1 / Math.log2(3) + 0.5 + 1 / Math.log2(5)))
})
