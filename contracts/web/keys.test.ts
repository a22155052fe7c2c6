import { expect, test } from 'vitest'
import { BASE62, isWellFormedKey } from '#contracts/api-key.ts'
import { deriveKey, generateKey, lastOf, secretHmacOf } from './keys.ts'

test('keys are well-formed and unique', () => {
  const keys = Array.from({ length: 1_000 }, () => generateKey())
  expect(keys.every(isWellFormedKey)).toBe(true)
  expect(new Set(keys).size).toBe(keys.length)
})

test('no digit is drawn more often than another', () => {
  const counts = new Map<string, number>()
  const keys = 4_000
  for (let drawn = 0; drawn < keys; drawn += 1)
    for (const digit of generateKey().slice(9, 39)) counts.set(digit, (counts.get(digit) ?? 0) + 1)
  const expected = (keys * 30) / BASE62.length
  const chiSquare = [...BASE62]
    .map((digit) => ((counts.get(digit) ?? 0) - expected) ** 2 / expected)
    .reduce((sum, part) => sum + part, 0)
  // 61 degrees of freedom: exceeds 130 once in a million runs; bytes modulo 62 give about 1,000.
  expect(chiSquare).toBeLessThan(130)
})

test('a derived key is the same for the same pepper and purpose only', () => {
  const key = deriveKey('pepper', 'demonstration')
  expect(isWellFormedKey(key)).toBe(true)
  expect(deriveKey('pepper', 'demonstration')).toBe(key)
  expect(deriveKey('pepper', 'other')).not.toBe(key)
  expect(deriveKey('other', 'demonstration')).not.toBe(key)
})

test('the stored hash depends on the pepper, and the last characters are those of the key', () => {
  const key = generateKey()
  const hmac = secretHmacOf('pepper', key)
  expect(hmac).toHaveLength(32)
  expect(secretHmacOf('other pepper', key)).not.toEqual(hmac)
  expect(lastOf(key)).toBe(key.slice(-4))
})
