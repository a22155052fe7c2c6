import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LOG_START, Position } from '#contracts/ids.ts'
import { makeReorder } from './reorder.ts'

const at = (position: number): Position => Position.parse(position)

test('values in any order, with repeats, are returned in log order without a gap', () => {
  const COUNT = 40
  fc.assert(
    fc.property(
      fc.shuffledSubarray(
        Array.from({ length: COUNT }, (_, index) => index + 1),
        { minLength: COUNT },
      ),
      fc.array(fc.integer({ min: 1, max: COUNT })),
      (order, repeats) => {
        const reorder = makeReorder<number>()
        const out: number[] = []
        for (const position of [...order, ...repeats]) {
          reorder.add(at(position), position)
          out.push(...reorder.takeAfter(at(out.at(-1) ?? 0), 3))
        }
        for (let more = [0]; more.length > 0;) {
          more = reorder.takeAfter(at(out.at(-1) ?? 0), 7)
          out.push(...more)
        }
        expect(out).toEqual(Array.from({ length: COUNT }, (_, index) => index + 1))
      },
    ),
  )
})

test('a value is returned again until its reader moves on', () => {
  const reorder = makeReorder<string>()
  reorder.add(at(1), 'one')
  expect(reorder.takeAfter(LOG_START, 10)).toEqual(['one'])
  expect(reorder.takeAfter(LOG_START, 10)).toEqual(['one'])
  expect(reorder.takeAfter(at(1), 10)).toEqual([])
})

test('a full buffer still accepts the position that all others wait for', () => {
  const reorder = makeReorder<number>(2)
  reorder.add(at(3), 3)
  reorder.add(at(2), 2)
  expect(reorder.isFull(at(4))).toBe(true)
  expect(reorder.isFull(at(1))).toBe(false)
})
