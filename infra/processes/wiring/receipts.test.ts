import { expect, test } from 'vitest'
import { makeReceiptSources } from './receipts.ts'

const NAMES = { embedding: 'e@1', entailment: 'n@1', chat: 'writer' }

test('the generation is read once a second, and a fault is no fault of the answer', async () => {
  let now = 0
  const read: number[] = []
  const live = async (): Promise<number> => {
    read.push(now)
    if (read.length === 2) throw new Error('away')
    return read.length
  }
  const { generation } = makeReceiptSources(live, NAMES, () => now)
  expect([await generation(), await generation()]).toEqual([1, 1])
  now = 1_000
  expect(await generation()).toBeNull()
  now = 2_000
  expect(await generation()).toBe(3)
  expect(read).toEqual([0, 1_000, 2_000])
})

test('an operation has the models that take part in it', () => {
  const { models } = makeReceiptSources(async () => 1, NAMES)
  expect(models).toEqual({
    search: ['e@1'],
    article: [],
    rag: ['e@1', 'writer'],
    verify: ['e@1', 'n@1'],
    mcp: [],
  })
})

test('a model that the service does not have is not named', () => {
  const { models } = makeReceiptSources(async () => 1, { ...NAMES, entailment: null, chat: null })
  expect(models).toMatchObject({ rag: ['e@1'], verify: ['e@1'] })
})
