import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DIFF, hunksBetween } from './sequence-diff.ts'

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31)
const sequence = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 })

test(`the hunks turn the old sequence into the next, and touch nothing else (TEST_SEED=${SEED})`, () => {
  fc.assert(
    fc.property(sequence, sequence, (old, next) => {
      const built: string[] = []
      let at = 0
      for (const { oldFrom, oldTo, nextFrom, nextTo } of hunksBetween(old, next) ?? []) {
        expect(oldTo - oldFrom + nextTo - nextFrom).toBeGreaterThan(0)
        built.push(...old.slice(at, oldFrom))
        expect(built).toHaveLength(nextFrom)
        built.push(...next.slice(nextFrom, nextTo))
        at = oldTo
      }
      expect([...built, ...old.slice(at)]).toEqual(next)
    }),
    { seed: SEED, numRuns: 2_000 },
  )
})

test('the fewest edits are found', () => {
  expect(hunksBetween([...'abcabba'], [...'cbabac'])?.length).toBeGreaterThan(0)
  expect(hunksBetween([...'le juge'], [...'la juge'])).toEqual([
    { oldFrom: 1, oldTo: 2, nextFrom: 1, nextTo: 2 },
  ])
  expect(hunksBetween([...'abc'], [...'abc'])).toEqual([])
})

test('past the limit two sequences are simply different', () => {
  const many = Array.from({ length: DIFF.editsMax / 2 + 1 }, (_, index) => `old ${index}`)
  expect(
    hunksBetween(
      many,
      many.map((word) => `${word}!`),
    ),
  ).toBeNull()
  expect(hunksBetween([], Array.from({ length: DIFF.editsMax + 1 }, String))).toBeNull()
})
