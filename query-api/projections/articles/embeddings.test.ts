import { expect, test } from 'vitest'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import type { EventData } from '#contracts/events/event.ts'
import { SemVer } from '#contracts/ids.ts'
import { usableEmbedding, withPassages, type Embedding } from './embeddings.ts'

const batch = (
  model: string,
  number: number,
  batches: number,
  mark = '',
): EventData<'PassagesEmbedded'> => ({
  version: SemVer.parse('1.0.0'),
  model,
  dimensions: 4,
  batch: number,
  batches,
  passages: [
    { ordinal: number, start: 0, end: 1, textSha256: sha256Hex(`${model}/${number}${mark}`) },
  ],
  headnotes: [],
})

const after = (...events: EventData<'PassagesEmbedded'>[]): readonly Embedding[] =>
  events.reduce<readonly Embedding[]>(
    (all, event, index) => withPassages(all, event, index + 1),
    [],
  )

const ordinals = (embeddings: readonly Embedding[], model: string | null = null) =>
  usableEmbedding(embeddings, model)?.passages.map(({ ordinal }) => ordinal) ?? null

test('passages count once all batches are there, in whatever order', () => {
  expect(ordinals(after(batch('a', 2, 2)))).toBeNull()
  expect(ordinals(after(batch('a', 2, 2), batch('a', 1, 2)))).toEqual([1, 2])
})

test('a text keeps its vectors while it is embedded again', () => {
  const again = after(batch('a', 1, 1), batch('a', 1, 2, 'new'))
  expect(ordinals(again)).toEqual([1])
  expect(ordinals(withPassages(again, batch('a', 2, 2, 'new'), 3))).toEqual([1, 2])
})

test('a batch that comes twice counts once, and another cut starts afresh', () => {
  expect(ordinals(after(batch('a', 1, 2), batch('a', 1, 2)))).toBeNull()
  expect(ordinals(after(batch('a', 1, 2), batch('a', 2, 3)))).toBeNull()
})

test('without a named model the one that became whole last is used', () => {
  const both = after(batch('a', 1, 2), batch('b', 1, 1), batch('a', 2, 2))
  expect(usableEmbedding(both, null)?.model).toBe('a')
  expect(usableEmbedding(both, 'b')?.model).toBe('b')
  expect(usableEmbedding(both, 'c')).toBeNull()
})
