import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closestAlike, closestOf, editDistance, meantWord } from './closest.ts'
import { measureCpuMs } from '../../test/cpu-time.ts'

const CLOSEST = [
  ['jurisdiction', ['dateFrom', 'jurisdictions'], 'jurisdictions'],
  ['fr', ['EU', 'FR'], 'FR'],
  ['oragne', ['red', 'orange', 'gray'], 'orange'],
  ['', ['text', 'limit'], 'text'],
  ['zz', ['ab', 'cd'], 'ab'],
] as const

for (const [given, valid, expected] of CLOSEST) {
  test(`"${given}" is nearest to ${expected}`, () => expect(closestOf(given, valid)).toBe(expected))
}

test('an empty list has no nearest word', () => {
  expect(closestOf('a', [])).toBeUndefined()
})

test('a word of a million characters is compared within 100 ms', () => {
  const took = measureCpuMs(() =>
    expect(closestOf('x'.repeat(1_000_000), ['text', 'filters'])).toBe('text'),
  )
  expect(took).toBeLessThan(100)
})

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

test('the word that was probably meant is found, or null if none is near', () => {
  const words = ['civil.contracts', 'civil.tort', 'labour', 'overruled', 'practice_note']
  expect(meantWord('civil.contract', words)).toBe('civil.contracts')
  expect(meantWord('labor', words)).toBe('labour')
  expect(meantWord('Practice-Note', words)).toBe('practice_note')
  expect(meantWord('astronomy', words)).toBeNull()
  expect(meantWord('ZZ', ['EU', 'FR'])).toBeNull()
  expect(meantWord('FX', ['EU', 'FR'])).toBe('FR')
  expect(meantWord('foo', ['asOf', 'courts'])).toBeNull()
  expect(meantWord('', words)).toBeNull()
})

test('ties go to the first in alphabetical order, whatever the order of the words', () => {
  expect(meantWord('cat', ['cbt', 'cab', 'car'])).toBe('cab')
  expect(meantWord('cat', ['car', 'cbt', 'cab'])).toBe('cab')
})

test('of very many words only those that begin alike and are two edits away are near', () => {
  const names = ['article:code-civil:1240', 'article:code-civil:1241', 'article:code-penal:1240']
  expect(closestAlike('article:code-civil:12400', names)).toBe('article:code-civil:1240')
  expect(closestAlike('article:code-civil:1242', names)).toBe('article:code-civil:1240')
  expect(closestAlike('article:code-civil:9999', names)).toBeNull()
  expect(closestAlike('loi:code-civil:1240', names)).toBeNull()
})
