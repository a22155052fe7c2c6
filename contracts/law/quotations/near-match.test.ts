import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearMatcher } from './near-match.ts'

/** The distance of the pattern to the nearest stretch of the text, row by row (Sellers). */
const slowDistance = (pattern: string, text: string): number => {
  let column = Array.from({ length: pattern.length + 1 }, (_, row) => row)
  let best = pattern.length
  for (const character of text) {
    const next = [0]
    for (let row = 1; row <= pattern.length; row += 1) {
      const substituted = (column[row - 1] ?? 0) + (pattern[row - 1] === character ? 0 : 1)
      next.push(Math.min(substituted, (column[row] ?? 0) + 1, (next[row - 1] ?? 0) + 1))
    }
    column = next
    best = Math.min(best, column[pattern.length] ?? 0)
  }
  return best
}

const SEED = 20_261_122
const letters = (max: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), minLength: 1, maxLength: max })

test(`a stretch is found exactly up to its distance (seed ${SEED})`, () => {
  fc.assert(
    fc.property(letters(150), letters(200), (pattern, text) => {
      const distance = slowDistance(pattern, text)
      const matches = nearMatcher(pattern)
      expect(matches(text, distance)).toBe(true)
      expect(matches(text, distance - 1)).toBe(false)
      expect(matches(text, distance + 3)).toBe(true)
    }),
    { seed: SEED, numRuns: 400 },
  )
})

test(`a pattern that was changed in a few places is found in its text (seed ${SEED})`, () => {
  const changes = fc.array(fc.nat(199), { maxLength: 20 })
  fc.assert(
    fc.property(letters(300), fc.nat(100), changes, (text, from, places) => {
      const pattern = text.slice(from, from + 200).split('')
      for (const place of places) if (place < pattern.length) pattern[place] = 'x'
      const changed = pattern.join('')
      const distance = slowDistance(changed, text)
      expect(nearMatcher(changed)(text, distance)).toBe(true)
      expect(nearMatcher(changed)(text, distance - 1)).toBe(false)
    }),
    { seed: SEED, numRuns: 400 },
  )
})
