import { expect, test } from 'vitest'
import { closestOf } from './closest.ts'

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

test('nothing is nearest to anything among nothing', () => {
  expect(closestOf('a', [])).toBeUndefined()
})

test('a word of a million characters is compared in no time', () => {
  const started = performance.now()
  expect(closestOf('x'.repeat(1_000_000), ['text', 'filters'])).toBe('text')
  expect(performance.now() - started).toBeLessThan(100)
})
