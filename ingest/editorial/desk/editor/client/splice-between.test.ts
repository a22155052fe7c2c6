import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applySplice } from '../../../scratch/splice.ts'
import { spliceBetween } from './splice-between.ts'

const text = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '\n', '😀', '😁', 'é'),
  maxLength: 12,
})

test('a splice turns one text into the other and cuts no character', () => {
  fc.assert(
    fc.property(text, text, (old, next) => {
      const splice = spliceBetween(old, next)
      expect(applySplice(old, splice)).toBe(next)
      expect(splice.inserted.isWellFormed()).toBe(true)
      expect(old.slice(splice.start, splice.start + splice.removed).isWellFormed()).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('a splice holds what changed alone', () => {
  expect(spliceBetween('Le bail.', 'Le bail commercial.')).toEqual({
    start: 7,
    removed: 0,
    inserted: ' commercial',
  })
})
