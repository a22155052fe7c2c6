import { expect, test } from 'vitest'
import type { QueryEmbedder } from '#query-api/ports.ts'
import { withQueryCache } from './query-cache.ts'

const counting = () => {
  const asked: string[] = []
  let isBroken = false
  const embedder: QueryEmbedder = {
    model: 'counted@1',
    dimensions: 1,
    similarityFloor: 0,
    costUsdPerQuery: 0,
    embedQuery: async (text) => {
      asked.push(text)
      if (isBroken) throw new Error('broken')
      return Float32Array.of(text.length)
    },
  }
  return { asked, embedder, break: (value: boolean) => (isBroken = value) }
}

test('equal queries are computed once, even at the same time', async () => {
  const { asked, embedder } = counting()
  const cached = withQueryCache(embedder)
  const [one, two] = await Promise.all([cached.embedQuery('bail'), cached.embedQuery('bail')])
  expect(one).toEqual(two)
  expect(await cached.embedQuery('bail')).toEqual(one)
  expect(asked).toEqual(['bail'])
})

test('only the most recent queries are kept', async () => {
  const { asked, embedder } = counting()
  const cached = withQueryCache(embedder, { queriesMax: 2 })
  for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) await cached.embedQuery(text)
  expect(asked).toEqual(['a', 'b', 'c', 'b'])
})

test('a fault is not kept', async () => {
  const counted = counting()
  const cached = withQueryCache(counted.embedder)
  counted.break(true)
  await expect(cached.embedQuery('bail')).rejects.toThrow('broken')
  counted.break(false)
  expect(await cached.embedQuery('bail')).toEqual(Float32Array.of(4))
})
