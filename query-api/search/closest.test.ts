import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closest, editDistance } from './closest.ts'

test('edits are insertions, deletions, replacements and swaps of neighbours', () => {
  expect(editDistance('civil', 'civil')).toBe(0)
  expect(editDistance('civl', 'civil')).toBe(1)
  expect(editDistance('cvl', 'civil')).toBe(2)
  expect(editDistance('cviil', 'civil')).toBe(1)
  expect(editDistance('', 'civil')).toBe(5)
})

test('the distance is the same in both directions', () => {
  const word = fc.string({ maxLength: 12 })
  fc.assert(fc.property(word, word, (a, b) => editDistance(a, b) === editDistance(b, a)))
})

test('the word that was probably meant is named, and none where none is near', () => {
  const words = ['civil.contracts', 'civil.tort', 'labour', 'overruled', 'practice_note']
  expect(closest('civil.contract', words)).toBe('civil.contracts')
  expect(closest('labor', words)).toBe('labour')
  expect(closest('Practice-Note', words)).toBe('practice_note')
  expect(closest('astronomy', words)).toBeNull()
})

test('ties go to the first in alphabetical order, whatever the order of the words', () => {
  expect(closest('cat', ['cbt', 'cab', 'car'])).toBe('cab')
  expect(closest('cat', ['car', 'cbt', 'cab'])).toBe('cab')
})
