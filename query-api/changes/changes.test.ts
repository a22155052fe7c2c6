import { expect, test } from 'vitest'
import { Change, changeIdOf } from '#contracts/changes/change.ts'
import { Position } from '#contracts/ids.ts'
import { changeAt, makeChangesOf } from './changes.testing.ts'
import type { ChangesReader } from './ports.ts'

const EVENT = '0192f0a0-0000-7000-8000-000000000001'

test('the id of a change is derived from its fact and its subject', () => {
  expect(changeIdOf(EVENT, 'a')).toBe(changeIdOf(EVENT, 'a'))
  expect(changeIdOf(EVENT, 'a')).not.toBe(changeIdOf(EVENT, 'b'))
  expect(Change.parse(changeAt(1))).toEqual(changeAt(1))
})

/** Positions of each page, to the end. */
const pagesOf = async (reader: ChangesReader, limit: number): Promise<number[][]> => {
  const pages: number[][] = []
  for (let after = Position.parse(0); ;) {
    const { changes, next } = await reader.read({ after, limit })
    if (changes.length === 0) return pages
    pages.push(changes.map(({ position }) => Number(position)))
    after = next
  }
}

test('a page never divides the changes of one fact', async () => {
  const many = [1, 2, 3].map((ordinal) => changeAt(4, { ordinal }))
  const reader = makeChangesOf([changeAt(1), changeAt(2), ...many, changeAt(6)])
  expect(await pagesOf(reader, 2)).toEqual([[1, 2], [4, 4, 4], [6]])
})
